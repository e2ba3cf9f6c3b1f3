#ifndef SHORTLIST_KEPT_LEAVES_H
#define SHORTLIST_KEPT_LEAVES_H

#include "../format/pages.h"

#pragma clang assume_nonnull begin

/// The leaves of a small segment: with which terms they begin, and those that were read. A search looks
/// for each of its terms in each segment, so that these few are asked for again and again.
typedef struct shortlist_leaf_cache shortlist_leaf_cache;

enum {
  /// Segments of more leaves are not small.
  shortlist_most_cached_leaves = 512,
};

/// Reads with which terms the leaves of a segment begin. NULL where they are not listed as FTS5 does, and
/// must be looked for one by one.
int shortlist_cache_leaves(shortlist_pages *pages, int64_t segment, int32_t first, int32_t last,
                          shortlist_leaf_cache *_Nullable *_Nonnull kept);
void shortlist_leaf_cache_free(shortlist_leaf_cache *_Nullable kept);

/// Finds the last leaf that begins with a term of at most the given one; or the first that begins with a
/// greater one. What is found is as in the index of the segment; `false` when there is none.
bool shortlist_cached_leaf(const shortlist_leaf_cache *kept, const unsigned char *term,
                         int32_t length, bool is_next, int64_t *found);

/// Gives a leaf of the segment, whose size is 0 until it was read.
shortlist_page *shortlist_cached_page(shortlist_leaf_cache *kept, int32_t leaf);

#pragma clang assume_nonnull end

#endif
