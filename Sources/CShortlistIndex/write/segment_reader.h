#ifndef SHORTLIST_SEGMENT_READER_H
#define SHORTLIST_SEGMENT_READER_H

#include "../read/segments.h"

#pragma clang assume_nonnull begin

/// Reads all that a segment holds, term after term, and of each term docid after docid.
typedef struct {
  shortlist_pages *pages;
  shortlist_segment segment;
  /// The current leaf, its number, and its terms.
  shortlist_page page;
  int32_t leaf;
  shortlist_term_cursor terms;
  bool is_at_end;
  /// The leaf on which the current term stands, and where on it its doclist begins; where the next term
  /// does, and the footer goes on behind that one: 0 when it is the last one of the leaf.
  int32_t term_leaf, list, next_term, next_footer;
  /// The docid, INT64_MAX behind the last one of the term; the size of its positions as it is stored,
  /// and these.
  int64_t docid;
  uint64_t size;
  const unsigned char *positions;
  /// What is next read of the doclist, where the leaf has no more of it, and whether a whole docid
  /// comes next rather than the difference to one.
  int32_t offset, limit;
  bool is_whole;
  /// Positions that go on on other leaves.
  unsigned char *gathered;
  int32_t capacity;
} shortlist_segment_reader;

/// Goes to the first docid of the first term. `pages` must stay. The reader is closed in any case.
int shortlist_segment_reader_open(shortlist_segment_reader *reader, shortlist_pages *pages,
                                  const shortlist_segment *segment);
/// Goes on to the next term and its first docid; all docids of the one before must have been read.
int shortlist_segment_reader_next_term(shortlist_segment_reader *reader);
/// Goes on to the next docid of the term.
int shortlist_segment_reader_next(shortlist_segment_reader *reader);
/// Stores the leaf of the current term without what stands before it: the segment begins there then.
int shortlist_segment_reader_cut(const shortlist_segment_reader *reader, sqlite3_stmt *put_page);
void shortlist_segment_reader_close(shortlist_segment_reader *reader);

#pragma clang assume_nonnull end

#endif
