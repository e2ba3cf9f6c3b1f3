#include "postings_cache.h"

#include <stddef.h>
#include <string.h>

/// Returns the slot of a term, or a free one.
static shortlist_cached_postings *place(const shortlist_postings_cache *cache,
                                   const shortlist_query_node *part) {
  uint64_t mask = (uint64_t)cache->capacity - 1;
  for (uint64_t i = shortlist_keyed_hash(cache->key, part->bytes, part->length);; i++) {
    shortlist_cached_postings *term = &cache->table[i & mask];
    if (term->bytes == NULL ||
        (term->kind == part->kind && term->length == part->length &&
         memcmp(term->bytes, part->bytes, (size_t)part->length) == 0)) {
      return term;
    }
  }
}

const shortlist_docid_list *shortlist_find_cached(const shortlist_postings_cache *cache,
                                            const shortlist_query_node *part,
                                            const shortlist_docid_list *among) {
  if (cache->count == 0) return NULL;
  const shortlist_cached_postings *term = place(cache, part);
  if (term->bytes == NULL) return NULL;
  if (!term->is_partial) return &term->docids;
  const shortlist_docid_list *asked = &term->asked;
  if (among == NULL || among->count > asked->count) return NULL;
  for (int32_t i = 0, found = 0; i < among->count; i++) {
    found = shortlist_docids_find(asked->array, asked->count, found, among->array[i]);
    if (found == asked->count || asked->array[found] != among->array[i]) return NULL;
  }
  return &term->docids;
}

/// Doubles the table.
static int grow(shortlist_postings_cache *cache) {
  shortlist_postings_cache larger = {
    .capacity = cache->capacity == 0 ? 64 : cache->capacity * 2,
    .key = cache->capacity == 0 ? shortlist_random_key() : cache->key,
  };
  sqlite3_uint64 size = (sqlite3_uint64)larger.capacity * sizeof *larger.table;
  larger.table = sqlite3_malloc64(size);
  if (larger.table == NULL) return SQLITE_NOMEM;
  memset(larger.table, 0, size);
  for (int32_t i = 0; i < cache->capacity; i++) {
    shortlist_cached_postings *term = &cache->table[i];
    if (term->bytes == NULL) continue;
    shortlist_query_node part = {.kind = term->kind, .length = term->length, .bytes = term->bytes};
    *place(&larger, &part) = *term;
  }
  sqlite3_free(cache->table);
  cache->table = larger.table;
  cache->capacity = larger.capacity;
  cache->key = larger.key;
  return SQLITE_OK;
}

/// Returns the entry of a term; adds an empty, partial one if there is none.
static int enter(shortlist_postings_cache *cache, const shortlist_query_node *part,
                 shortlist_cached_postings **entered) {
  if (cache->count * 2 >= cache->capacity) {
    int rc = grow(cache);
    if (rc != SQLITE_OK) return rc;
  }
  shortlist_cached_postings *term = *entered = place(cache, part);
  if (term->bytes != NULL) return SQLITE_OK;
  char *bytes = sqlite3_malloc64((sqlite3_uint64)part->length + 1);
  if (bytes == NULL) return SQLITE_NOMEM;
  memcpy(bytes, part->bytes, (size_t)part->length);
  *term = (shortlist_cached_postings){
    .kind = part->kind, .length = part->length, .bytes = bytes, .is_partial = true};
  cache->count++;
  return SQLITE_OK;
}

/// Merges docids into others; both are sorted.
static int add(shortlist_docid_list *docids, const shortlist_docid_list *more) {
  int rc = shortlist_docids_add(docids, more, NULL);
  return rc == SQLITE_OK ? shortlist_docids_sort(docids) : rc;
}

int shortlist_cache_postings(shortlist_postings_cache *cache, const shortlist_query_node *part,
                   const shortlist_docid_list *asked, shortlist_docid_list *docids) {
  shortlist_cached_postings *term;
  int rc = enter(cache, part, &term);
  if (rc != SQLITE_OK || !term->is_partial) return rc;
  cache->docid_count -= term->docids.count + term->asked.count;
  if (asked == NULL) {
    sqlite3_free(term->docids.array);
    sqlite3_free(term->asked.array);
    term->docids = *docids;
    term->asked = *docids = (shortlist_docid_list){0};
    term->is_partial = false;
  } else {
    // Add `docids` first: if memory then runs out, items missing from `asked` do no harm.
    rc = add(&term->docids, docids);
    if (rc == SQLITE_OK) rc = add(&term->asked, asked);
  }
  cache->docid_count += term->docids.count + term->asked.count;
  return rc;
}

void shortlist_postings_cache_clear(shortlist_postings_cache *cache) {
  for (int32_t i = 0; i < cache->capacity; i++) {
    sqlite3_free(cache->table[i].bytes);
    sqlite3_free(cache->table[i].docids.array);
    sqlite3_free(cache->table[i].asked.array);
  }
  sqlite3_free(cache->table);
  *cache = (shortlist_postings_cache){0};
}
