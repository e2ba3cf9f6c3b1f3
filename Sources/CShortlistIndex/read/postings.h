#pragma once

#include "../containers/docid_marks.h"
#include "filtered_ranks.h"
#include "length_cache.h"
#include "segments.h"

#pragma clang assume_nonnull begin

enum {
  /// The most levels of nodes in a query.
  shortlist_maximum_depth = 8,
  /// The kinds of nodes whose docids are cached: terms, prefixes, and longer terms of a prefix.
  shortlist_cached_kinds = SHORTLIST_POSTINGS_LONGER + 1,
  shortlist_cache_tables = 2 * shortlist_cached_kinds,
  /// The most docids that a search caches, which take 2 MB.
  shortlist_most_cached_docids = 262144,
  /// The kind of an open node whose docids are a set of ranks, narrowed by the filter.
  shortlist_ranked_kind = SHORTLIST_POSTINGS_MATERIALISED + 1,
  /// The most unions that are read in one pass.
  shortlist_most_narrowed = 64,
};

/// A cache of the docids of terms and prefixes, for searches that need the same ones several times.
typedef struct {
  /// Two tables for each kind of node: lists of docids, and the ranks that searches with a filter
  /// need.
  shortlist_term_table terms[shortlist_cache_tables];
  /// The memory of all that is cached, in docids.
  int32_t docid_count;
  /// The number of searches so far.
  uint32_t searches;
  /// The number of changes that were followed, and the items that the last one has changed, in order.
  uint32_t changes;
  shortlist_docid_list changed;
} shortlist_postings_cache;

/// Returns the cached docids of a term or a prefix; with `among`, a list that covers at least these
/// items. Returns NULL if they are not cached. The list stays until more are cached. Brings docids up to
/// date that the last change has outdated.
const shortlist_docid_list *_Nullable shortlist_find_cached(
  shortlist_index *index, const shortlist_query_node *part,
  const shortlist_docid_list *_Nullable among);

/// The same for docids that are up to date already.
const shortlist_docid_list *_Nullable shortlist_find_current(
  shortlist_postings_cache *cache, const shortlist_query_node *part,
  const shortlist_docid_list *_Nullable among);

/// Whether docids of a term or a prefix are cached, but outdated by the last change.
bool shortlist_is_outdated(const shortlist_postings_cache *cache, const shortlist_query_node *part);

/// Brings outdated docids up to date with what `shortlist_read_changes` has read, now sorted; drops them
/// if that does not tell all.
void shortlist_update_cached(shortlist_postings_cache *cache, const shortlist_query_node *part,
                             const shortlist_docid_list *added,
                             const shortlist_docid_list *removed);

/// Caches the sorted docids of a term or a prefix, and takes ownership; with `asked`, only for
/// these items.
int shortlist_cache_postings(shortlist_postings_cache *cache, const shortlist_query_node *part,
                             const shortlist_docid_list *_Nullable asked,
                             shortlist_docid_list *docids);

/// Returns the cached ranks of a term or a prefix in a universe; NULL if they are not cached. They stay
/// until the next search.
const shortlist_rank_set *_Nullable shortlist_find_cached_ranks(shortlist_postings_cache *cache,
                                                                const shortlist_query_node *part,
                                                                uint64_t universe);

/// Notes that a search needs the ranks of a term or a prefix. Returns whether it is worth while to read
/// them: to do without takes about half as long, so the third search does.
bool shortlist_is_worth_ranking(shortlist_postings_cache *cache, const shortlist_query_node *part);

/// Caches the ranks of a term or a prefix, which take `bytes`, and takes ownership.
int shortlist_cache_ranks(shortlist_postings_cache *cache, const shortlist_query_node *part,
                          int64_t bytes, shortlist_rank_set *ranks);

/// Begins a search. If the cache takes more than `most_bytes`, keeps only what the last search has
/// needed, and not even that if it takes twice as much.
void shortlist_postings_cache_trim(shortlist_postings_cache *cache, int64_t most_bytes);
/// Begins a search after a change of some items. Docids that were cached, or needed, since the change
/// before can be brought up to date; anything else counts as not cached.
int shortlist_postings_cache_follow(shortlist_postings_cache *cache, const int64_t *docids,
                                    int32_t docid_count);
void shortlist_postings_cache_clear(shortlist_postings_cache *cache);

