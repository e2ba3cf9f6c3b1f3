#ifndef SHORTLIST_POSTINGS_H
#define SHORTLIST_POSTINGS_H

#include "../containers/docids.h"
#include "postings_cache.h"
#include "segments.h"

#pragma clang assume_nonnull begin

struct shortlist_index {
  shortlist_pages pages;
  shortlist_searched_segment *segments;
  int32_t segment_count;
  shortlist_postings_cache known;
  /// The docid whose lengths were read last, where their statement stands.
  int64_t lengths_docid;
};

#define SHORTLIST_NO_LENGTHS INT64_MIN

/// A part of a query, which stands at a docid.
typedef struct shortlist_iterator {
  /// One of `SHORTLIST_POSTINGS_…`; a prefix becomes any of its terms.
  int kind;
  /// Which of the phrases it is, counted from 0; -1 for parts of a phrase, and for any or all of some.
  int32_t phrase;
  int64_t head;
  int32_t count;
  /// Of a term, what the segments hold of it, newest first; which of them tells what the head is, and the
  /// first docid of the others: up to there, that one is all.
  shortlist_doclist *lists;
  int32_t lead;
  int64_t bound;
  /// Of others, their parts. Of `SHORTLIST_POSTINGS_ANY` a heap: that with the lowest docid is first.
  struct shortlist_iterator *parts;
  /// Of `SHORTLIST_POSTINGS_ANY_TERM`, `count` docids, and how many of them are below the head.
  int64_t *docids;
  int32_t passed;
} shortlist_iterator;

struct shortlist_postings {
  shortlist_index *index;
  shortlist_iterator root;
  int32_t phrase_count;
  /// What segments hold of the terms of prefixes, counted.
  int32_t prefix_terms;
  /// Where the words of a phrase stand, and where those before them do.
  shortlist_positions found, before;
  /// What the lengths of items are read with, once they were asked for.
  sqlite3_stmt *lengths;
};

/// Whether a node is a term that one list alone tells of, up to the node's bound.
static inline bool shortlist_is_one_list(const shortlist_iterator *node) {
  return node->kind == SHORTLIST_POSTINGS_TERM && node->count > 0 &&
         node->lists[node->lead].docid == node->head;
}

/// Goes on to the next item where that takes no more than a look at the page, as it mostly does; else
/// `false`, and the item is still to be sought.
static inline bool shortlist_postings_step(shortlist_postings *postings) {
  shortlist_iterator *root = &postings->root;
  if (!shortlist_is_one_list(root)) return false;
  shortlist_doclist *list = &root->lists[root->lead];
  if (!shortlist_doclist_step(list) || list->docid >= root->bound) return false;
  root->head = list->docid;
  return true;
}

/// Ends reading lengths, if that was begun.
void shortlist_end_lengths(shortlist_postings *postings);

/// Opens the part at `*next`, and moves that on behind it and its own parts.
int shortlist_open_node(shortlist_postings *postings, const shortlist_query_node *_Nonnull *_Nonnull next,
                        const shortlist_query_node *end, int depth, bool is_in_phrase,
                        shortlist_iterator *opened);
void shortlist_close_node(shortlist_iterator *node);

/// Goes on to the first item that is not below `docid`.
int shortlist_seek_node(shortlist_postings *postings, shortlist_iterator *node, int64_t docid);

/// Appends the docids of the items that hold any of some terms, which are in the order of their bytes:
/// to a list for each term, or all to one. With `among`, only those of that.
int shortlist_read_terms(shortlist_index *index, const shortlist_query_node *terms,
                         int32_t count, const shortlist_docid_list *_Nullable among,
                         shortlist_docid_list *lists, bool has_one_list);

/// Appends the docids of the items that hold any term that begins with a prefix. With `among`, only
/// those of that.
int shortlist_read_prefix(shortlist_index *index, const shortlist_query_node *prefix,
                          const shortlist_docid_list *_Nullable among, shortlist_docid_list *found);

/// Where a word stands.
typedef struct {
  int64_t docid;
  /// As in `shortlist_positions`.
  uint64_t position;
} shortlist_place;

typedef struct {
  shortlist_place *array;
  int32_t count, capacity;
} shortlist_places;

/// Appends where a term stands, or any term that begins with a prefix, in some items.
int shortlist_read_places(shortlist_index *index, const shortlist_query_node *part,
                          const shortlist_docid_list *_Nullable among, shortlist_places *places);

/// Reads in which of some items the parts of a phrase follow each other, terms and prefixes.
int shortlist_intersect_phrase(shortlist_index *index, const shortlist_query_node *phrase,
                          const shortlist_docid_list *_Nullable among, shortlist_docid_list *found);

/// Reads the docids of `SHORTLIST_POSTINGS_MATERIALISED`, whose only part this is, in order.
int shortlist_intersect(shortlist_index *index, const shortlist_query_node *part,
                   const shortlist_query_node *end, shortlist_docid_list *found);

/// The first part behind a part and its own; NULL where some of these are not there.
const shortlist_query_node *_Nullable shortlist_node_behind(const shortlist_query_node *_Nullable part,
                                                     const shortlist_query_node *end,
                                                     int depth);

/// Whether few enough items may have what is asked for.
bool shortlist_is_materialised(const shortlist_query_node *part,
                            const shortlist_query_node *end);

/// Finds where a term, any of some, or a phrase stands in the item that it stands at, in order: of a
/// phrase the places of its last part. They are left in `found`, and some may be there twice.
int shortlist_find_positions(shortlist_postings *postings, const shortlist_iterator *part);

#pragma clang assume_nonnull end

#endif
