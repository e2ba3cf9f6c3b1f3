#ifndef CSHORTLISTINDEX_SEGMENTS_H
#define CSHORTLISTINDEX_SEGMENTS_H

#include <sqlite3.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What some items hold, gathered to be written into an FTS5 index at once, as a segment of its own.
///
/// FTS5 does the same with what is inserted, one item after the other.
typedef struct shortlist_segment_builder shortlist_segment_builder;

/// For an index of 1 to 4 columns with prefix indexes for 1, 2 and 3 characters. NULL when memory runs out.
/// Freed with `shortlist_segment_builder_free`.
shortlist_segment_builder *_Nullable shortlist_segment_builder_create(int32_t columns);
void shortlist_segment_builder_free(shortlist_segment_builder *_Nullable segment);
/// The texts that follow are of the item `docid`, which is above those before.
int shortlist_segment_builder_begin(shortlist_segment_builder *segment, int64_t docid);
/// Adds the next token of the current column; `builder` is the segment builder. FTS5's tokenizers call a
/// function of this type. Returns `SQLITE_OK`, `SQLITE_NOMEM`, or `SQLITE_TOOBIG`.
int shortlist_segment_builder_add_token(void *builder, int flags, const char *token, int length,
                                        int start, int end);
/// Ends the current column of the item; the tokens that follow are of the next one.
void shortlist_segment_builder_end_column(shortlist_segment_builder *builder);
/// How many slots of the table of terms are looked at when each term is looked for once: for tests.
int64_t shortlist_segment_builder_probes(const shortlist_segment_builder *segment);

/// The tables that FTS5 keeps an index in.
typedef struct {
  /// Gives the row of an id of the index's data, and stores one.
  sqlite3_stmt *page, *put_page;
  /// Stores a segment, a term, and the leaf on which terms from there on begin.
  sqlite3_stmt *put_leaf;
  /// Removes the rows of some ids of the index's data; and what `put_leaf` has stored of a segment.
  sqlite3_stmt *remove_pages, *remove_leaves;
  /// Stores a docid and its lengths; NULL where the index keeps none.
  sqlite3_stmt *_Nullable put_lengths;
} shortlist_segment_tables;

/// Writes the segment, once. FTS5 must not have changed the index in the same transaction, and must open
/// its table anew before it does: it keeps in memory which segments there are. SQLITE_NOTFOUND, and
/// nothing was written, when FTS5 must be asked: a newer one has written its tables in another format.
int shortlist_segment_builder_write(shortlist_segment_builder *segment,
                                const shortlist_segment_tables *tables);

/// Whether there is something for `shortlist_merge_segments` to do. `page` is as in
/// `shortlist_segment_tables`.
int shortlist_needs_merging(sqlite3_stmt *page, int32_t most_segments, int *is_needed);

/// Merges segments of an index, newer ones first, where there are more than `most_segments`; goes on with
/// what was begun; and stops after about `most_leaves` pages of a large segment, with what has to be
/// gone on with. `*is_changed` is 0 when there was nothing to do. What FTS5 knows must be in its tables,
/// and it must read anew which segments there are.
int shortlist_merge_segments(const shortlist_segment_tables *tables, int32_t most_segments,
                             int32_t most_leaves, int *is_changed);

#pragma clang assume_nonnull end

#endif
