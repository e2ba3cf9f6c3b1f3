#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The postings of some added and removed items, gathered to be written to an FTS5 index as a segment
/// of their own.
///
/// FTS5 does the same, one item after the other.
typedef struct shortlist_segment_builder shortlist_segment_builder;

/// Creates a builder for an index of 1 to `shortlist_most_columns` columns with prefix indexes for 1, 2
/// and 3 characters. Returns NULL when memory runs out. Free with `shortlist_segment_builder_free`.
shortlist_segment_builder *_Nullable shortlist_segment_builder_create(int32_t columns);
void shortlist_segment_builder_free(shortlist_segment_builder *_Nullable segment);
/// Begins to add or to remove the item `docid`, which must be above those before, except that an
/// item may be added directly after its removal. The texts to remove must be those that were added.
/// `is_alone` says that no other index holds the item, for the counts.
int shortlist_segment_builder_begin(shortlist_segment_builder *segment, int64_t docid,
                                    bool is_removal, bool is_alone);

/// A flag of a token that counts as a term of its item.
#define SHORTLIST_TOKEN_COUNTS 0x10000

/// Adds the next token of the current column to `builder`, a segment builder. Has the type of
/// FTS5's token callback. Returns `SQLITE_OK`, `SQLITE_NOMEM`, or `SQLITE_TOOBIG`.
int shortlist_segment_builder_add_token(void *builder, int flags, const char *token, int length,
                                        int start, int end);
/// Ends the current column of the item; the tokens that follow belong to the next.
void shortlist_segment_builder_end_column(shortlist_segment_builder *builder);

/// Makes the segment in memory once all items are added, which is most of the work of writing.
/// Writing does it otherwise. Returns `SQLITE_OK` or `SQLITE_NOMEM`.
int shortlist_segment_builder_finish(shortlist_segment_builder *segment);

/// By how much the number of items with a term changes: of all items, and of those that no other
/// index holds.
typedef struct {
  const char *text;
  int32_t length;
  int32_t items, alone;
} shortlist_segment_count;

/// Returns the terms of the items that `SHORTLIST_TOKEN_COUNTS` has counted, in order, once the
/// segment is finished. They belong to the builder.
const shortlist_segment_count *_Nullable shortlist_segment_builder_counts(
    const shortlist_segment_builder *segment, int32_t *count);

enum {
  /// FTS5 gives ids below this.
  shortlist_segment_id_limit = 2048,
};

/// A set of segments, by id.
typedef struct {
  uint64_t bits[shortlist_segment_id_limit / 64];
} shortlist_segment_ids;

/// Whether a set has a segment. An id that no segment can have is in every set.
static inline bool shortlist_has_segment(const shortlist_segment_ids *ids, int64_t id) {
  return id < 0 || id >= shortlist_segment_id_limit ||
         (ids->bits[id / 64] >> id % 64 & 1) != 0;
}

/// Adds a segment to a set.
static inline void shortlist_add_segment(shortlist_segment_ids *ids, int64_t id) {
  if (id < 0 || id >= shortlist_segment_id_limit) return;
  ids->bits[id / 64] |= (uint64_t)1 << id % 64;
}

/// The tables of an FTS5 index.
typedef struct {
  /// Returns a row of the data table by id, and stores one.
  sqlite3_stmt *page, *put_page;
  /// Stores a segment, a term, and the leaf on which terms from there on begin.
  sqlite3_stmt *put_leaf;
  /// Removes a range of rows of the data table, and all that `put_leaf` stored for a segment.
  sqlite3_stmt *remove_pages, *remove_leaves;
  /// Stores a docid and its lengths, and removes them; NULL if the index has no lengths.
  sqlite3_stmt *_Nullable put_lengths, *_Nullable remove_lengths;
} shortlist_segment_tables;

/// Writes the segment; call it once. FTS5 must not have changed the index in the same transaction,
/// and must open its table again before it does, because it caches the structure record. Returns
/// SQLITE_NOTFOUND, without writing anything, when only FTS5 can write: a newer version uses
/// another format.
int shortlist_segment_builder_write(shortlist_segment_builder *segment,
                                const shortlist_segment_tables *tables);

/// The extent of a merge.
typedef struct {
  /// The number of segments that may remain.
  int32_t segments;
  /// How many of them may have more than 32 leaves.
  int32_t large_segments;
  /// About how many leaves of a large segment are written in one part.
  int32_t leaves;
} shortlist_merge_limits;

/// Whether `shortlist_merge_segments` has work to do. `page` is as in `shortlist_segment_tables`.
int shortlist_needs_merging(sqlite3_stmt *page, shortlist_merge_limits limits, int *is_needed);

/// Merges segments of an index, newest first, when there are too many, and continues a merge that is
/// under way. Stops after one part; the next call continues. Sets `*is_changed` to 0 when there was
/// nothing to do. FTS5 must have written its pending changes before, and must read the structure record
/// again after. Adds the segments that it writes, cuts or removes to `touched`.
int shortlist_merge_segments(const shortlist_segment_tables *tables, shortlist_merge_limits limits,
                             int *is_changed, shortlist_segment_ids *touched);

/// A merge that is made in memory, part by part.
typedef struct shortlist_merger shortlist_merger;

/// A part of a merge that was made in memory, and is yet to be stored.
typedef struct shortlist_merge shortlist_merge;

/// Begins to merge like `shortlist_merge_segments`, but in memory, so that another connection than the one
/// that writes can do most of the work. The connection of `page` must read the same state until the end.
/// Close it even on failure.
int shortlist_merger_open(sqlite3_stmt *page, shortlist_merge_limits limits,
                          shortlist_merger *_Nullable *_Nonnull merger);
/// Makes the next part, which takes about 4 KiB for each of its leaves. Sets `*merge` to NULL at the end,
/// or if there is nothing to do. Free it with `shortlist_merge_free`.
int shortlist_merger_next(shortlist_merger *merger, shortlist_merge *_Nullable *_Nonnull merge);
void shortlist_merger_close(shortlist_merger *_Nullable merger);

/// Stores a part; call it once. The index must be as it was when the merge was begun, except for the parts
/// before, which must be stored. Otherwise like `shortlist_merge_segments`.
int shortlist_merge_store(shortlist_merge *merge, const shortlist_segment_tables *tables,
                          shortlist_segment_ids *touched);
void shortlist_merge_free(shortlist_merge *_Nullable merge);

/// Whether a leaf is valid: its header and footer point inside the page, and each piece ends where
/// it should.
bool shortlist_leaf_is_sound(const unsigned char *_Nullable bytes, int32_t count);

enum {
  /// The most columns of an index.
  shortlist_most_columns = 8,
  /// The length of FTS5's record of totals: the number of items, then of tokens in each column.
  shortlist_total_count = 1 + shortlist_most_columns,
};

/// Reads FTS5's record of totals; missing ones are 0. Returns `false` if the record is malformed.
bool shortlist_read_totals(const unsigned char *_Nullable record, int32_t length,
                           uint64_t totals[_Nonnull shortlist_total_count]);

#pragma clang assume_nonnull end
