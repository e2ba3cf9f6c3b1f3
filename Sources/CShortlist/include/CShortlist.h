#ifndef CSHORTLIST_H
#define CSHORTLIST_H

#include <sqlite3.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The version of the tokens: it changes whenever the same text may give other tokens.
///
/// An index made with another version is rebuilt, because text deleted with other tokens than it
/// was inserted with would leave its postings behind.
#define SHORTLIST_TOKENIZER_VERSION 3

/// Registers the tokenizers `shortlist` and `shortlist_fragments`, the functions of FTS5
/// `shortlist_fields` and `shortlist_rank`, the functions `shortlist_checksum` and
/// `shortlist_leaf_is_sound`, and the table-valued function `shortlist_listed_docids`, on one
/// connection.
///
/// `shortlist` takes one optional argument. `marks`: the first word and the end of each text can be
/// searched for (see `SHORTLIST_END`). `stem`: beside each word that has one stands its English stem,
/// marked as `shortlist_mark_first` does. Borrows `db`; SQLite owns what is registered
/// and frees it when `db` closes. A second call changes nothing.
/// Returns `SQLITE_OK`, `SQLITE_NOMEM`, or `SQLITE_ERROR` when this SQLite has no FTS5.
int shortlist_register(sqlite3 *db);

/// In a query to FTS5, a text that begins with this byte holds ready tokens, separated by spaces;
/// they are passed on as they are.
#define SHORTLIST_VERBATIM 0x01

/// Stands behind the last word of a text indexed with `marks`, in a token beside that word; in a
/// text of one word, this token has the mark of a first word as well.
#define SHORTLIST_END "\x03"

/// Between keywords, and before the first: a text that begins with it has no start or end mark.
#define SHORTLIST_KEYWORD_SEPARATOR 0x1f

/// How a token stands in its text.
enum {
  /// A word, or a pair of characters of a script without spaces.
  SHORTLIST_TOKEN_WORD = 0,
  /// Beside a word: what stands before its first apostrophe, and what follows each (`ivoire` in
  /// "d'Ivoire", `xi` and `an` in "Xi'an").
  SHORTLIST_TOKEN_BESIDE = 1,
  /// Beside the parts of a hyphenated word: the parts joined (`email` in "e-mail").
  SHORTLIST_TOKEN_JOINED = 2,
  /// The last character of a run of two or more characters of a script without spaces.
  SHORTLIST_TOKEN_TAIL = 3,
  /// A single character that stands alone in a script without spaces: begins pairs.
  SHORTLIST_TOKEN_SINGLE = 4,
};

/// One token: its folded text in `shortlist_tokens_bytes`, and where it stood.
typedef struct {
  /// Where the folded text begins in `shortlist_tokens_bytes`, and its length, in bytes (1...256).
  int32_t offset, length;
  /// The byte range of the original text that the token came from.
  int32_t start, end;
  /// Counts words from 0; tokens beside each other share one.
  int32_t position;
  /// Tokens of one group were typed as one: a hyphenated word, or a run without spaces.
  int32_t group;
  /// One of `SHORTLIST_TOKEN_…`.
  int32_t kind;
} shortlist_token;

/// The tokens of one text. Owned by the caller, freed by `shortlist_tokens_free`.
typedef struct shortlist_tokens shortlist_tokens;

/// Splits `text`, `length` bytes of UTF-8, into tokens, without marks.
///
/// Any bytes will do: what is not UTF-8 separates words.
/// Returns `SQLITE_OK` and sets `tokens`; or `SQLITE_NOMEM`, and `*tokens` is NULL; or
/// `SQLITE_TOOBIG` for a text of 2 GiB or more.
int shortlist_tokenize(const char *_Nullable text, int64_t length,
                       shortlist_tokens *_Nullable *_Nonnull tokens);

/// The number of tokens.
int32_t shortlist_tokens_count(const shortlist_tokens *tokens);

/// The tokens, in order of position; valid until the tokens are freed.
const shortlist_token *shortlist_tokens_array(const shortlist_tokens *tokens);

