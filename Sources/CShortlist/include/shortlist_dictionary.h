#ifndef CSHORTLIST_DICTIONARY_H
#define CSHORTLIST_DICTIONARY_H

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

/// The most edits that a folded word may have: 0 below 5 characters, 1 from 5, 2 from 7; 0 for words
/// that hold a digit or an emoji, are of a script without spaces, or are cut at their 64th character.
/// Words of 7 or 8 characters have two only where what they are compared with has 9 or more: the word
/// that was meant may be longer than the one typed.
int32_t shortlist_typo_allowance(const char *word, int32_t length);

/// The fewest edits that make `word`, as it was typed, of `term`, both folded; 3 for more than
/// are allowed: 1, or 2 where one of them has 9 characters or more.
///
/// An edit is a letter more, less or another one, or two neighbours swapped, and no letter is edited
/// twice (optimal string alignment). An edit of the first letter of the word counts as two: another
/// one, none, one before it, or its swap with the next. With `is_prefix`, the beginning of the term
/// that needs the fewest edits counts, and of those the longest; `matched` is set to its length in
/// bytes, to that of the term without `is_prefix`, and to 0 when there is none.
/// O(*length of the term*); `word` of more than 63 characters matches nothing.
int32_t shortlist_typo_distance(const char *word, int32_t word_length, const char *term,
                                int32_t term_length, int is_prefix, int32_t *matched);

/// All terms of an index in memory, for finding those that are like a word: about 13 bytes a term
/// besides its text, and a quarter of that. It does not change, and any threads may use it at the same time.
typedef struct shortlist_dictionary shortlist_dictionary;

/// Reads terms, in how many items and in how many titles they stand, from `statement`, which gives
/// them in the order of the terms' bytes, and resets it. Returns `SQLITE_OK` and sets `dictionary`; or
/// an error of SQLite (also `SQLITE_INTERRUPT`, and `SQLITE_TOOBIG` beyond 4 GiB of text), and it is NULL.
int shortlist_dictionary_load(sqlite3_stmt *statement,
                              shortlist_dictionary *_Nullable *_Nonnull dictionary);

/// The same from terms as `shortlist_packed_terms` has them: in the rows of `terms`, one row behind the
/// other; and in the rows of `changes` what has become of some of them since then, where a later row
/// counts more. Terms that stand in no item any more are left out. `*parts` is the number of these rows. `SQLITE_CORRUPT` where the bytes are
/// not those of terms in order.
int shortlist_dictionary_read(sqlite3_stmt *terms, sqlite3_stmt *changes, int32_t *parts,
                              shortlist_dictionary *_Nullable *_Nonnull dictionary);

/// Frees the dictionary; NULL is allowed.
void shortlist_dictionary_free(shortlist_dictionary *_Nullable dictionary);

/// The memory of the dictionary, in bytes.
int64_t shortlist_dictionary_size(const shortlist_dictionary *dictionary);

/// The number of terms.
int32_t shortlist_dictionary_count(const shortlist_dictionary *dictionary);

/// One of the terms, in the order of their bytes, valid as long as the dictionary.
shortlist_term_count shortlist_dictionary_term(const shortlist_dictionary *dictionary, int32_t term);

/// Whether `text` is a term, or with `is_prefix` begins one. O(log *terms*).
int shortlist_dictionary_holds(const shortlist_dictionary *dictionary, const char *text,
                               int32_t length, int is_prefix);

/// In how many items `text` stands, or with `is_prefix` all terms that begin with it, each counted for
/// itself; with `in_titles` in how many titles. O(log *terms*), and each term of a prefix.
int32_t shortlist_dictionary_items(const shortlist_dictionary *dictionary, const char *text,
                                   int32_t length, int is_prefix, int in_titles);

/// The terms that hold a substring: they begin with it, or have it inside. Only those that stand in
/// some title or keywords, in the order of their bytes, as many as `limit` allows; `*sum` is in how
/// many titles they all stand. The array is freed with `sqlite3_free`. Returns `SQLITE_OK`,
/// `SQLITE_NOMEM`, or `SQLITE_TOOBIG` when there are more. O(*bytes of all terms*), about 0.1 ns each.
int shortlist_dictionary_containing(shortlist_dictionary *dictionary, const char *substring,
                                    int32_t length, int32_t limit,
                                    shortlist_term_count *_Nullable *_Nonnull result,
                                    int32_t *result_count, int64_t *sum);

/// A substring that is looked for in a text.
typedef struct {
  /// Folded.
  const char *bytes;
  int32_t length;
  /// Set to 1 when it was found.
  int32_t found;
} shortlist_substring;

/// Finds which substrings some word of a text begins with, or has inside, of those that were not found
/// before. Returns `SQLITE_OK`, or `SQLITE_TOOBIG` for a text of 2 GiB or more.
int shortlist_find_substrings(const char *_Nullable text, int64_t length,
                             shortlist_substring *substrings, int32_t count);

/// A word that is looked for in a text.
typedef struct {
  /// Folded, 1 byte or more.
  const char *bytes;
  int32_t length;
  /// Whether the beginning of a token will do.
  int32_t is_prefix;
} shortlist_word;

/// A stretch of a text, in bytes.
typedef struct {
  int32_t start, end;
} shortlist_stretch;

/// Finds where tokens of a text are some words, or begin with them: `found`, which has room for
/// `capacity` stretches, from left to right, none overlapping another. Returns `SQLITE_OK`;
/// `SQLITE_FULL` when there are more; or `SQLITE_TOOBIG` for a text of 2 GiB or more.
int shortlist_find_words(const char *_Nullable text, int64_t length, const shortlist_word *words,
                         int32_t count, shortlist_stretch *found, int32_t capacity,
                         int32_t *found_count);

/// What a misspelt word may have been: a term, or the beginning of terms.
typedef struct {
  /// In the dictionary, not ended by a NUL.
  const char *text;
  int32_t length;
  /// 1 or 2.
  int32_t edits;
  /// How many items hold the term; for a beginning, the sum over the terms that count for it.
  int64_t items;
} shortlist_correction;

/// Corrections of one word: fewest edits first, then most items, then by their bytes.
typedef struct {
  /// Freed with `sqlite3_free`; NULL when there are none.
  shortlist_correction *_Nullable array;
  int32_t count;
} shortlist_corrections;

/// The best corrections of a folded word with at most `allowance` edits (see
/// `shortlist_typo_distance`), at most `limit`: as `words` the terms; as `beginnings`, unless that is
/// NULL, beginnings of terms: each term counts for its shortest beginning with the fewest edits, and
/// not at all if it begins with the word. Returns `SQLITE_OK` or `SQLITE_NOMEM`.
int shortlist_dictionary_corrections(const shortlist_dictionary *dictionary, const char *word,
                                     int32_t length, int32_t allowance, int32_t limit,
                                     shortlist_corrections *words,
                                     shortlist_corrections *_Nullable beginnings);

#pragma clang assume_nonnull end

#endif
