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

static int begin_list(shortlist_rank_set *set, int64_t most,
                      const shortlist_docid_filter *filter) {
  *set = (shortlist_rank_set){.universe = filter->universe};
  if (most == 0) return SQLITE_OK;
  set->ranks = sqlite3_malloc64((sqlite3_uint64)most * sizeof *set->ranks);
  return set->ranks == NULL ? SQLITE_NOMEM : SQLITE_OK;
}

static int begin_bitmap(shortlist_rank_set *set, const shortlist_docid_filter *filter) {
  *set = (shortlist_rank_set){.universe = filter->universe};
  // An empty universe has no blocks, but there must be something to allocate.
  size_t bytes = ((size_t)shortlist_block_count(filter) + 1) * sizeof *set->blocks;
  set->blocks = sqlite3_malloc64(bytes);
  if (set->blocks == NULL) return SQLITE_NOMEM;
  memset(set->blocks, 0, bytes);
  return SQLITE_OK;
}

/// Begins a set of at most `most` ranks.
static int begin(shortlist_rank_set *set, int64_t most, const shortlist_docid_filter *filter) {
  return is_list(most, filter) ? begin_list(set, most, filter) : begin_bitmap(set, filter);
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

/// Counts the ranks of a bitmap.
static void count(shortlist_rank_set *set, const shortlist_docid_filter *filter) {
  int32_t blocks = shortlist_block_count(filter);
  for (int32_t i = 0; i < blocks; i++) set->count += __builtin_popcountll(set->blocks[i]);
}

static bool has(const shortlist_rank_set *bitmap, int32_t rank) {
  return bitmap->blocks[rank >> SHORTLIST_WORD_BITS] >> (rank & SHORTLIST_WORD_MASK) & 1;
}

/// Makes the intersection of a list and another set.
static int intersect_list(const shortlist_rank_set *list, const shortlist_rank_set *other,
                          const shortlist_docid_filter *filter, shortlist_rank_set *met) {
  int rc = begin_list(met, list->count, filter);
  if (rc != SQLITE_OK) return rc;
  for (int32_t i = 0, place = 0; i < list->count; i++) {
    int32_t rank = list->ranks[i];
    bool is_met;
    if (other->blocks != NULL) {
      is_met = has(other, rank);
    } else {
      while (place < other->count && other->ranks[place] < rank) place++;
      is_met = place < other->count && other->ranks[place] == rank;
    }
    met->ranks[met->count] = rank;
    met->count += is_met;
  }
  return SQLITE_OK;
}

int shortlist_rank_set_intersect(const shortlist_rank_set *a, const shortlist_rank_set *b,
                                 const shortlist_docid_filter *filter, shortlist_rank_set *met) {
  if (a->blocks == NULL) return intersect_list(a, b, filter, met);
  if (b->blocks == NULL) return intersect_list(b, a, filter, met);
  int rc = begin_bitmap(met, filter);
  if (rc != SQLITE_OK) return rc;
  int32_t blocks = shortlist_block_count(filter);
  for (int32_t i = 0; i < blocks; i++) met->blocks[i] = a->blocks[i] & b->blocks[i];
  count(met, filter);
  return SQLITE_OK;
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
  // A bitmap may have fewer ranks than a list would be made for.
  bool is_bitmap = a->blocks != NULL || b->blocks != NULL;
  int rc = is_bitmap ? begin_bitmap(united, filter)
                     : begin(united, (int64_t)a->count + b->count, filter);
  if (rc != SQLITE_OK) return rc;
  if (united->blocks != NULL) {
    mark_set(united, a, filter);
    mark_set(united, b, filter);
    count(united, filter);
    return SQLITE_OK;
  }
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
