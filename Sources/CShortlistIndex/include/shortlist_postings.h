#ifndef CSHORTLISTINDEX_POSTINGS_H
#define CSHORTLISTINDEX_POSTINGS_H

#include <sqlite3.h>
#include <stdint.h>

#include "shortlist_budget.h"
#include "shortlist_ranking.h"

#pragma clang assume_nonnull begin

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
} shortlist_query_node;

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
  SHORTLIST_POSTINGS_MATERIALISED = 8,
};

/// Opens what holds the first of some parts, before its first docid. The index must stay until
/// `shortlist_postings_free`. SQLITE_NOTFOUND when FTS5 must be asked, as a prefix has too many terms.
/// SQLITE_CORRUPT when the index is damaged, which later calls may find as well.
int shortlist_postings_open(shortlist_index *index, const shortlist_query_node *parts,
                            int32_t count, shortlist_postings *_Nullable *_Nonnull result);
/// Goes on to the first docid that is not below `docid`; `*head` is INT64_MAX when there is none.
int shortlist_postings_seek(shortlist_postings *postings, int64_t docid, int64_t *head);
/// Goes on to any docid from `docid` to `last` that is quickly reached and has more behind it up to there;
/// where there is none, it does what `shortlist_postings_seek` does.
int shortlist_postings_enter(shortlist_postings *postings, int64_t docid, int64_t last,
                             int64_t *head);
/// Goes back before the first docid. 0 when it would have to be read again, and they must be freed.
int shortlist_postings_rewind(shortlist_postings *postings);
/// Scores the item that they stand at, as `shortlist_rank` does: -1 when it does not reach the threshold.
/// The phrases of the ranking are their terms, prefixes and phrases, apart from the parts of phrases, in
/// the same order. `lengths` gives docids from one on, with the lengths of their columns; NULL when no
/// column counts by its length. It must stay until the postings are freed.
int shortlist_postings_score(shortlist_postings *postings, shortlist_ranking *ranking,
                             sqlite3_stmt *_Nullable lengths, double *score);
/// Goes on to the first item from `docid` to `last` that has all clauses and reaches the threshold, and
/// scores it. `*head` is above `last` when there is none; `*rows` grows by the items looked at.
int shortlist_postings_next_scored(shortlist_postings *postings, shortlist_ranking *ranking,
                                   sqlite3_stmt *_Nullable lengths, int64_t docid, int64_t last,
                                   int64_t *head, double *score, int64_t *rows);
void shortlist_postings_free(shortlist_postings *_Nullable postings);

/// Reads the docids of what is collected, the first of some parts, into memory that is freed with
/// `sqlite3_free`. SQLITE_TOOBIG when too many items may have it; SQLITE_NOTFOUND when FTS5 must be asked.
int shortlist_materialise(shortlist_index *index, const shortlist_query_node *parts, int32_t count,
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

#pragma clang assume_nonnull end

#endif
