#pragma once

#include <sqlite3.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Counts, for each term, the items that hold it, and the items that hold it in their title or
/// keywords. Every token is a term, except for the last character of a run.
typedef struct shortlist_term_counts shortlist_term_counts;

/// Creates a counter; returns NULL when memory runs out. With `has_stems`, the stems of an item's
/// terms are terms too, marked as by `shortlist_mark_first`.
shortlist_term_counts *_Nullable shortlist_term_counts_create(int has_stems);
void shortlist_term_counts_free(shortlist_term_counts *_Nullable counts);
/// Begins the next item, which adds `step` to the counts of its terms.
void shortlist_term_counts_begin(shortlist_term_counts *counts, int64_t step);
/// Adds a text of the current item; `is_title` says that it is the title or the keywords. Returns
/// `SQLITE_OK`, `SQLITE_NOMEM`, or `SQLITE_TOOBIG` for a text of 2 GiB or more, or beyond
/// 268,435,456 terms.
int shortlist_term_counts_add(shortlist_term_counts *counts, const char *_Nullable text,
                              int64_t length, int is_title);

/// A term and its counts.
typedef struct {
  /// Not NUL-terminated; valid until `counts` changes.
  const char *text;
  int32_t length;
  int64_t items, titles;
} shortlist_term_count;

/// Returns all terms with a count other than 0, sorted by their bytes. The caller frees the array
/// with `sqlite3_free`. Returns `SQLITE_OK` or `SQLITE_NOMEM`.
int shortlist_term_counts_sorted(const shortlist_term_counts *counts,
                                 shortlist_term_count *_Nullable *_Nonnull result,
                                 int32_t *result_count);
/// Removes all terms.
void shortlist_term_counts_clear(shortlist_term_counts *counts);

/// Terms and their counts, sorted by their bytes and packed to save space.
typedef struct shortlist_packed_terms shortlist_packed_terms;

/// Returns NULL when memory runs out.
shortlist_packed_terms *_Nullable shortlist_packed_terms_create(void);
void shortlist_packed_terms_free(shortlist_packed_terms *_Nullable packed);
/// Adds a term, which must sort after the last one. Like the dictionary, it leaves out a term of
/// more than 255 bytes. Stores a negative count as 0. Returns `SQLITE_OK` or `SQLITE_NOMEM`.
int shortlist_packed_terms_add(shortlist_packed_terms *packed, const char *text, int32_t length,
                               int64_t items, int64_t titles);
/// Returns the bytes so far, valid until the next term is added.
const void *_Nullable shortlist_packed_terms_bytes(const shortlist_packed_terms *packed,
                                                   int64_t *size);
/// Removes all terms.
void shortlist_packed_terms_clear(shortlist_packed_terms *packed);

enum {
  /// The shortest word that may have an edit, in characters.
  shortlist_typo_one_edit = 5,
  /// The shortest word that may have two, and how long it or the term must be for that.
  shortlist_typo_two_edits = 7,
  shortlist_typo_two_edits_of_either = 9,
  /// The most edits ever allowed.
  shortlist_typo_edits = 2,
  /// The longest word that is corrected: its positions fit into 64 bits.
  shortlist_typo_characters = 63,
};

/// Returns the most edits allowed for a folded word: 0 below 5 characters, 1 from 5, 2 from 7.
/// Always 0 for a word that holds a digit or an emoji, is in a script without spaces, or was cut at
/// its 64th character. A word of 7 or 8 characters gets the second edit only against a term of 9 or
/// more, as the intended word may be longer than the one typed.
int32_t shortlist_typo_allowance(const char *word, int32_t length);

/// Returns the fewest edits between `word`, as typed, and `term`, both folded; 3 if there are more
/// than allowed. Two edits are allowed when either has 9 characters or more, otherwise one.
///
/// An edit inserts, deletes or replaces a letter, or swaps two neighbours; no letter is edited
/// twice (optimal string alignment). An edit of the word's first letter counts as two: a
/// replacement, a deletion, an insertion before it, or a swap with the next. With `is_prefix`,
/// compares with every beginning of the term and takes the one with the fewest edits, and of those
/// the longest. `matched` is set to its length in bytes; without `is_prefix`, to the length of the
/// term; without a match, to 0. O(*length of the term*). A `word` of more than 63 characters
/// matches nothing.
int32_t shortlist_typo_distance(const char *word, int32_t word_length, const char *term,
                                int32_t term_length, int is_prefix, int32_t *matched);

/// All terms of an index in memory, to find terms similar to a word. Takes about 13 bytes per term,
/// plus the text and a quarter of its size. Immutable, and safe to use from several threads. A
/// dictionary made by `shortlist_dictionary_update` shares most of its memory with the earlier one.
typedef struct shortlist_dictionary shortlist_dictionary;

/// Reads terms, with their numbers of items and titles, from `statement`, which returns them sorted
/// by their bytes; then resets it. Returns `SQLITE_OK` and sets `dictionary`. Otherwise returns an
/// SQLite error and sets it to NULL; `SQLITE_INTERRUPT` is possible, as is `SQLITE_TOOBIG` beyond 4
/// GiB of text.
int shortlist_dictionary_load(sqlite3_stmt *statement,
                              shortlist_dictionary *_Nullable *_Nonnull dictionary);

/// Reads packed terms (see `shortlist_packed_terms`) from the rows of `terms`, in order. A second column
/// says how many bytes all rows have, so that memory is allocated seldom. Returns `SQLITE_CORRUPT` if the
/// bytes are not sorted packed terms.
int shortlist_dictionary_read(sqlite3_stmt *terms,
                              shortlist_dictionary *_Nullable *_Nonnull dictionary);

