#pragma once

#include "merge.h"
#include "segment_reader.h"
#include "segment_writer.h"

#pragma clang assume_nonnull begin

/// A segment that has the current term, and its next docid.
typedef struct {
  int64_t docid;
  /// Its place among the segments.
  int32_t place;
} shortlist_chosen_segment;

/// Segments that are merged into the one after them.
typedef struct {
  shortlist_pages pages;
  /// The place of the first of them in the structure record.
  int32_t place;
  /// The level whose merge this is; -1 if the newest segments are merged in one step.
  int32_t level;
  /// The segments, newest first.
  shortlist_segment_reader *_Nullable readers;
  int32_t count;
  /// The segments that have the current term, newest first; while its docids are merged, by docid, and
  /// newest first among those with the same one.
  shortlist_chosen_segment *_Nullable chosen;
  int32_t chosen_count;
  /// Whether no older segment is left, so that nothing must be overruled.
  bool is_oldest;
  shortlist_segment_writer written;
} shortlist_merging;

/// Opens `count` segments of the list, from `place` on. `pages` must be set, and all else zero. Close it
/// even on failure.
int shortlist_merging_open(shortlist_merging *merging, const shortlist_structure_record *list,
                           int32_t place, int32_t count, int32_t level);
/// Merges more of the segments, until the one after them has about `most_leaves` more. Removes segments
/// from the list once they are merged whole, and also the output if it stays empty.
int shortlist_merging_part(shortlist_merging *merging, shortlist_merge *merge, int32_t most_leaves);
void shortlist_merging_close(shortlist_merging *merging);

#pragma clang assume_nonnull end
