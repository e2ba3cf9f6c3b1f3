#pragma once

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Makes room in a growing array for `needed` elements of `size` bytes, and for `padding` bytes
/// after them.
///
/// An array that has to grow gets twice its capacity, and at least `needed`, so appending is
/// amortised O(1). `*array` may be NULL; free it with `sqlite3_free`. Returns `SQLITE_OK`, or
/// `SQLITE_NOMEM`, and the array stays as it is.
static inline int shortlist_reserve_padded(void *_Nullable *_Nonnull array, int32_t *capacity,
                                           int64_t needed, size_t size, size_t padding) {
  if (needed <= *capacity) return SQLITE_OK;
  if (needed > INT32_MAX / 2) return SQLITE_NOMEM;
  int64_t larger = 2 * (int64_t)*capacity + 16;
  if (larger < needed) larger = needed;
  if (larger > INT32_MAX / 2) larger = needed;
  void *longer = sqlite3_realloc64(*array, (sqlite3_uint64)larger * size + padding);
  if (longer == NULL) return SQLITE_NOMEM;
  *array = longer;
  *capacity = (int32_t)larger;
  return SQLITE_OK;
}

/// The same without padding; `array` is the address of a pointer to any type.
#define shortlist_reserve(array, capacity, needed) \
  shortlist_reserve_padded((void **)(array), (capacity), (needed), sizeof **(array), 0)

#pragma clang assume_nonnull end