struct shortlist_index {
  shortlist_pages pages;
  shortlist_searched_segment *segments;
  int32_t segment_count;
  shortlist_postings_cache cache;
  /// The filter that narrows the node being read; NULL for none.
  const shortlist_docid_filter *_Nullable filter;
  shortlist_length_cache lengths;
  /// The docid that the lengths statement is on.
  int64_t lengths_docid;
};

#define SHORTLIST_NO_LENGTHS INT64_MIN

/// A node of an open query, at a docid.
typedef struct shortlist_iterator {
  /// One of `SHORTLIST_POSTINGS_…`; a prefix becomes any of its terms.
  int kind;
  /// Its number among the phrases, from 0; -1 for children of a phrase, and for unions and
  /// intersections.
  int32_t phrase;
  int64_t head;
  int32_t count;
  /// For a term, its doclists, newest segment first; the list that decides the head; and the first
  /// docid of the others, up to which that list alone decides.
  shortlist_doclist *lists;
  int32_t lead;
  int64_t bound;
  /// For other nodes, their children. `SHORTLIST_POSTINGS_ANY` has a heap: the child with the
  /// lowest docid comes first.
  struct shortlist_iterator *parts;
  /// For `SHORTLIST_POSTINGS_ANY_TERM`, `count` docids, and the number of them below the head.
  int64_t *docids;
  int32_t passed;
  /// For `shortlist_ranked_kind`, the docids that the filter accepts.
  shortlist_filtered_ranks *_Nullable filtered;
} shortlist_iterator;

struct shortlist_postings {
  shortlist_index *index;
  shortlist_iterator root;
  /// Without a filter, or where the root needs none, all is NULL.
  shortlist_docid_filter filter;
  /// The word asked about last, and which of its docids are accepted.
  int64_t filter_word;
  uint64_t filter_bits;
  int32_t filter_place;
  int32_t phrase_count;
  /// For scoring, each phrase, NULL where the item does not match it; and the most places it may
  /// have. NULL until an item is scored.
  const shortlist_iterator *_Nullable *_Nullable phrases;
  int32_t *_Nullable most;
  /// The number of doclists opened for the terms of prefixes.
  int32_t prefix_terms;
  /// The positions of a phrase's current word, and of the words before it.
  shortlist_positions found, before;
  /// The statement that reads the lengths of items, once it is needed.
  sqlite3_stmt *lengths;
};

/// Whether a node is a term that one list alone decides, up to the node's bound.
static inline bool shortlist_is_one_list(const shortlist_iterator *node) {
  return node->kind == SHORTLIST_POSTINGS_TERM && node->count > 0 &&
         node->lists[node->lead].docid == node->head;
}

/// The number of docids in a row that the filter rejects before it is asked where to continue.
enum { shortlist_most_rejected = 16 };

/// Whether a docid passes the filter.
static inline bool shortlist_is_accepted(shortlist_postings *postings, int64_t docid) {
  const shortlist_docid_filter *filter = &postings->filter;
  if (filter->accepted == NULL) return true;
  int64_t word = docid >> SHORTLIST_WORD_BITS;
  if (word != postings->filter_word) {
    postings->filter_word = word;
    postings->filter_bits = filter->accepted(filter->context, word, &postings->filter_place);
  }
  return postings->filter_bits >> (docid & SHORTLIST_WORD_MASK) & 1;
}

/// Whether to step on after docids that the filter rejected, from `first` to `last`: its next item is
/// no further away than these were apart.
static inline bool shortlist_steps_on(shortlist_postings *postings, int64_t first, int64_t last) {
  const shortlist_docid_filter *filter = &postings->filter;
  int64_t next = filter->next(filter->context, last + 1, &postings->filter_place);
  return next - last <= last - first;
}

/// Moves to the next item in the usual case: it is on the page already read. Otherwise returns
/// `false`, and the caller must seek the item.
static inline bool shortlist_postings_step(shortlist_postings *postings) {
  shortlist_iterator *root = &postings->root;
  if (!shortlist_is_one_list(root)) return false;
  shortlist_doclist *list = &root->lists[root->lead];
  int64_t first;
  do {
    first = list->docid;
    for (int rejected = 0; rejected < shortlist_most_rejected; rejected++) {
      if (!shortlist_doclist_step(list) || list->docid >= root->bound) return false;
      if (!shortlist_is_accepted(postings, list->docid)) continue;
      root->head = list->docid;
      return true;
    }
  } while (shortlist_steps_on(postings, first, list->docid));
  return false;
}

