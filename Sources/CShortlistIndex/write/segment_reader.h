#pragma once

#include "../read/segments.h"
#include "segment_rows.h"

#pragma clang assume_nonnull begin

/// A reader of a whole segment: term by term, and docid by docid within a term.
typedef struct {
  shortlist_pages *pages;
  shortlist_segment segment;
  /// The current leaf, its number, and its terms.
  shortlist_page page;
  int32_t leaf;
  shortlist_term_cursor terms;
  bool is_at_end;
  /// The leaf of the current term, and the start of its doclist there; the start of the next term
  /// and of its footer entry, or 0 if the leaf has no more terms.
  int32_t term_leaf, list, next_term, next_footer;
  /// The docid, INT64_MAX after the term's last; the stored size of its positions; and the
  /// positions.
  int64_t docid;
  uint64_t size;
  const unsigned char *positions;
  /// The next byte of the doclist, its end on this leaf, and whether a whole docid comes next
  /// instead of a difference.
  int32_t offset, limit;
  bool is_whole;
  /// Positions that continue on other leaves.
  shortlist_page gathered;
} shortlist_segment_reader;

/// Moves to the first docid of the first term. `pages` must stay. Close the reader even on failure.
int shortlist_segment_reader_open(shortlist_segment_reader *reader, shortlist_pages *pages,
                                  const shortlist_segment *segment);
/// Moves to the first docid of the next term. All docids of the current term must have been read.
int shortlist_segment_reader_next_term(shortlist_segment_reader *reader);
/// Moves to the next docid of the term.
int shortlist_segment_reader_next(shortlist_segment_reader *reader);
/// Puts the leaf of the current term without the terms before it, by its id in the data table, so that
/// the segment begins there.
int shortlist_segment_reader_cut(const shortlist_segment_reader *reader, shortlist_segment_rows *rows);
void shortlist_segment_reader_close(shortlist_segment_reader *reader);

#pragma clang assume_nonnull end
