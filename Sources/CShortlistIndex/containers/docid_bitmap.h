#pragma once

#include "docids.h"
#include "shortlist_postings.h"

#pragma clang assume_nonnull begin

/// A set of docids as a sparse bitmap. Each of its words stands for the 64 docids that share all
/// but their last six bits; the words are in ascending order, and none is empty.
typedef struct {
  /// The docids of each word without their last six bits, and which of them the set has.
  int64_t *_Nullable keys;
  uint64_t *_Nullable bits;
  int32_t count;
  /// The places of the words in a filter's universe; NULL until they are located.
  int32_t *_Nullable places;
  uint64_t universe;
} shortlist_docid_bitmap;

/// The memory of a word.
enum { shortlist_docid_bitmap_word_bytes = 20 };

/// Makes the bitmap of sorted docids. Free it with `shortlist_docid_bitmap_free`, even if this fails.
int shortlist_docid_bitmap_make(const shortlist_docid_list *docids,
                                shortlist_docid_bitmap *bitmap);
/// Locates the words in the universe of a filter, unless they are.
int shortlist_docid_bitmap_locate(shortlist_docid_bitmap *bitmap,
                                  const shortlist_docid_filter *filter);

/// Makes the union of two bitmaps that are located in the same universe. Free it, too.
int shortlist_docid_bitmap_unite(const shortlist_docid_bitmap *a, const shortlist_docid_bitmap *b,
                                 shortlist_docid_bitmap *united);
void shortlist_docid_bitmap_free(shortlist_docid_bitmap *bitmap);

#pragma clang assume_nonnull end
