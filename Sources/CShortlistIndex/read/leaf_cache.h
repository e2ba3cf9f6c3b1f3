#ifndef SHORTLIST_KEPT_LEAVES_H
#define SHORTLIST_KEPT_LEAVES_H

#include "../format/pages.h"

#pragma clang assume_nonnull begin

/// The cached leaves of a small segment, with their first terms. A search looks up each of its
/// terms in each segment, so it needs these few leaves again and again.
typedef struct shortlist_leaf_cache shortlist_leaf_cache;

enum {
  /// A segment with more leaves is not small.
  shortlist_most_cached_leaves = 512,
};

/// Reads the first terms of a segment's leaves. Sets NULL when they are not listed as FTS5 lists
/// them, so that each must be looked up in the database.
int shortlist_cache_leaves(shortlist_pages *pages, int64_t segment, int32_t first, int32_t last,
                          shortlist_leaf_cache *_Nullable *_Nonnull kept);
void shortlist_leaf_cache_free(shortlist_leaf_cache *_Nullable kept);

/// Finds the last leaf that begins with a term at or below the given one, or the first that begins
/// above it. The result is as in the segment's index; `false` when there is none.
bool shortlist_cached_leaf(const shortlist_leaf_cache *kept, const unsigned char *term,
                         int32_t length, bool is_next, int64_t *found);

/// Returns the cached page of a leaf; its size is 0 until it is read.
shortlist_page *shortlist_cached_page(shortlist_leaf_cache *kept, int32_t leaf);

#pragma clang assume_nonnull end

#endif
