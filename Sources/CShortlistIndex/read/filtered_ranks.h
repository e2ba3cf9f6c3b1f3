#pragma once

#include "../containers/rank_set.h"

#pragma clang assume_nonnull begin

enum {
  /// The number of blocks of a bitmap, and of ranks of a list, that are narrowed at a time.
  shortlist_blocks_narrowed = 32,
  shortlist_ranks_narrowed = 64,
};

/// An iterator over the docids of a set of ranks that a filter accepts. It narrows the set as it gets
/// there.
typedef struct {
  shortlist_docid_filter filter;
  shortlist_rank_set set;
  /// Whether the set is to be freed with the iterator.
  bool owns_set;
  /// The rank of the last docid found; INT32_MAX at the end.
  int32_t head;
  /// The current block, -1 before the first one, and what the filter accepts of it.
  int32_t block;
  uint64_t bits;
  /// The part of the set that is narrowed: blocks of a bitmap from `first` on, or ranks of a list from
  /// the index `first` on.
  int32_t first, count;
  union {
    uint64_t blocks[shortlist_blocks_narrowed];
    /// Which of the ranks the filter accepts, from the current block on.
    uint64_t accepted;
  } narrowed;
  /// Near where the filter searches for its next docid.
  int32_t place;
} shortlist_filtered_ranks;

void shortlist_filtered_ranks_free(shortlist_filtered_ranks *_Nullable filtered);

/// Returns the first docid that is not below `docid`, or INT64_MAX. Each must be above those sought
/// before, until the iterator is rewound.
int64_t shortlist_filtered_ranks_seek(shortlist_filtered_ranks *filtered, int64_t docid);
void shortlist_filtered_ranks_rewind(shortlist_filtered_ranks *filtered);

/// The most iterators that are read together.
enum { shortlist_most_read_together = 4 };

/// Moves the heads of some iterators of one filter behind the first block that has any of them, or to
/// `end` within that block, and returns which ranks of the block they passed, at most `most`. Returns 0
/// when no head is below `end`. Adds the ranks of each iterator to `rows`.
uint64_t shortlist_filtered_ranks_take(shortlist_filtered_ranks *_Nonnull const *_Nonnull iterators,
                                       int32_t iterator_count, int32_t end, int64_t most,
                                       int32_t *block, int64_t *rows);

/// Returns the docid of the head.
int64_t shortlist_filtered_ranks_docid(shortlist_filtered_ranks *filtered);
/// Returns the first rank above `docid`.
int32_t shortlist_filtered_ranks_behind(const shortlist_filtered_ranks *filtered, int64_t docid);

#pragma clang assume_nonnull end