/// Resets the statement that reads lengths.
void shortlist_end_lengths(shortlist_postings *postings);

/// Appends the docids of the items that hold some terms, which are sorted by their bytes: to one
/// list per term, or all to one list. With `among`, only docids that it has.
int shortlist_read_terms(shortlist_index *index, const shortlist_query_node *terms,
                         int32_t count, const shortlist_docid_list *_Nullable among,
                         shortlist_docid_list *lists, bool has_one_list);

/// Marks the docids of the items that hold some terms, which are sorted by their bytes, as members of
/// each term's sets.
int shortlist_mark_terms(shortlist_index *index, const shortlist_query_node *terms,
                         const uint64_t *sets, int32_t count, shortlist_docid_marks *marks);

/// Keeps those of some sorted docids whose items hold a term of each union. Reads all terms in one pass
/// over the pages. At most `shortlist_most_narrowed` unions, each of nothing but sorted terms.
int shortlist_narrow(shortlist_index *index,
                     const shortlist_query_node *_Nonnull const *_Nonnull unions, int32_t count,
                     shortlist_docid_list *docids);

/// Appends the docids of the items that hold a term with a prefix. With `among`, only docids that
/// it has.
int shortlist_read_prefix(shortlist_index *index, const shortlist_query_node *prefix,
                          const shortlist_docid_list *_Nullable among, shortlist_docid_list *found);

/// Reads which items hold a term, or a term with a prefix, according to the new segments: appends those
/// that hold it to `added`, and those that have lost such a term to `removed`. Neither is sorted, and an
/// item in both holds it.
int shortlist_read_changes(shortlist_index *index, const shortlist_query_node *part,
                           shortlist_docid_list *added, shortlist_docid_list *removed);

/// An occurrence of a word.
typedef struct {
  int64_t docid;
  /// As in `shortlist_positions`.
  uint64_t position;
} shortlist_place;

typedef struct {
  shortlist_place *array;
  int32_t count, capacity;
} shortlist_places;

/// Appends the occurrences of a term, or of any term with a prefix, in some items.
int shortlist_read_places(shortlist_index *index, const shortlist_query_node *part,
                          const shortlist_docid_list *_Nullable among, shortlist_places *places);

/// Finds which of some items contain a phrase of terms and prefixes.
int shortlist_intersect_phrase(shortlist_index *index, const shortlist_query_node *phrase,
                               const shortlist_docid_list *_Nullable among,
                               shortlist_docid_list *found);

/// Reads the docids of `node`, the only child of a `SHORTLIST_POSTINGS_MATERIALISED`, and sorts
/// them. May leave out docids that the filter rejects.
int shortlist_intersect(shortlist_index *index, const shortlist_query_node *part,
                        const shortlist_query_node *end,
                        const shortlist_docid_filter *_Nullable filter,
                        shortlist_docid_list *found);

/// Whether to read a node as ranks, to be narrowed by a filter: if at most `most` items may match, or if
/// some searches have needed them before. Not if they are too many to be cached.
bool shortlist_is_read_as_ranks(shortlist_index *index, const shortlist_query_node *part,
                                const shortlist_query_node *end,
                                const shortlist_docid_filter *filter, int32_t most);

/// Reads a node as ranks, to be narrowed by a filter.
int shortlist_read_ranks(shortlist_index *index, const shortlist_query_node *part,
                         const shortlist_query_node *end, const shortlist_docid_filter *filter,
                         shortlist_filtered_ranks *_Nullable *_Nonnull filtered);

/// Returns the node after a node and its children; NULL if some of these are missing.
const shortlist_query_node *_Nullable shortlist_node_behind(const shortlist_query_node *_Nullable part,
                                                            const shortlist_query_node *end,
                                                            int depth);

/// Whether few enough items may match to materialise a node: `most`, or without a filter as many as
/// there are usually wanted, if that is -1.
bool shortlist_is_materialised(const shortlist_query_node *part, const shortlist_query_node *end,
                               int32_t most);

/// Finds the positions of a term, a union or a phrase in its current item, in order; for a phrase,
/// those of its last word. Leaves them in `found`, possibly with duplicates.
int shortlist_find_positions(shortlist_postings *postings, const shortlist_iterator *part);

#pragma clang assume_nonnull end
