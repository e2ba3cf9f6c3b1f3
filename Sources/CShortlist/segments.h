#ifndef SHORTLIST_SEGMENTS_H
#define SHORTLIST_SEGMENTS_H

#include "doclist.h"

/// A segment: a range of leaves.
typedef struct {
  int64_t id;
  int32_t first, last;
} shortlist_segment;

/// Reads which segments there are, newest first, into memory that the caller frees. SQLITE_NOTFOUND
/// when a newer version of FTS5 has written them in a format of its own.
int shortlist_read_segments(shortlist_pages *pages, shortlist_segment **segments,
                            int32_t *count);

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
