#ifndef SHORTLIST_SEGMENT_LIST_H
#define SHORTLIST_SEGMENT_LIST_H

#include "pages.h"

#pragma clang assume_nonnull begin

/// A segment: a range of leaves, from 1 on. Both are 0 when all has gone into another segment.
typedef struct {
  int64_t id;
  int32_t first, last;
  /// New ones have level 0.
  int32_t level;
} shortlist_segment;

/// Which segments an index has.
typedef struct {
  /// Newest first, and so by level.
  shortlist_segment *segments;
  int32_t count;
  /// For each level, how many of its oldest segments are being merged into the newest of the next level.
  int32_t *merging;
  int32_t levels;
  /// A number of the settings that belong to it, and how many leaves were ever written.
  unsigned char settings[4];
  uint64_t written_leaves;
} shortlist_structure_record;

/// Reads the list. SQLITE_NOTFOUND when a newer version of FTS5 has written it in a format of its own.
int shortlist_structure_record_read(shortlist_pages *pages, shortlist_structure_record *list);
int shortlist_structure_record_store(const shortlist_structure_record *list, sqlite3_stmt *put_page);
void shortlist_structure_record_free(shortlist_structure_record *list);

/// An id that no segment has; 0 when there is none.
int64_t shortlist_structure_record_unused_id(const shortlist_structure_record *list);
/// Puts a segment before the one at `place`.
int shortlist_structure_record_insert(shortlist_structure_record *list, int32_t place,
                                  const shortlist_segment *segment);
void shortlist_structure_record_remove(shortlist_structure_record *list, int32_t place, int32_t count);
/// Has the list of so many levels, where nothing is being merged.
int shortlist_structure_record_set_levels(shortlist_structure_record *list, int32_t levels);

static inline int32_t shortlist_leaf_count(const shortlist_segment *segment) {
  return segment->first == 0 ? 0 : segment->last - segment->first + 1;
}

#pragma clang assume_nonnull end

#endif
