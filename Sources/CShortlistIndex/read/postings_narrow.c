#include <stddef.h>

#include "postings.h"

/// The terms of some unions in one order, each with the unions that it is part of, as bits.
typedef struct {
  shortlist_query_node *terms;
  uint64_t *unions;
  int32_t count;
} merged_terms;

static int compare(const shortlist_query_node *a, const shortlist_query_node *b) {
  return shortlist_compare_terms(a->bytes, a->length, b->bytes, b->length);
}

/// Merges the terms of unions, each of which has them sorted.
static int merge(const shortlist_query_node *const *unions, int32_t count, merged_terms *merged) {
  const shortlist_query_node *next[shortlist_most_narrowed];
  sqlite3_uint64 most = 0;
  for (int32_t i = 0; i < count; i++) {
    next[i] = unions[i] + 1;
    most += (sqlite3_uint64)unions[i]->length;
  }
  merged->terms = sqlite3_malloc64(most * sizeof *merged->terms);
  merged->unions = sqlite3_malloc64(most * sizeof *merged->unions);
  if (merged->terms == NULL || merged->unions == NULL) return SQLITE_NOMEM;
  while (true) {
    const shortlist_query_node *first = NULL;
    uint64_t holders = 0;
    for (int32_t i = 0; i < count; i++) {
      if (next[i] > unions[i] + unions[i]->length) continue;
      int order = first == NULL ? -1 : compare(next[i], first);
      if (order < 0) {
        first = next[i];
        holders = 0;
      }
      if (order <= 0) holders |= (uint64_t)1 << i;
    }
    if (first == NULL) return SQLITE_OK;
    merged->terms[merged->count] = *first;
    merged->unions[merged->count++] = holders;
    for (int32_t i = 0; i < count; i++) next[i] += holders >> i & 1;
  }
}

/// Keeps the docids that are in all of the sets.
static void keep_marked(shortlist_docid_list *docids, const shortlist_docid_marks *marks,
                        uint64_t sets) {
  int32_t kept = 0;
  for (int32_t i = 0; i < docids->count; i++) {
    if (marks->sets[i] == sets) docids->array[kept++] = docids->array[i];
  }
  docids->count = kept;
}

int shortlist_narrow(shortlist_index *index, const shortlist_query_node *const *unions,
                     int32_t count, shortlist_docid_list *docids) {
  merged_terms merged = {0};
  shortlist_docid_marks marks = {0};
  int rc = merge(unions, count, &merged);
  if (rc == SQLITE_OK) rc = shortlist_docid_marks_begin(&marks, docids);
  if (rc == SQLITE_OK) {
    rc = shortlist_mark_terms(index, merged.terms, merged.unions, merged.count, &marks);
  }
  if (rc == SQLITE_OK) keep_marked(docids, &marks, UINT64_MAX >> (64 - count));
  shortlist_docid_marks_free(&marks);
  sqlite3_free(merged.terms);
  sqlite3_free(merged.unions);
  return rc;
}
