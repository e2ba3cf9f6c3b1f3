#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "shortlist_budget.h"
#include "shortlist_ranking.h"
#include "shortlist_segments.h"

#pragma clang assume_nonnull begin

/// An FTS5 index whose pages are read in one transaction, with caches of what was read.
typedef struct shortlist_index shortlist_index;

/// Opens an index. `page` returns the row of the data table with an id; `leaf` the number of
/// the page of a segment that may hold a term, and `next_leaf` that of the one after it; `leaves` the first terms of all
/// its pages. At most `cached_pages` pages of large segments are cached, and
/// `cached_bytes` bytes of the leaves of small ones, and as much of docids. Reading is under `budget`. All
/// must stay until `shortlist_index_free`, and the data must not change, except that
/// `shortlist_index_follow` may let the index follow. Returns SQLITE_NOTFOUND when only FTS5 can read the index, because a newer
/// version has written it.
int shortlist_index_open(sqlite3_stmt *page, sqlite3_stmt *leaf, sqlite3_stmt *next_leaf,
                         sqlite3_stmt *leaves, int32_t cached_pages,
                         int32_t cached_bytes, shortlist_budget *_Nullable budget,
                         shortlist_index *_Nullable *_Nonnull result);
/// Reads the structure record again after the data has changed, and keeps the cached pages of all
/// segments that are not in `changed`, and the lengths of all items that are not in `docids`. Free the
/// index if this fails.
int shortlist_index_follow(shortlist_index *index, shortlist_budget *_Nullable budget,
                           const shortlist_segment_ids *changed, const int64_t *docids,
                           int32_t docid_count);
/// Puts an index under another budget, for the next search.
void shortlist_index_renew(shortlist_index *index, shortlist_budget *_Nullable budget);
void shortlist_index_free(shortlist_index *_Nullable index);

/// A set of items that a search is narrowed to.
///
/// `accepted` returns which of the 64 docids that share all but their last six bits, `word`, the set
/// holds. `next` returns the first docid of the set that is not below `docid`, or INT64_MAX. `place` is
/// an index of the set's own, near which it searches; a caller starts with 0, and may ask in any
/// order.
///
/// All sets of one `universe`, a number that is not 0, rank the same `rank_count` items in the order of
/// their docids, from 0. `rank` returns that of the first item whose docid is not below `docid`, or
/// `rank_count`, and `docid` the docid of a rank. `find_ranks` stores the ranks of those of `count`
/// ascending docids that have one, and returns their number. `accepted_ranks` returns which of at most
/// 64 ranks the set holds. `narrow` clears what it does not hold of some blocks of 64 ranks from
/// `block` on. A set that holds items without a rank has none of these functions.
///
/// With `accepts_all`, the set holds all items, and serves only to rank them.
///
/// All functions may be called from any thread.
typedef struct {
  const void *context;
  uint64_t (*accepted)(const void *context, int64_t word, int32_t *place);
  int64_t (*next)(const void *context, int64_t docid, int32_t *place);
  bool accepts_all;
  uint64_t universe;
  int32_t rank_count;
  int32_t (*rank)(const void *context, int64_t docid, int32_t *place);
  int64_t (*docid)(const void *context, int32_t rank, int32_t *place);
  int32_t (*find_ranks)(const void *context, const int64_t *docids, int32_t count, int32_t *place,
                        int32_t *ranks);
  uint64_t (*accepted_ranks)(const void *context, const int32_t *ranks, int32_t count);
  void (*narrow)(const void *context, int32_t block, uint64_t *bits, int32_t count);
} shortlist_docid_filter;

/// The bits of a docid within its word.
enum { SHORTLIST_WORD_BITS = 6, SHORTLIST_WORD_MASK = 63 };

/// An iterator over the items that match a query, read from the pages of an FTS5 index.
///
/// FTS5 takes 0.2 µs per docid and starts again in order to skip some; this takes 0.02 µs, and
/// skips.
typedef struct shortlist_postings shortlist_postings;

/// A node of a postings query, followed by its children.
typedef struct {
  /// One of `SHORTLIST_POSTINGS_…`.
  int32_t kind;
  /// The length in bytes of a term or a prefix; for other nodes, the number of children.
  int32_t length;
  /// For a term or a prefix, the bytes that FTS5 stores: a digit, then the text. The digit is 0 for
  /// terms; in the index's own prefix lists, it is the number of characters.
  const char *_Nullable bytes;
  /// For a term or a prefix, the most items that hold it; -1 if unknown. For a materialised node, the
  /// most that may hold its terms when the search is narrowed by a filter; -1 for as many as without.
  int32_t count;
} shortlist_query_node;