/// The folded text of all tokens, one after the other; valid until the tokens are freed.
const char *shortlist_tokens_bytes(const shortlist_tokens *tokens);

/// For each byte of `shortlist_tokens_bytes`, where in the original the character that gave it
/// begins, and where that character and the marks dropped after it end.
const int32_t *shortlist_tokens_starts(const shortlist_tokens *tokens);
const int32_t *shortlist_tokens_ends(const shortlist_tokens *tokens);

/// Frees the tokens; NULL is allowed.
void shortlist_tokens_free(shortlist_tokens *_Nullable tokens);

/// Writes `token`, `length` bytes, as the mark of a first word into `mark`, which has room for
/// `length` + 8 bytes: its first character moved to a plane of its own, so that it counts as many
/// characters as the token. Returns the number of bytes written.
int32_t shortlist_mark_first(const char *token, int32_t length, char *mark);

/// The length of a title as ranking counts it: its characters without combining marks, after no
/// other folding. O(length).
int64_t shortlist_length(const char *_Nullable text, int64_t length);

/// Folds `text` as tokens are folded, keeping everything between the words: for tests and shells.
/// The result is freed with `sqlite3_free`; NULL when memory runs out.
char *_Nullable shortlist_fold(const char *_Nullable text, int64_t length, int64_t *folded_length);

/// Puts the safe settings on a connection that was just opened: defensive, no triggers, views,
/// extensions or double-quoted strings, and the limits of what one statement may cost.
/// Returns `SQLITE_OK` or the first error.
int shortlist_harden(sqlite3 *db);

/// Allows views and changes of the schema again, on a copy that nobody else sees.
int shortlist_unlock_copy(sqlite3 *db);

/// Lets statements write the tables that FTS5 keeps for itself, or forbids it again. Prepared
/// statements are prepared anew when they are used next.
int shortlist_unlock_shadows(sqlite3 *db, int unlocked);

/// The hash FNV-1a of `length` bytes, going on from `hash`; `SHORTLIST_HASH_START` at first.
uint64_t shortlist_hash(uint64_t hash, const void *_Nullable bytes, int64_t length);
#define SHORTLIST_HASH_START 0xcbf29ce484222325ull

/// The most letters of a word that has a stem of its own.
enum { shortlist_longest_stemmed = 64 };

/// Writes the English stem of a folded word, `length` bytes, into `stem`, which has room for
/// `length` + 1 bytes. Returns its length; 0 for what has no stem: words of other letters than a to
/// z, and shorter than three.
int32_t shortlist_stem(const char *word, int32_t length, char *stem);

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

/// What some items hold, gathered to be written into an FTS5 index at once, as a segment of its own.
///
/// FTS5 does the same with what is inserted, one item after the other.
typedef struct shortlist_new_segment shortlist_new_segment;

/// For an index of 1 to 4 columns with lists of beginnings of 1, 2 and 3 characters, whose tokenizer is
/// `shortlist`, with `marks` or with `stem`. NULL when memory runs out. Freed with
/// `shortlist_new_segment_free`.
shortlist_new_segment *_Nullable shortlist_new_segment_create(int32_t columns, int has_marks,
                                                              int has_stems);
