#pragma once

#include "docids.h"

#pragma clang assume_nonnull begin

/// Sorted docids, each with a bit for every set that was found to hold it.
typedef struct {
  const shortlist_docid_list *docids;
  uint64_t *sets;
  /// A hash table: the index of a docid plus 1; 0 in an empty slot.
  int32_t *slots;
  int slot_bits;
  /// A bit for some hashes, 16 for each slot. Few docids that are not there have theirs set, so the
  /// others need no look at the slots, which take more memory than the processor's caches.
  uint64_t *filter;
} shortlist_docid_marks;

/// Begins with docids that are in no set. Borrows the list.
int shortlist_docid_marks_begin(shortlist_docid_marks *marks, const shortlist_docid_list *docids);

/// Marks those of some docids that are there as members of some sets.
void shortlist_docid_marks_add(shortlist_docid_marks *marks, const shortlist_docid_list *found,
                               uint64_t sets);

void shortlist_docid_marks_free(shortlist_docid_marks *marks);

#pragma clang assume_nonnull end
