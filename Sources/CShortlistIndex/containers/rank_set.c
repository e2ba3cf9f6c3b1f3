#include "rank_set.h"

#include <stddef.h>
#include <string.h>

/// Whether a list of `count` ranks takes no more memory than a bitmap.
static bool is_list(int64_t count, const shortlist_docid_filter *filter) {
  return count * (int64_t)sizeof(int32_t) <=
         shortlist_block_count(filter) * (int64_t)sizeof(uint64_t);
}

int64_t shortlist_rank_set_bytes(int64_t count, const shortlist_docid_filter *filter) {
  return is_list(count, filter) ? count * (int64_t)sizeof(int32_t)
                                : shortlist_block_count(filter) * (int64_t)sizeof(uint64_t);
}

/// Begins a set of at most `most` ranks.
static int begin(shortlist_rank_set *set, int64_t most, const shortlist_docid_filter *filter) {
  *set = (shortlist_rank_set){.universe = filter->universe};
  sqlite3_uint64 bytes = (sqlite3_uint64)shortlist_rank_set_bytes(most, filter);
  if (bytes == 0) return SQLITE_OK;
  if (is_list(most, filter)) {
    set->ranks = sqlite3_malloc64(bytes);
    return set->ranks == NULL ? SQLITE_NOMEM : SQLITE_OK;
  }
  set->blocks = sqlite3_malloc64(bytes);
  if (set->blocks == NULL) return SQLITE_NOMEM;
  memset(set->blocks, 0, bytes);
  return SQLITE_OK;
}

/// Adds ranks to a bitmap.
static void mark(shortlist_rank_set *set, const int32_t *ranks, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    set->blocks[ranks[i] >> SHORTLIST_WORD_BITS] |= (uint64_t)1
                                                    << (ranks[i] & SHORTLIST_WORD_MASK);
  }
}

int shortlist_rank_set_make(const shortlist_docid_list *docids,
                            const shortlist_docid_filter *filter, shortlist_rank_set *set) {
  enum { at_a_time = 256 };
  int32_t found[at_a_time], place = 0;
  int rc = begin(set, docids->count, filter);
  for (int32_t i = 0; rc == SQLITE_OK && i < docids->count; i += at_a_time) {
    int32_t count = docids->count - i < at_a_time ? docids->count - i : at_a_time;
    count = filter->find_ranks(filter->context, docids->array + i, count, &place, found);
    if (set->blocks != NULL) {
      mark(set, found, count);
    } else {
      memcpy(set->ranks + set->count, found, (size_t)count * sizeof *found);
    }
    set->count += count;
  }
  return rc;
}

/// Adds a set to a bitmap.
static void mark_set(shortlist_rank_set *united, const shortlist_rank_set *set,
                     const shortlist_docid_filter *filter) {
  if (set->blocks == NULL) {
    mark(united, set->ranks, set->count);
    return;
  }
  int32_t blocks = shortlist_block_count(filter);
  for (int32_t i = 0; i < blocks; i++) united->blocks[i] |= set->blocks[i];
}

int shortlist_rank_set_unite(const shortlist_rank_set *a, const shortlist_rank_set *b,
                             const shortlist_docid_filter *filter, shortlist_rank_set *united) {
  int rc = begin(united, (int64_t)a->count + b->count, filter);
  if (rc != SQLITE_OK) return rc;
  if (united->blocks != NULL) {
    mark_set(united, a, filter);
    mark_set(united, b, filter);
    int32_t blocks = shortlist_block_count(filter);
    for (int32_t i = 0; i < blocks; i++) united->count += __builtin_popcountll(united->blocks[i]);
    return SQLITE_OK;
  }
  // The union is a list, so both sets are.
  for (int32_t i = 0, j = 0; i < a->count || j < b->count;) {
    int32_t first = i < a->count ? a->ranks[i] : INT32_MAX;
    int32_t second = j < b->count ? b->ranks[j] : INT32_MAX;
    i += first <= second;
    j += second <= first;
    united->ranks[united->count++] = first < second ? first : second;
  }
  return SQLITE_OK;
}

void shortlist_rank_set_free(shortlist_rank_set *set) {
  sqlite3_free(set->ranks);
  sqlite3_free(set->blocks);
  *set = (shortlist_rank_set){0};
}
