#ifndef SHORTLIST_POSTINGS_H
#define SHORTLIST_POSTINGS_H

#include "segments.h"

/// A part of a query, which stands at a docid.
typedef struct shortlist_node {
  /// One of `SHORTLIST_POSTINGS_…`; a prefix becomes any of its terms.
  int kind;
  /// Which of the phrases it is, counted from 0; -1 for parts of a phrase, and for any or all of some.
  int32_t phrase;
  int64_t head;
  int32_t count;
  /// Of a term, what the segments hold of it, newest first.
  shortlist_doclist *lists;
  /// Of others, their parts. Of `SHORTLIST_POSTINGS_ANY` a heap: that with the lowest docid is first.
  struct shortlist_node *parts;
  /// Of `SHORTLIST_POSTINGS_ANY_TERM`, `count` docids, and how many of them are below the head.
  int64_t *docids;
  int32_t passed;
} shortlist_node;

struct shortlist_postings {
  shortlist_pages pages;
  shortlist_segment *segments;
  int32_t segment_count;
  shortlist_node root;
  int32_t phrase_count;
  /// What segments hold of the terms of prefixes, counted.
  int32_t prefix_terms;
  /// Where the words of a phrase stand, and where those before them do.
  shortlist_positions found, before;
};

/// Goes on to the next item where that takes no more than a look at the page, as it mostly does in one
/// list; else `false`, and nothing changes.
static inline bool shortlist_postings_step(shortlist_postings *postings) {
  shortlist_node *root = &postings->root;
  if (root->kind != SHORTLIST_POSTINGS_TERM || root->count != 1 ||
      root->lists->docid != root->head || !shortlist_doclist_step(root->lists)) {
    return false;
  }
  root->head = root->lists->docid;
  return true;
}

/// Reads the docids of all items that hold any of some terms.
int shortlist_collect_docids(shortlist_postings *postings, const shortlist_postings_part *terms,
                             int32_t count, shortlist_node *any);

/// Finds where a term, any of some, or a phrase stands in the item that it stands at, in order: of a
/// phrase the places of its last part. They are left in `found`, and some may be there twice.
int shortlist_find_positions(shortlist_postings *postings, const shortlist_node *part);

#endif
