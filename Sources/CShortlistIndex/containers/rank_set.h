#pragma once

#include "docids.h"
#include "shortlist_postings.h"

#pragma clang assume_nonnull begin

/// A set of ranks of a filter's universe: a list, or a bitmap where that takes less memory.
typedef struct {
  /// The ranks in ascending order; NULL for a bitmap.
  int32_t *_Nullable ranks;
  /// A bit for each rank of the universe, in blocks of 64; NULL for a list.
  uint64_t *_Nullable blocks;
  /// The number of ranks in the set.
  int32_t count;
  uint64_t universe;
} shortlist_rank_set;

/// The number of blocks of 64 ranks in the universe of a filter.
static inline int32_t shortlist_block_count(const shortlist_docid_filter *filter) {
  return (int32_t)(((int64_t)filter->rank_count + SHORTLIST_WORD_MASK) >> SHORTLIST_WORD_BITS);
}

/// Returns the memory of a set of `count` ranks, in bytes.
int64_t shortlist_rank_set_bytes(int64_t count, const shortlist_docid_filter *filter);

/// Makes the set of the ranks of sorted docids, without those that have none. Free it with
/// `shortlist_rank_set_free`, even if this fails.
int shortlist_rank_set_make(const shortlist_docid_list *docids,
                            const shortlist_docid_filter *filter, shortlist_rank_set *set);
/// Makes the intersection of two sets of the filter's universe. Free it, too.
int shortlist_rank_set_intersect(const shortlist_rank_set *a, const shortlist_rank_set *b,
                                 const shortlist_docid_filter *filter, shortlist_rank_set *met);
/// Makes the union of two sets of the filter's universe. Free it, too.
int shortlist_rank_set_unite(const shortlist_rank_set *a, const shortlist_rank_set *b,
                             const shortlist_docid_filter *filter, shortlist_rank_set *united);
void shortlist_rank_set_free(shortlist_rank_set *set);

#pragma clang assume_nonnull end