void shortlist_new_segment_free(shortlist_new_segment *_Nullable segment);
/// The texts that follow are of the item `docid`, which is above those before.
int shortlist_new_segment_begin(shortlist_new_segment *segment, int64_t docid);
/// Adds the text of the item's next column. Returns `SQLITE_OK`, `SQLITE_NOMEM`, or `SQLITE_TOOBIG`.
int shortlist_new_segment_add(shortlist_new_segment *segment, const char *_Nullable text,
                              int64_t length);

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
int shortlist_new_segment_write(shortlist_new_segment *segment,
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

/// What ranking by words goes by.
typedef struct {
  /// The weight of each column.
  double weights[4];
  /// How soon a word that is repeated counts little more, and how much the length of the normalised
  /// column counts, 0 to 1.
  double k1, b;
  /// The column whose length counts.
  int32_t normalised;
  /// The columns of titles and keywords, as bits.
  uint32_t title_columns;
  /// The bits of a rowid below the number of its section.
  int32_t section_shift;
} shortlist_rank_settings;

/// A phrase of a match expression: the clause that it belongs to, and in which columns it counts.
typedef struct {
  int32_t clause;
  uint32_t columns;
} shortlist_rank_phrase;

/// What `shortlist_rank` needs to know of one statement, and what it leaves there.
typedef struct shortlist_ranking shortlist_ranking;

/// Copies all it is given. `phrases` are in the order of the match expression, those of a clause
/// together; `idf` has a weight for each clause. NULL when memory runs out. Freed with
/// `shortlist_ranking_free`, after the statements that it was bound to are done.
shortlist_ranking *_Nullable shortlist_ranking_create(const shortlist_rank_settings *settings,
                                                      const shortlist_rank_phrase *phrases,
                                                      int phrase_count, const double *idf,
                                                      int clause_count);
void shortlist_ranking_free(shortlist_ranking *_Nullable ranking);
/// From now on, rows of `section` that cannot reach `threshold` need no exact score.
void shortlist_ranking_prune(shortlist_ranking *ranking, int64_t section, double threshold);
/// The clauses that the last row had, as bits; those in titles and keywords only, if `in_titles`.
uint64_t shortlist_ranking_matched(const shortlist_ranking *ranking, int in_titles);
/// Binds a ranking, which is borrowed.
int shortlist_bind_ranking(sqlite3_stmt *statement, int index, shortlist_ranking *ranking);

/// How long the statements of a connection may go on. Shared between the thread that runs them and
/// those that cancel; thread-safe as far as said.
typedef struct shortlist_budget shortlist_budget;

/// Makes a budget without an end; NULL when memory runs out. Freed with `shortlist_budget_free`.
shortlist_budget *_Nullable shortlist_budget_create(void);
void shortlist_budget_free(shortlist_budget *budget);
/// From any thread: statements under this budget stop within 1,000 steps of SQLite's machine.
void shortlist_budget_cancel(shortlist_budget *budget);
/// From any thread: whether it was cancelled.
int shortlist_budget_is_cancelled(const shortlist_budget *budget);
/// Ends the budget `nanoseconds` from now; not while statements run under it.
void shortlist_budget_start(shortlist_budget *budget, int64_t nanoseconds);
/// Whether the time was over when last looked at.
int shortlist_budget_is_spent(const shortlist_budget *budget);
/// Whether it is over, or cancelled: looks at the clock.
int shortlist_budget_look(shortlist_budget *_Nullable budget);
/// Puts the statements of `db` under `budget`, which must live longer; NULL frees them again.
void shortlist_budget_apply(shortlist_budget *_Nullable budget, sqlite3 *db);

/// An FTS5 index whose pages are read in one transaction, and what was read of it that may be asked
/// for again.
typedef struct shortlist_index shortlist_index;

/// Reads of what an index is made. `page` gives the row of an id of the index's data; `leaf` the page of
/// a segment on which a term may stand, and `next_leaf` the next one; `leaves` those of all pages. All is
/// under `budget`. They must stay until `shortlist_index_free`, and the data as it is. SQLITE_NOTFOUND when
/// FTS5 must be asked, as it has written a newer format.
int shortlist_index_open(sqlite3_stmt *page, sqlite3_stmt *leaf, sqlite3_stmt *next_leaf,
                         sqlite3_stmt *leaves, shortlist_budget *_Nullable budget,
                         shortlist_index *_Nullable *_Nonnull result);
/// Puts an index under another budget, for a search that asks for other terms.
void shortlist_index_renew(shortlist_index *index, shortlist_budget *_Nullable budget);
void shortlist_index_free(shortlist_index *_Nullable index);

/// The docids of the items that hold some terms, read from the pages of an FTS5 index.
///
/// FTS5 gives a docid in 0.2 µs, and starts anew to leap over some; this takes 0.02 µs, and leaps.
typedef struct shortlist_postings shortlist_postings;

/// A part of what is looked for. Those of which it is made follow it.
typedef struct {
  /// One of `SHORTLIST_POSTINGS_…`.
  int32_t kind;
  /// Of a term or a prefix, its length in bytes; of others, how many parts it has.
  int32_t length;
  /// Of a term or a prefix, what FTS5 stores: a digit, and then its text. The digit is 0 for terms; for
  /// the index's own lists of prefixes, it is how many characters they have.
  const char *_Nullable bytes;
  /// Of a term or a prefix, in how many items it stands, at most; -1 when that is not known.
  int32_t count;
} shortlist_postings_part;

enum {
  SHORTLIST_POSTINGS_TERM = 0,
  /// Any term that begins so.
  SHORTLIST_POSTINGS_PREFIX = 1,
  /// The same, where the prefix itself, which is one of the terms, need not be read.
  SHORTLIST_POSTINGS_LONGER = 2,
  SHORTLIST_POSTINGS_ANY = 3,
  SHORTLIST_POSTINGS_ALL = 4,
  /// All, one after the other; its parts are terms, prefixes, or any of such.
  SHORTLIST_POSTINGS_PHRASE = 5,
  /// Any of many terms, its parts, in the order of their bytes: all docids are read when it is opened.
  /// It has no phrases, and stands in none.
  SHORTLIST_POSTINGS_ANY_TERM = 6,
  /// What was read before: `length` docids in order, at which `bytes` points. It stands in what is
  /// collected.
  SHORTLIST_POSTINGS_DOCIDS = 7,
  /// Its only part, which is none of this kind, for what few items have: all docids are read when it is
  /// opened. Of what has all of some parts, those of the rarest are read, and which of them the others
  /// have. It has no phrases, and stands in none.
  SHORTLIST_POSTINGS_COLLECTED = 8,
};

/// Opens what holds the first of some parts, before its first docid. The index must stay until
/// `shortlist_postings_free`. SQLITE_NOTFOUND when FTS5 must be asked, as a prefix has too many terms.
/// SQLITE_CORRUPT when the index is damaged, which later calls may find as well.
int shortlist_postings_open(shortlist_index *index, const shortlist_postings_part *parts,
                            int32_t count, shortlist_postings *_Nullable *_Nonnull result);
/// Goes on to the first docid that is not below `docid`; `*head` is INT64_MAX when there is none.
int shortlist_postings_seek(shortlist_postings *postings, int64_t docid, int64_t *head);
/// Goes back before the first docid. 0 when it would have to be read again, and they must be freed.
int shortlist_postings_rewind(shortlist_postings *postings);
/// Scores the item that they stand at, as `shortlist_rank` does: -1 when it cannot reach the threshold.
/// The phrases of the ranking are their terms, prefixes and phrases, apart from the parts of phrases, in
/// the same order. `lengths` gives the lengths of the columns of a docid; NULL when no column counts
/// by its length.
int shortlist_postings_score(shortlist_postings *postings, shortlist_ranking *ranking,
                             sqlite3_stmt *_Nullable lengths, double *score);
void shortlist_postings_free(shortlist_postings *_Nullable postings);

/// Reads the docids of what is collected, the first of some parts, into memory that is freed with
/// `sqlite3_free`. SQLITE_TOOBIG when too many items may have it; SQLITE_NOTFOUND when FTS5 must be asked.
int shortlist_collect(shortlist_index *index, const shortlist_postings_part *parts, int32_t count,
                      int64_t *_Nullable *_Nonnull docids, int32_t *docid_count);

/// Rising docids, of postings or else of a statement, and where they stand.
typedef struct {
  shortlist_postings *_Nullable postings;
  sqlite3_stmt *_Nullable statement;
  /// The docid of its row; INT64_MAX behind the last one.
  int64_t head;
  /// How many rows were read.
  int64_t rows;
} shortlist_docids;

/// Counts the different docids of all streams up to `last`, at most `limit` of them, and moves the
/// streams on behind those. When a statement fails, `*failed` tells which, and the others can go on.
int shortlist_count_docids(shortlist_docids *streams, int32_t stream_count, int64_t last,
                           int64_t limit, int64_t *count, int32_t *failed);

/// `sqlite3_bind_text` of bytes that stay as long as they are bound.
int shortlist_bind_borrowed_text(sqlite3_stmt *statement, int index, const char *_Nullable text,
                                 int64_t length);

/// `sqlite3_bind_text` and `sqlite3_bind_blob` of a copy of the bytes.
int shortlist_bind_text(sqlite3_stmt *statement, int index, const char *_Nullable text, int64_t length);
int shortlist_bind_blob(sqlite3_stmt *statement, int index, const void *_Nullable bytes, int64_t length);

/// Binds a copy of some docids, for the table-valued function `shortlist_listed_docids`.
int shortlist_bind_docids(sqlite3_stmt *statement, int index, const int64_t *_Nullable docids,
                          int64_t count);

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
typedef struct shortlist_vocabulary shortlist_vocabulary;

/// Reads terms, in how many items and in how many titles they stand, from `statement`, which gives
/// them in the order of the terms' bytes, and resets it. Returns `SQLITE_OK` and sets `vocabulary`; or
/// an error of SQLite (also `SQLITE_INTERRUPT`, and `SQLITE_TOOBIG` beyond 4 GiB of text), and it is NULL.
int shortlist_vocabulary_load(sqlite3_stmt *statement,
                              shortlist_vocabulary *_Nullable *_Nonnull vocabulary);

/// Frees the vocabulary; NULL is allowed.
void shortlist_vocabulary_free(shortlist_vocabulary *_Nullable vocabulary);

/// The memory of the vocabulary, in bytes.
int64_t shortlist_vocabulary_size(const shortlist_vocabulary *vocabulary);

/// The number of terms.
int32_t shortlist_vocabulary_count(const shortlist_vocabulary *vocabulary);

/// Whether `text` is a term, or with `is_prefix` begins one. O(log *terms*).
int shortlist_vocabulary_holds(const shortlist_vocabulary *vocabulary, const char *text,
                               int32_t length, int is_prefix);

/// In how many items `text` stands, or with `is_prefix` all terms that begin with it, each counted for
/// itself; with `in_titles` in how many titles. O(log *terms*), and each term of a prefix.
int32_t shortlist_vocabulary_items(const shortlist_vocabulary *vocabulary, const char *text,
                                   int32_t length, int is_prefix, int in_titles);

/// The terms that hold a fragment: they begin with it, or have it inside. Only those that stand in
/// some title or keywords, in the order of their bytes, as many as `limit` allows; `*sum` is in how
/// many titles they all stand. The array is freed with `sqlite3_free`. Returns `SQLITE_OK`,
/// `SQLITE_NOMEM`, or `SQLITE_TOOBIG` when there are more. O(*bytes of all terms*), about 0.1 ns each.
int shortlist_vocabulary_containing(const shortlist_vocabulary *vocabulary, const char *fragment,
                                    int32_t length, int32_t limit,
                                    shortlist_term_count *_Nullable *_Nonnull result,
                                    int32_t *result_count, int64_t *sum);

/// A fragment that is looked for in a text.
typedef struct {
  /// Folded.
  const char *bytes;
  int32_t length;
  /// Set to 1 when it was found.
  int32_t found;
} shortlist_fragment;

/// Finds which fragments some word of a text begins with, or has inside, of those that were not found
/// before. Returns `SQLITE_OK`, or `SQLITE_TOOBIG` for a text of 2 GiB or more.
int shortlist_find_fragments(const char *_Nullable text, int64_t length,
                             shortlist_fragment *fragments, int32_t count);

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
  /// In the vocabulary, not ended by a NUL.
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
int shortlist_vocabulary_corrections(const shortlist_vocabulary *vocabulary, const char *word,
                                     int32_t length, int32_t allowance, int32_t limit,
                                     shortlist_corrections *words,
                                     shortlist_corrections *_Nullable beginnings);

/// A schema change, from the folder `Migrations`.
typedef struct {
  int32_t number;
  const char *name;
  const char *sql;
} shortlist_migration;

/// The schema changes in order.
const shortlist_migration *shortlist_migrations(int32_t *count);

#pragma clang assume_nonnull end

#endif
