#ifndef SHORTLIST_KEPT_LEAVES_H
#define SHORTLIST_KEPT_LEAVES_H

#include "pages.h"

/// The leaves of a small segment: with which terms they begin, and those that were read. A search looks
/// for each of its terms in each segment, so that these few are asked for again and again.
typedef struct shortlist_kept_leaves shortlist_kept_leaves;

enum {
  /// Segments of more leaves are not small.
  shortlist_most_kept_leaves = 512,
};

/// Reads with which terms the leaves of a segment begin. NULL where they are not listed as FTS5 does, and
/// must be looked for one by one.
int shortlist_keep_leaves(shortlist_pages *pages, int64_t segment, int32_t first, int32_t last,
                          shortlist_kept_leaves **kept);
void shortlist_kept_leaves_free(shortlist_kept_leaves *kept);

/// Finds the last leaf that begins with a term of at most the given one; or the first that begins with a
/// greater one. What is found is as in the index of the segment; `false` when there is none.
bool shortlist_kept_leaf(const shortlist_kept_leaves *kept, const unsigned char *term,
                         int32_t length, bool is_next, int64_t *found);

/// Gives a leaf of the segment, whose size is 0 until it was read.
shortlist_page *shortlist_kept_page(shortlist_kept_leaves *kept, int32_t leaf);

#endif
