#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A row of a segment in memory: a page, or a first term.
typedef struct {
  /// The id of a page within its segment; for a first term, the value stored with it.
  int64_t number;
  int32_t count;
  bool is_term;
  unsigned char bytes[];
} shortlist_segment_row;

/// The rows of a segment. They go to the tables of an index or, without statements, to memory, from
/// which `shortlist_segment_rows_store` takes them: so a thread without a connection can make them.
typedef struct {
  /// Stores a row of the data table, and a first term.
  sqlite3_stmt *_Nullable page, *_Nullable first_term;
  int64_t segment;
  shortlist_segment_row *_Nonnull *_Nullable rows;
  int32_t count, capacity;
} shortlist_segment_rows;

/// Puts a page with an id within the segment: a leaf, or a page of a doclist index.
int shortlist_segment_rows_put_page(shortlist_segment_rows *rows, int64_t id,
                                    const unsigned char *bytes, int32_t count);
/// Puts the text from which on searches begin at a leaf, and the value stored for that leaf.
int shortlist_segment_rows_put_term(shortlist_segment_rows *rows, const unsigned char *bytes,
                                    int32_t count, int64_t value);
/// Stores the rows in memory as those of `segment`, and frees them.
int shortlist_segment_rows_store(shortlist_segment_rows *rows, sqlite3_stmt *page,
                                 sqlite3_stmt *first_term, int64_t segment);
void shortlist_segment_rows_free(shortlist_segment_rows *rows);

#pragma clang assume_nonnull end
