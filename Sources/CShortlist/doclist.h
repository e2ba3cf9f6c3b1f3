#ifndef SHORTLIST_DOCLIST_H
#define SHORTLIST_DOCLIST_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "CShortlist.h"

/// The docid of what has come to its end.
#define SHORTLIST_END_OF_DOCIDS INT64_MAX

/// The tables of one FTS5 index.
typedef struct {
  /// Gives the row of an id of the index's data.
  sqlite3_stmt *page;
  /// Gives the last leaf of a segment that begins with a term of at most the given one; and the first
  /// that begins with a greater one.
  sqlite3_stmt *leaf, *next_leaf;
  /// Whether the index knows where in an item a term stands.
  bool has_details;
  /// What reading pages must end with, and how many were read.
  shortlist_budget *budget;
  uint32_t loads;
} shortlist_pages;

/// A segment: a range of leaves.
typedef struct {
  int64_t id;
  int32_t first, last;
} shortlist_segment;

/// A page in memory.
typedef struct {
  unsigned char *bytes;
  int32_t capacity;
  /// Where the footer begins, and where it ends.
  int32_t size, end;
} shortlist_page;

/// The first docid of a page.
typedef struct {
  int64_t docid;
  int32_t number;
} shortlist_first;

/// What one segment holds of a term.
typedef struct {
  int64_t segment;
  int32_t number, last_number;
  shortlist_page page;
  /// The next byte that was not read, and where the doclist ends on this page.
  int32_t offset, limit;
  int64_t docid;
  /// Whether the item is no longer there.
  bool is_deleted;
  /// Where the positions of the term in this item begin, and their size; they may go on on other pages.
  int32_t positions, positions_size;
  /// The first docid of some of the pages that follow the first, in order; read when first needed.
  bool may_have_firsts;
  int32_t first_number, first_count, first_capacity;
  /// How many of them stand up to the current page, and the docid of the next one: it may be worth
  /// a leap.
  int32_t passed;
  int64_t next_first;
  shortlist_first *firsts;
} shortlist_doclist;

/// Positions of terms in an item: the column in the upper 32 bits, then the place in it.
typedef struct {
  uint64_t *array;
  int32_t count, capacity;
} shortlist_positions;

/// Reads which segments there are, newest first, into memory that the caller frees. SQLITE_NOTFOUND
/// when a newer version of FTS5 has written them in a format of its own.
int shortlist_read_segments(shortlist_pages *pages, shortlist_segment **segments,
                            int32_t *count);

/// Opens what a segment holds of a term, at its first docid. SQLITE_NOTFOUND when that is nothing.
int shortlist_open_term(shortlist_pages *pages, const shortlist_segment *segment,
                        const unsigned char *term, int32_t length, shortlist_doclist *list);

/// Opens what a segment holds of each term that begins with a prefix, in the order of the terms, and
/// hands it to `receive`; what that has returned SQLITE_OK for belongs to it.
int shortlist_open_prefix(shortlist_pages *pages, const shortlist_segment *segment,
                          const unsigned char *prefix, int32_t length,
                          int (*receive)(void *context, const unsigned char *term, int32_t length,
                                         shortlist_doclist *list),
                          void *context);

/// Goes on to the first docid that is not below `docid`.
int shortlist_doclist_seek(shortlist_pages *pages, shortlist_doclist *list, int64_t docid);

/// Appends the positions of the current docid, in their order.
int shortlist_doclist_positions(shortlist_pages *pages, const shortlist_doclist *list,
                                shortlist_positions *positions);

/// Frees what the doclist holds.
void shortlist_doclist_close(shortlist_doclist *list);

#endif
