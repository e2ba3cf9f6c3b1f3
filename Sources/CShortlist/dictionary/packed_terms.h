#ifndef SHORTLIST_PACKED_TERMS_H
#define SHORTLIST_PACKED_TERMS_H

#include "CShortlist.h"

#pragma clang assume_nonnull begin

// Terms sorted by their bytes. Each is stored as the number of leading bytes it shares with the one
// before, the number of bytes that follow, and those bytes; then its number of items and its number
// of titles. The first two numbers take a byte each. The others are little-endian varints: 7 bits
// per byte, with the high bit set on all but the last.

/// The index holds no longer terms.
enum { shortlist_longest_packed = 255 };

/// A position among packed terms.
typedef struct {
  const unsigned char *bytes;
  int64_t size, offset;
  /// The number of leading bytes that the term shares with the one before.
  int32_t shared;
  int32_t length;
  char text[shortlist_longest_packed];
  int64_t items, titles;
} shortlist_packed_place;

/// Moves to the next term. Returns `SQLITE_ROW`, `SQLITE_DONE` at the end, or `SQLITE_CORRUPT` if
/// the bytes are not packed terms.
int shortlist_next_packed(shortlist_packed_place *place);

#pragma clang assume_nonnull end

#endif
