#pragma once

#include "CShortlistIndex.h"
#include "../format/structure_record.h"
#include "segment_rows.h"

#pragma clang assume_nonnull begin

/// A segment that was merged.
typedef struct {
  int64_t id;
  /// The leaf at which it begins from now on; 0 if it keeps its leaves.
  int32_t first;
} shortlist_merged_segment;

/// What a part of a merge changes.
struct shortlist_merge {
  /// The structure record.
  shortlist_structure_record list;
  /// The rows of the segment that gets the others; in memory, unless they are stored at once.
  shortlist_segment_rows rows;
  /// The leaves at which segments begin from now on.
  shortlist_segment_rows cuts;
  shortlist_merged_segment *_Nullable inputs;
  int32_t count;
  /// Whether the segments were merged whole.
  bool is_whole;
  shortlist_segment_ids touched;
};

#pragma clang assume_nonnull end
