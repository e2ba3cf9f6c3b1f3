#ifndef SHORTLIST_SEGMENT_FIRSTS_H
#define SHORTLIST_SEGMENT_FIRSTS_H

#include "../format/pages.h"

#pragma clang assume_nonnull begin

/// A page of the index of a doclist that is being written. See pages.h for the format.
typedef struct {
  unsigned char *bytes;
  int32_t used, capacity, number;
  int64_t last;
} shortlist_doclist_index_page;

/// The index of the doclist that goes on behind a leaf: the first docid of each leaf; where these fill
/// pages, the first docid of each of those as well, and so on. Three times are enough for all leaves
/// that a segment can have.
typedef struct {
  /// Stores a row of the index's data.
  sqlite3_stmt *data;
  int64_t segment;
  shortlist_doclist_index_page heights[3];
} shortlist_doclist_index;

/// Notes the first docid of a leaf. `term_leaf` is the one on which the doclist begins.
int shortlist_doclist_index_add(shortlist_doclist_index *doclist_index, int32_t term_leaf, int32_t leaf,
                                 int64_t docid);
/// Notes that the next leaf has no docid.
int shortlist_doclist_index_pass(shortlist_doclist_index *doclist_index);
/// Stores what is not yet stored, unless that `is_dropped`: a doclist of few leaves needs no index.
/// `*is_stored` tells whether there is one.
int shortlist_doclist_index_end(shortlist_doclist_index *doclist_index, bool is_dropped, bool *is_stored);
void shortlist_doclist_index_free(shortlist_doclist_index *doclist_index);

#pragma clang assume_nonnull end

#endif
