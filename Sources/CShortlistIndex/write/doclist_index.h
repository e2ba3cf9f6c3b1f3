#ifndef SHORTLIST_SEGMENT_FIRSTS_H
#define SHORTLIST_SEGMENT_FIRSTS_H

#include "../format/pages.h"

#pragma clang assume_nonnull begin

/// A page of a doclist index that is being written. See pages.h for the format.
typedef struct {
  unsigned char *bytes;
  int32_t used, capacity, number;
  int64_t last;
} shortlist_doclist_index_page;

/// The index of the doclist that continues after a leaf: the first docid of each leaf; once these
/// fill pages, the first docid of each of those, and so on. Three levels are enough for all leaves
/// of a segment.
typedef struct {
  /// Stores a row of the data table.
  sqlite3_stmt *data;
  int64_t segment;
  shortlist_doclist_index_page heights[3];
} shortlist_doclist_index;

/// Adds the first docid of a leaf. `term_leaf` is the leaf on which the doclist begins.
int shortlist_doclist_index_add(shortlist_doclist_index *doclist_index, int32_t term_leaf, int32_t leaf,
                                 int64_t docid);
/// Records that the next leaf has no docid.
int shortlist_doclist_index_pass(shortlist_doclist_index *doclist_index);
/// Stores the remaining pages, unless `is_dropped`: a doclist of few leaves needs no index. Sets
/// `*is_stored` if there is one.
int shortlist_doclist_index_end(shortlist_doclist_index *doclist_index, bool is_dropped, bool *is_stored);
void shortlist_doclist_index_free(shortlist_doclist_index *doclist_index);

#pragma clang assume_nonnull end

#endif
