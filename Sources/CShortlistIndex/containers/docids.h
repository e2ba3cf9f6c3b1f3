#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A list of docids, freed with `sqlite3_free`. Once sorted, it is ascending and has no duplicates.
typedef struct {
  int64_t *array;
  int32_t count, capacity;
} shortlist_docid_list;

/// Makes room for `count` more docids.
int shortlist_docids_reserve(shortlist_docid_list *docids, int32_t count);

static inline int shortlist_docids_append(shortlist_docid_list *docids, int64_t docid) {
  if (docids->count == docids->capacity) {
    int rc = shortlist_docids_reserve(docids, 1);
    if (rc != SQLITE_OK) return rc;
  }
  docids->array[docids->count++] = docid;
  return SQLITE_OK;
}

/// Appends sorted docids; with `among`, only those that it also has.
int shortlist_docids_add(shortlist_docid_list *found, const shortlist_docid_list *docids,
                         const shortlist_docid_list *_Nullable among);

int shortlist_docids_sort(shortlist_docid_list *docids);

/// Inserts docids, of which some may be there already; both lists are sorted. Takes little more than moving
/// what stands behind them.
int shortlist_docids_insert(shortlist_docid_list *docids, const shortlist_docid_list *more);

/// Removes the first `count` docids of a list from another, from `start` on; both are sorted.
void shortlist_docids_remove(shortlist_docid_list *docids, int32_t start,
                             const shortlist_docid_list *removed, int32_t count);

/// Returns the index of the first docid that is not below `docid`, searching sorted docids from
/// `place` on.
static inline int32_t shortlist_docids_find(const int64_t *docids, int32_t count, int32_t place,
                                            int64_t docid) {
  // The docid is usually near.
  int32_t step = 1;
  while (place + step <= count && docids[place + step - 1] < docid) {
    place += step;
    step *= 2;
  }
  int32_t last = place + step <= count ? place + step - 1 : count;
  while (place < last) {
    int32_t middle = place + (last - place) / 2;
    if (docids[middle] < docid) {
      place = middle + 1;
    } else {
      last = middle;
    }
  }
  return place;
}

#pragma clang assume_nonnull end
