#pragma once

#include "pages.h"

#pragma clang assume_nonnull begin

/// A segment, as a range of leaves from 1 on. Both ends are 0 once all of it has moved to another
/// segment.
typedef struct {
  int64_t id;
  int32_t first, last;
  /// New segments have level 0.
  int32_t level;
} shortlist_segment;

/// The structure record: the segments of an index.
typedef struct {
  /// Newest first, and so in order of level.
  shortlist_segment *segments;
  int32_t count;
  /// For each level, the number of its oldest segments that are being merged into the newest one of
  /// the next level.
  int32_t *merging;
  int32_t levels;
  /// The configuration cookie, and the number of leaves ever written.
  unsigned char settings[4];
  uint64_t written_leaves;
} shortlist_structure_record;

/// Reads the structure record. Returns SQLITE_NOTFOUND when a newer FTS5 has written it in another
/// format.
int shortlist_structure_record_read(shortlist_pages *pages, shortlist_structure_record *list);
int shortlist_structure_record_store(const shortlist_structure_record *list, sqlite3_stmt *put_page);
int shortlist_structure_record_copy(const shortlist_structure_record *list,
                                    shortlist_structure_record *copy);
void shortlist_structure_record_free(shortlist_structure_record *list);

/// Returns an unused segment id, or 0 if all are used.
int64_t shortlist_structure_record_unused_id(const shortlist_structure_record *list);
/// Inserts a segment before the one at `place`.
int shortlist_structure_record_insert(shortlist_structure_record *list, int32_t place,
                                  const shortlist_segment *segment);
void shortlist_structure_record_remove(shortlist_structure_record *list, int32_t place, int32_t count);
/// Sets the number of levels, with no merge under way.
int shortlist_structure_record_set_levels(shortlist_structure_record *list, int32_t levels);

static inline int32_t shortlist_leaf_count(const shortlist_segment *segment) {
  return segment->first == 0 ? 0 : segment->last - segment->first + 1;
}

#pragma clang assume_nonnull end
