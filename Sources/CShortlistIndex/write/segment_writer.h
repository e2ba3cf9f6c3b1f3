#ifndef SHORTLIST_SEGMENT_PAGES_H
#define SHORTLIST_SEGMENT_PAGES_H

#include "doclist_index.h"

#pragma clang assume_nonnull begin

/// Writes the pages of one segment, term after term. See pages.h for the format.
typedef struct {
  /// Stores a row of the index's data, and where a leaf's terms begin.
  sqlite3_stmt *data, *first_term;
  int64_t segment;
  int rc;
  /// The leaf that is being written, its number, and its footer.
  unsigned char *page;
  unsigned char *footer;
  int32_t leaf, used, footer_used;
  /// Where the last term of the leaf begins; 0 when it has none.
  int32_t last_term;
  /// The term before.
  unsigned char term[shortlist_longest_term];
  int32_t term_length;
  /// The docid before, and the leaf on which its term begins.
  int64_t docid;
  int32_t term_leaf;
  /// What a search compares with to find the last leaf that has terms, and that leaf; 0 before there is
  /// one.
  unsigned char separator[shortlist_longest_term];
  int32_t separator_length, separator_leaf;
  /// The index of the doclist that goes on behind that leaf, and how many leaves behind it have no terms.
  shortlist_doclist_index doclist_index;
  int32_t leaves_without_terms;
} shortlist_segment_writer;

/// Begins a segment with leaf 1, or goes on with one behind those that it has.
int shortlist_segment_writer_open(shortlist_segment_writer *pages, sqlite3_stmt *data,
                                 sqlite3_stmt *first_term, int64_t segment, int32_t leaf);
/// Writes a term, which is to stand behind all others: else SQLITE_CORRUPT.
int shortlist_segment_writer_begin_term(shortlist_segment_writer *pages, const unsigned char *term,
                                       int32_t length);
/// Writes the next docid of that term: the size of its positions as it is stored, and these.
int shortlist_segment_writer_add_docid(shortlist_segment_writer *pages, int64_t docid, uint64_t size,
                                      const unsigned char *positions);
/// Writes a term behind all others, and its doclist as FTS5 has it in memory.
int shortlist_segment_writer_add(shortlist_segment_writer *pages, const unsigned char *term,
                                int32_t length, const unsigned char *list, int32_t size);
/// Writes what is left; `pages->leaf` is the last leaf then.
int shortlist_segment_writer_finish(shortlist_segment_writer *pages);
void shortlist_segment_writer_close(shortlist_segment_writer *pages);

#pragma clang assume_nonnull end

#endif
