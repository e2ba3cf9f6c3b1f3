#include "postings.h"

#include <stddef.h>

/// The cached docids of a term, or of all terms with a prefix.
typedef struct {
  shortlist_term_entry term;
  /// Whether all docids are cached; otherwise, those of the items that were asked about.
  bool is_whole;
  shortlist_docid_list docids, asked;
} cached_postings;

const shortlist_docid_list *shortlist_find_cached(const shortlist_postings_cache *cache,
                                                  const shortlist_query_node *part,
                                                  const shortlist_docid_list *among) {
  const cached_postings *term =
    shortlist_term_table_find(&cache->terms[part->kind], part->bytes, part->length);
  if (term == NULL || term->is_whole) return term == NULL ? NULL : &term->docids;
  const shortlist_docid_list *asked = &term->asked;
  if (among == NULL || among->count > asked->count) return NULL;
  for (int32_t i = 0, found = 0; i < among->count; i++) {
    found = shortlist_docids_find(asked->array, asked->count, found, among->array[i]);
    if (found == asked->count || asked->array[found] != among->array[i]) return NULL;
  }
  return &term->docids;
}

/// Merges docids into others; both are sorted.
static int add(shortlist_docid_list *docids, const shortlist_docid_list *more) {
  int rc = shortlist_docids_add(docids, more, NULL);
  return rc == SQLITE_OK ? shortlist_docids_sort(docids) : rc;
}

int shortlist_cache_postings(shortlist_postings_cache *cache, const shortlist_query_node *part,
                             const shortlist_docid_list *asked, shortlist_docid_list *docids) {
  shortlist_term_table *table = &cache->terms[part->kind];
  if (table->entry_size == 0) *table = shortlist_term_table_make(sizeof(cached_postings));
  void *entry;
  int rc = shortlist_term_table_add(table, part->bytes, part->length, &entry);
  if (rc != SQLITE_OK) return rc;
  cached_postings *term = entry;
  if (term->is_whole) return SQLITE_OK;
  cache->docid_count -= term->docids.count + term->asked.count;
  if (asked == NULL) {
    sqlite3_free(term->docids.array);
    sqlite3_free(term->asked.array);
    term->docids = *docids;
    term->asked = *docids = (shortlist_docid_list){0};
    term->is_whole = true;
  } else {
    // Add `docids` first: if memory then runs out, items missing from `asked` do no harm.
    rc = add(&term->docids, docids);
    if (rc == SQLITE_OK) rc = add(&term->asked, asked);
  }
  cache->docid_count += term->docids.count + term->asked.count;
  return rc;
}

int32_t shortlist_postings_cache_count(const shortlist_postings_cache *cache) {
  int32_t count = 0;
  for (int kind = 0; kind < shortlist_cached_kinds; kind++) count += cache->terms[kind].count;
  return count;
}

void shortlist_postings_cache_clear(shortlist_postings_cache *cache) {
  for (int kind = 0; kind < shortlist_cached_kinds; kind++) {
    shortlist_term_table *table = &cache->terms[kind];
    for (int32_t i = 0; i < table->count; i++) {
      cached_postings *term = shortlist_term_table_entry(table, i);
      sqlite3_free(term->docids.array);
      sqlite3_free(term->asked.array);
    }
    shortlist_term_table_free(table);
  }
  cache->docid_count = 0;
}
