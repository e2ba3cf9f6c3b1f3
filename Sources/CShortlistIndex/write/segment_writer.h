#pragma once

#include "../format/pages.h"
#include "segment_rows.h"

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
  shortlist_segment_rows *rows;
  shortlist_doclist_index_page heights[3];
} shortlist_doclist_index;

/// Adds the first docid of a leaf. `term_leaf` is the leaf on which the doclist begins.
int shortlist_doclist_index_add(shortlist_doclist_index *index, int32_t term_leaf, int32_t leaf,
                                int64_t docid);
/// Records that the next leaf has no docid.
int shortlist_doclist_index_pass(shortlist_doclist_index *index);
/// Stores the remaining pages, unless `is_dropped`: a doclist of few leaves needs no index. Sets
/// `*is_stored` if there is one.
int shortlist_doclist_index_end(shortlist_doclist_index *index, bool is_dropped, bool *is_stored);
void shortlist_doclist_index_free(shortlist_doclist_index *index);

/// A writer of one segment's pages, term by term. See pages.h for the format.
typedef struct {
  shortlist_segment_rows *rows;
  int rc;
  /// The current leaf, its number, and its footer.
  unsigned char *page;
  unsigned char *footer;
  int32_t leaf, used, footer_used;
  /// The start of the leaf's last term; 0 if it has none.
  int32_t last_term;
  /// The last term.
  unsigned char term[shortlist_longest_term];
  int32_t term_length;
  /// The last docid, and the leaf on which its term begins.
  int64_t docid;
  int32_t term_leaf;
  /// The text that searches compare with to find the last leaf that has terms, and that leaf; 0
  /// before the first.
  unsigned char separator[shortlist_longest_term];
  int32_t separator_length, separator_leaf;
  /// The index of the doclist that continues after that leaf, and the number of leaves after it
  /// without terms.
  shortlist_doclist_index doclist_index;
  int32_t leaves_without_terms;
} shortlist_segment_writer;

/// Begins a segment with leaf 1, or continues one after its last leaf. Borrows `rows`.
int shortlist_segment_writer_open(shortlist_segment_writer *pages, shortlist_segment_rows *rows,
                                 int32_t leaf);
/// Begins a term, which must sort after all others; otherwise returns SQLITE_CORRUPT.
int shortlist_segment_writer_begin_term(shortlist_segment_writer *pages, const unsigned char *term,
                                       int32_t length);
/// Writes the next docid of the term, the size of its positions as stored, and the positions.
int shortlist_segment_writer_add_docid(shortlist_segment_writer *pages, int64_t docid, uint64_t size,
                                      const unsigned char *positions);
/// Writes a term after all others, with its doclist as FTS5 has it in memory.
int shortlist_segment_writer_add(shortlist_segment_writer *pages, const unsigned char *term,
                                int32_t length, const unsigned char *list, int32_t size);
/// Writes the rest; then `pages->leaf` is the last leaf.
int shortlist_segment_writer_finish(shortlist_segment_writer *pages);
void shortlist_segment_writer_close(shortlist_segment_writer *pages);

#pragma clang assume_nonnull end
