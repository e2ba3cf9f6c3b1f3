#pragma once

#include "../containers/docid_bitmap.h"
#include "shortlist_postings.h"

#pragma clang assume_nonnull begin

/// The number of words that are narrowed at a time.
enum { shortlist_words_narrowed = 32 };

/// An iterator over the docids of a bitmap that a filter accepts. It narrows the words as it gets
/// there.
typedef struct {
  shortlist_docid_filter filter;
  shortlist_docid_bitmap bitmap;
  /// Whether the bitmap is to be freed with the iterator.
  bool owns_bitmap;
  /// The word of the last docid found; the number of words at the end.
  int32_t word;
  /// The words that are narrowed, and what is left of them.
  int32_t first, count;
  uint64_t bits[shortlist_words_narrowed];
  /// Near where the filter searches for its next docid.
  int32_t place;
} shortlist_filtered_bitmap;

void shortlist_filtered_bitmap_free(shortlist_filtered_bitmap *_Nullable filtered);

/// Returns the first docid that is not below `docid`, or INT64_MAX. Each must be above those sought
/// before, until the iterator is rewound.
int64_t shortlist_filtered_bitmap_seek(shortlist_filtered_bitmap *filtered, int64_t docid);
void shortlist_filtered_bitmap_rewind(shortlist_filtered_bitmap *filtered);

/// The most iterators that are counted together.
enum { shortlist_most_counted_together = 4 };

/// Counts the distinct docids of some iterators from their heads up to `last`, at most `limit` of
/// them, and moves the heads behind those. Adds the docids of each that it has counted to `rows`.
int64_t shortlist_filtered_bitmap_count(shortlist_filtered_bitmap *_Nonnull const *_Nonnull iterators,
                                        int32_t iterator_count, int64_t last, int64_t limit,
                                        int64_t *heads, int64_t *rows);

#pragma clang assume_nonnull end