/// Makes another dictionary from one and later changes: packed terms from `rows`, of which the last wins.
/// Leaves out terms that no item holds any more. It shares the terms that have not changed with `old`,
/// unless more than one in 64 has changed since `old` or a predecessor was made with all terms: then it
/// gets its own, and `*is_whole` is set to 1. Sets `*parts` to the number of rows; without rows,
/// `*dictionary` is NULL. `number` is greater than that of each update that led to `old`.
/// O(*changed terms*), and 3 ns for each term of a whole dictionary.
int shortlist_dictionary_update(shortlist_dictionary *old, sqlite3_stmt *rows, uint32_t number,
                                int32_t *parts,
                                shortlist_dictionary *_Nullable *_Nonnull dictionary,
                                int32_t *is_whole);

/// Does the same with the packed terms of one row.
int shortlist_dictionary_update_with_part(shortlist_dictionary *old, const void *_Nullable bytes,
                                          int64_t size, uint32_t number,
                                          shortlist_dictionary *_Nullable *_Nonnull dictionary,
                                          int32_t *is_whole);

/// Frees the dictionary; NULL is allowed.
void shortlist_dictionary_free(shortlist_dictionary *_Nullable dictionary);

/// The number of terms.
int32_t shortlist_dictionary_count(const shortlist_dictionary *dictionary);

/// A position among the terms; zero at the beginning.
typedef struct {
  int32_t term, change;
} shortlist_dictionary_place;

/// Returns the next term in byte order, which is valid as long as the dictionary; one without text at
/// the end.
shortlist_term_count shortlist_dictionary_next(const shortlist_dictionary *dictionary,
                                               shortlist_dictionary_place *place);

/// Whether `text` is a term or, with `is_prefix`, the beginning of one. O(log *terms*).
int shortlist_dictionary_holds(const shortlist_dictionary *dictionary, const char *text,
                               int32_t length, int is_prefix);

/// Returns the number of items that hold `text`; with `in_titles`, the number of titles. With
/// `is_prefix`, returns the sum over all terms that begin with it. O(log *terms*), plus O(1) for
/// each term of a prefix.
int32_t shortlist_dictionary_items(const shortlist_dictionary *dictionary, const char *text,
                                   int32_t length, int is_prefix, int in_titles);

/// Returns the sum of the numbers of items over the first terms that begin with `prefix`, at most
/// `limit` of them. O(*limit*).
int64_t shortlist_dictionary_first_items(const shortlist_dictionary *dictionary, const char *prefix,
                                         int32_t length, int32_t limit);

/// Finds the terms that contain a substring, at the beginning or inside, and that occur in a title
/// or in keywords. They are sorted by their bytes; `*sum` is the sum of their title counts. The
/// caller frees the array with `sqlite3_free`. Returns `SQLITE_OK`, `SQLITE_NOMEM`, or
/// `SQLITE_TOOBIG` when there are more than `limit`. O(*bytes of all terms*), about 0.1 ns each.
int shortlist_dictionary_containing(shortlist_dictionary *dictionary, const char *substring,
                                    int32_t length, int32_t limit,
                                    shortlist_term_count *_Nullable *_Nonnull result,
                                    int32_t *result_count, int64_t *sum);

/// A word to find in a text.
typedef struct {
  /// Folded; at least 1 byte.
  const char *bytes;
  int32_t length;
  /// Whether the beginning of a token also matches.
  int32_t is_prefix;
} shortlist_word;

/// A byte range of a text.
typedef struct {
  int32_t start, end;
} shortlist_stretch;

/// Finds the tokens of a text that match some words. `found` has room for `capacity` ranges and is
/// filled from left to right, without overlaps. Returns `SQLITE_OK`; `SQLITE_FULL` when there are
/// more; or `SQLITE_TOOBIG` for a text of 2 GiB or more.
int shortlist_find_words(const char *_Nullable text, int64_t length, const shortlist_word *words,
                         int32_t count, shortlist_stretch *found, int32_t capacity,
                         int32_t *found_count);

/// A correction of a misspelt word: a term, or the beginning of terms.
typedef struct {
  /// Points into the dictionary; not NUL-terminated.
  const char *text;
  int32_t length;
  /// 1 or 2.
  int32_t edits;
  /// The number of terms; for a beginning, of all that begin with it.
  int32_t terms;
  /// The number of items that hold the term; for a beginning, the sum over the terms that count for
  /// it.
  int64_t items;
} shortlist_correction;

/// Corrections of one word: fewest edits first, then most items, then by bytes.
typedef struct {
  /// Free it with `sqlite3_free`.
  shortlist_correction *_Nullable array;
  int32_t count, capacity;
} shortlist_corrections;

/// Finds the best corrections of a folded word, at most `limit`, with at most `allowance` edits
/// (see `shortlist_typo_distance`). `words` receives terms; `beginnings`, unless NULL, receives
/// beginnings of terms. Each term counts for its shortest beginning with the fewest edits, or for
/// none if it begins with the word itself. Returns `SQLITE_OK` or `SQLITE_NOMEM`.
int shortlist_dictionary_corrections(const shortlist_dictionary *dictionary, const char *word,
                                     int32_t length, int32_t allowance, int32_t limit,
                                     shortlist_corrections *words,
                                     shortlist_corrections *_Nullable beginnings);

/// Whether the corrections of a word may differ from what they were before the updates with numbers
/// above `number`. `with_beginnings` says which are asked for. O(*changed terms*).
int shortlist_dictionary_may_correct_otherwise(const shortlist_dictionary *dictionary,
                                               const char *word, int32_t length, int32_t allowance,
                                               int with_beginnings, uint32_t number);

#pragma clang assume_nonnull end
