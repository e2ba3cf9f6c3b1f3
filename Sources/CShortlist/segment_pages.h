#ifndef SHORTLIST_SEGMENT_PAGES_H
#define SHORTLIST_SEGMENT_PAGES_H

#include <stdbool.h>

#include "pages.h"

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
  /// What a search compares with to find the last leaf that has terms, and that leaf.
  unsigned char separator[shortlist_longest_term];
  int32_t separator_length, separator_leaf;
  /// The first docids of the leaves behind that one which belong to its last term, as they are stored;
  /// and how many of these leaves have no terms.
  unsigned char *firsts;
  int32_t firsts_used, leaves_without_terms;
  bool has_too_many_firsts;
  int64_t last_first;
} shortlist_segment_pages;

/// Begins a segment.
int shortlist_segment_pages_open(shortlist_segment_pages *pages, sqlite3_stmt *data,
                                 sqlite3_stmt *first_term, int64_t segment);
/// Writes a term behind all others, and its doclist as FTS5 has it in memory.
int shortlist_segment_pages_add(shortlist_segment_pages *pages, const unsigned char *term,
                                int32_t length, const unsigned char *list, int32_t size);
/// Writes what is left; `pages->leaf` is the last leaf then.
int shortlist_segment_pages_finish(shortlist_segment_pages *pages);
void shortlist_segment_pages_close(shortlist_segment_pages *pages);

#endif
