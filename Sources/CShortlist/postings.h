#ifndef SHORTLIST_POSTINGS_H
#define SHORTLIST_POSTINGS_H

#include "docids.h"
#include "known_terms.h"
#include "segments.h"

struct shortlist_index {
  shortlist_pages pages;
  shortlist_segment *segments;
  int32_t segment_count;
  shortlist_known_terms known;
};

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
  shortlist_index *index;
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

/// Opens the part at `*next`, and moves that on behind it and its own parts.
int shortlist_open_node(shortlist_postings *postings, const shortlist_postings_part **next,
                        const shortlist_postings_part *end, int depth, bool is_in_phrase,
                        shortlist_node *opened);
void shortlist_close_node(shortlist_node *node);

/// Goes on to the first item that is not below `docid`.
int shortlist_seek_node(shortlist_postings *postings, shortlist_node *node, int64_t docid);

/// Appends the docids of the items that hold any of some terms, which are in the order of their bytes:
/// to a list for each term, or all to one. With `among`, only those of that.
int shortlist_read_terms(shortlist_index *index, const shortlist_postings_part *terms,
                         int32_t count, const shortlist_docid_list *among,
                         shortlist_docid_list *lists, bool has_one_list);

/// Appends the docids of what the only segment holds of any term that begins with a prefix. With
/// `among`, only those of that.
int shortlist_read_prefix(shortlist_index *index, const shortlist_postings_part *prefix,
                          const shortlist_docid_list *among, shortlist_docid_list *found);

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

/// Appends where the only segment has a term, or any term that begins with a prefix, in some items: in
/// order of the docids for each term.
int shortlist_read_places(shortlist_index *index, const shortlist_postings_part *part,
                          const shortlist_docid_list *among, shortlist_places *places);

/// Reads in which of some items the parts of a phrase follow each other, terms and prefixes, with an
/// index of one segment.
int shortlist_meet_phrase(shortlist_index *index, const shortlist_postings_part *phrase,
                          const shortlist_docid_list *among, shortlist_docid_list *found);

/// Reads the docids of `SHORTLIST_POSTINGS_COLLECTED`, whose only part this is, in order.
int shortlist_meet(shortlist_postings *postings, const shortlist_postings_part *part,
                   const shortlist_postings_part *end, shortlist_docid_list *found);

/// The first part behind a part and its own; NULL where some of these are not there.
const shortlist_postings_part *shortlist_part_behind(const shortlist_postings_part *part,
                                                     const shortlist_postings_part *end,
                                                     int depth);

/// Whether few enough items may have what is asked for.
bool shortlist_is_collected(const shortlist_postings_part *part,
                            const shortlist_postings_part *end);

/// Finds where a term, any of some, or a phrase stands in the item that it stands at, in order: of a
/// phrase the places of its last part. They are left in `found`, and some may be there twice.
int shortlist_find_positions(shortlist_postings *postings, const shortlist_node *part);

#endif