enum {
  SHORTLIST_POSTINGS_TERM = 0,
  /// Any term that begins with the bytes.
  SHORTLIST_POSTINGS_PREFIX = 1,
  /// The same, where the prefix is itself a term, which need not be read.
  SHORTLIST_POSTINGS_LONGER = 2,
  SHORTLIST_POSTINGS_ANY = 3,
  SHORTLIST_POSTINGS_ALL = 4,
  /// All children in sequence; they are terms, prefixes, or any of such.
  SHORTLIST_POSTINGS_PHRASE = 5,
  /// Any of many terms, the children, sorted by their bytes. Opening it reads all docids. It has no
  /// phrases, and cannot be part of one.
  SHORTLIST_POSTINGS_ANY_TERM = 6,
  /// Docids already read: `bytes` points at `length` sorted docids. Occurs only inside materialised
  /// nodes.
  SHORTLIST_POSTINGS_DOCIDS = 7,
  /// Materialises its only child, which must not be of this kind, for queries that few items match:
  /// opening it reads all docids. To intersect, it reads the rarest child first, and then looks up
  /// those docids in the others. It has no phrases, and cannot be part of one.
  SHORTLIST_POSTINGS_MATERIALISED = 8,
};

/// Opens the first node of a query, before its first docid; with a filter, only items that it accepts
/// are found. The index and the filter must stay until `shortlist_postings_free`. Returns SQLITE_NOTFOUND when FTS5 must answer instead, because a
/// prefix has too many terms; and SQLITE_CORRUPT when the index is damaged, which later calls may
/// also find.
int shortlist_postings_open(shortlist_index *index, const shortlist_query_node *parts,
                            int32_t count, const shortlist_docid_filter *_Nullable filter,
                            shortlist_postings *_Nullable *_Nonnull result);
/// Moves to the first docid that is not below `docid`; `*head` is INT64_MAX at the end.
int shortlist_postings_seek(shortlist_postings *postings, int64_t docid, int64_t *head);
/// Moves to a docid from `docid` to `last` that is cheap to reach and has more after it in that
/// range. Without one, does the same as `shortlist_postings_seek`.
int shortlist_postings_enter(shortlist_postings *postings, int64_t docid, int64_t last,
                             int64_t *head);
/// Moves back before the first docid. Returns 0 when pages would have to be read again; the
/// postings must then be freed.
int shortlist_postings_rewind(shortlist_postings *postings);
/// Scores the current item like `shortlist_rank`: -1 when it does not reach the threshold. The
/// phrases of the ranking are the query's terms, prefixes and phrases, in the same order, without
/// the children of phrases. `lengths` returns docids from one on, with the lengths of their
/// columns; NULL when no column is normalised. It must stay until the postings are freed.
int shortlist_postings_score(shortlist_postings *postings, shortlist_ranking *ranking,
                             sqlite3_stmt *_Nullable lengths, double *score);
/// Moves to the first item from `docid` to `last` that matches all clauses and reaches the
/// threshold, and scores it. `*head` is above `last` when no item does. Adds the number of items
/// visited to `*rows`.
int shortlist_postings_next_scored(shortlist_postings *postings, shortlist_ranking *ranking,
                                   sqlite3_stmt *_Nullable lengths, int64_t docid, int64_t last,
                                   int64_t *head, double *score, int64_t *rows);
void shortlist_postings_free(shortlist_postings *_Nullable postings);

/// Reads all docids of a materialised node, the first of the query, into memory that is freed with
/// `sqlite3_free`; with a filter, only those that it accepts. Returns SQLITE_TOOBIG when too many items
/// may match, and SQLITE_NOTFOUND when FTS5 must answer instead.
int shortlist_materialise(shortlist_index *index, const shortlist_query_node *parts, int32_t count,
                          const shortlist_docid_filter *_Nullable filter,
                          int64_t *_Nullable *_Nonnull docids, int32_t *docid_count);

/// Returns the first of `count` sorted docids that is not below `docid`, or INT64_MAX.
int64_t shortlist_first_docid(const int64_t *docids, int32_t count, int64_t docid);

/// A stream of ascending docids, from postings or from a statement.
typedef struct {
  shortlist_postings *_Nullable postings;
  sqlite3_stmt *_Nullable statement;
  /// The current docid; INT64_MAX at the end.
  int64_t head;
  /// The number of rows read.
  int64_t rows;
} shortlist_docids;

/// Counts the distinct docids in all streams up to `last`, at most `limit` of them, and moves the
/// streams past those. If a stream fails, `*failed` is its index, and the others can continue.
int shortlist_count_docids(shortlist_docids *streams, int32_t stream_count, int64_t last,
                           int64_t limit, int64_t *count, int32_t *failed);

/// Passes each distinct docid in all streams up to `last` to `visit`, in ascending order, until that
/// returns `false`, and moves the streams past those. If a stream fails, `*failed` is its index.
int shortlist_visit_docids(shortlist_docids *streams, int32_t stream_count, int64_t last,
                           bool (*visit)(void *context, int64_t docid), void *context,
                           int32_t *failed);

/// Does the same by rank, in blocks of 64: `visit` gets the bits of some ranks of a block. Returns
/// `false`, and moves nothing, unless all streams have read their docids as ranks of `universe`.
bool shortlist_visit_ranks(shortlist_docids *streams, int32_t stream_count, int64_t last,
                           uint64_t universe,
                           bool (*visit)(void *context, int32_t block, uint64_t bits),
                           void *context);

/// Ends the last word of a text indexed with `marks`, in an extra token at that word's position. In
/// a text of one word, this token also has the mark of a first word.
#define SHORTLIST_END "\x03"

#pragma clang assume_nonnull end
