#ifndef SHORTLIST_PACKED_TERMS_H
#define SHORTLIST_PACKED_TERMS_H

#include "CShortlist.h"

#pragma clang assume_nonnull begin

// Terms in the order of their bytes. Of each: how many bytes it begins with that the one before has, how
// many follow, and these; then in how many items it stands, and in how many titles. The first two numbers
// are a byte each, the others have 7 bits in a byte, the lowest first, with 128 added where more follow.

/// Longer terms are none of ours.
enum { shortlist_longest_packed = 255 };

/// A place among packed terms.
typedef struct {
  const unsigned char *bytes;
  int64_t size, offset;
  /// How many bytes the term begins with that the one before has, too.
  int32_t shared;
  int32_t length;
  char text[shortlist_longest_packed];
  int64_t items, titles;
} shortlist_packed_place;

/// Goes on to the next term. `SQLITE_DONE` when there is none; `SQLITE_CORRUPT` where nobody has packed
/// these bytes.
int shortlist_next_packed(shortlist_packed_place *place);

#pragma clang assume_nonnull end

#endif
