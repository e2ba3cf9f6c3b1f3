#ifndef SHORTLIST_CHANGES_H
#define SHORTLIST_CHANGES_H

#include <sqlite3.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Counts terms: in how many items each stands, and in the titles and keywords of how many. Every token
/// is a term, but for the last character of a run.
typedef struct shortlist_term_counts shortlist_term_counts;

/// With `has_stems`, the stems of the terms of an item are terms of it too, marked as
/// `shortlist_mark_first` does. NULL when memory runs out.
shortlist_term_counts *_Nullable shortlist_term_counts_create(int has_stems);
void shortlist_term_counts_free(shortlist_term_counts *_Nullable counts);
/// The texts that follow are of another item, which counts `step` for each of its terms.
void shortlist_term_counts_begin(shortlist_term_counts *counts, int64_t step);
/// Adds a text of the item: `is_title` if it is its title or keywords. Returns `SQLITE_OK`,
/// `SQLITE_NOMEM`, or `SQLITE_TOOBIG`: for a text of 2 GiB or more, or beyond 268,435,456 terms.
int shortlist_term_counts_add(shortlist_term_counts *counts, const char *_Nullable text,
                              int64_t length, int is_title);

/// A term, and what it counts.
typedef struct {
  /// Not ended by a NUL; valid until `counts` changes.
  const char *text;
  int32_t length;
  int64_t items, titles;
} shortlist_term_count;

/// All terms that do not count 0 and 0, in the order of their bytes. The array is freed with
/// `sqlite3_free`. Returns `SQLITE_OK` or `SQLITE_NOMEM`.
int shortlist_term_counts_sorted(const shortlist_term_counts *counts,
                                 shortlist_term_count *_Nullable *_Nonnull result,
                                 int32_t *result_count);
/// Forgets all terms.
void shortlist_term_counts_clear(shortlist_term_counts *counts);
/// How many slots of the table of terms are looked at when each term is looked for once: for tests.
int64_t shortlist_term_counts_probes(const shortlist_term_counts *counts);

/// Terms in the order of their bytes and what they count, as few bytes.
typedef struct shortlist_packed_terms shortlist_packed_terms;

/// NULL when memory runs out.
shortlist_packed_terms *_Nullable shortlist_packed_terms_create(void);
void shortlist_packed_terms_free(shortlist_packed_terms *_Nullable packed);
/// Adds a term, which stands behind those before; one of more than 255 bytes is left out, as the
/// dictionary does. A count below 0 is 0. Returns `SQLITE_OK` or `SQLITE_NOMEM`.
int shortlist_packed_terms_add(shortlist_packed_terms *packed, const char *text, int32_t length,
                               int64_t items, int64_t titles);
/// The bytes so far, valid until a term is added.
const void *_Nullable shortlist_packed_terms_bytes(const shortlist_packed_terms *packed,
                                                   int64_t *size);
/// Begins anew.
void shortlist_packed_terms_clear(shortlist_packed_terms *packed);

/// What some items hold, gathered to be written into an FTS5 index at once, as a segment of its own.
///
/// FTS5 does the same with what is inserted, one item after the other.
typedef struct shortlist_segment_builder shortlist_segment_builder;

/// For an index of 1 to 4 columns with lists of beginnings of 1, 2 and 3 characters, whose tokenizer is
/// `shortlist`, with `marks` or with `stem`. NULL when memory runs out. Freed with
/// `shortlist_segment_builder_free`.
shortlist_segment_builder *_Nullable shortlist_segment_builder_create(int32_t columns, int has_marks,
                                                              int has_stems);
void shortlist_segment_builder_free(shortlist_segment_builder *_Nullable segment);
/// The texts that follow are of the item `docid`, which is above those before.
int shortlist_segment_builder_begin(shortlist_segment_builder *segment, int64_t docid);
/// Adds the text of the item's next column. Returns `SQLITE_OK`, `SQLITE_NOMEM`, or `SQLITE_TOOBIG`.
int shortlist_segment_builder_add(shortlist_segment_builder *segment, const char *_Nullable text,
                              int64_t length);

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
