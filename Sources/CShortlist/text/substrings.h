#ifndef SHORTLIST_SUBSTRINGS_H
#define SHORTLIST_SUBSTRINGS_H

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Whether a substring may begin inside a word. A mark may not: it is part of a character.
bool shortlist_may_be_inside(const char *substring, int32_t length);

/// Whether to search for substrings inside a term. An emoji is one character, and characters of
/// scripts without spaces form pairs of their own.
bool shortlist_has_inside(const char *term, int32_t length);

/// Returns the first occurrence of some bytes in others, or NULL.
const char *_Nullable shortlist_find_bytes(const char *text, int64_t length, const char *wanted,
                                           int32_t wanted_length);

#pragma clang assume_nonnull end

#endif
