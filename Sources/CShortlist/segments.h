#ifndef SHORTLIST_SEGMENTS_H
#define SHORTLIST_SEGMENTS_H

#include "doclist.h"
#include "segment_list.h"

/// The terms of a leaf, one after the other.
typedef struct {
  const shortlist_page *page;
  /// Where the next number of the footer stands, and where the term does.
  int32_t footer;
  uint64_t start;
  unsigned char text[shortlist_longest_term];
  int32_t length;
  /// Where the doclist of the term begins on this leaf, and where the leaf has no more of it.
  int32_t offset, limit;
  /// Whether there is a term that was not passed over.
  bool is_read;
} shortlist_leaf_terms;

/// Goes on to the next term. SQLITE_NOTFOUND when there is none.
int shortlist_next_term(shortlist_leaf_terms *terms);

/// Opens what a segment holds of some terms, which are in the order of their bytes, each at its first
/// docid, and hands it to `receive`; what that has returned SQLITE_OK for belongs to it.
int shortlist_open_terms(shortlist_pages *pages, const shortlist_segment *segment,
                         const shortlist_postings_part *wanted, int32_t count,
                         int (*receive)(void *context, int32_t index, shortlist_doclist *list),
                         void *context);

/// Opens what a segment holds of each term that begins with a prefix, in the order of the terms, and
/// hands it to `receive`; what that has returned SQLITE_OK for belongs to it.
int shortlist_open_prefix(shortlist_pages *pages, const shortlist_segment *segment,
                          const unsigned char *prefix, int32_t length,
                          int (*receive)(void *context, const unsigned char *term, int32_t length,
                                         shortlist_doclist *list),
                          void *context);

#endif
