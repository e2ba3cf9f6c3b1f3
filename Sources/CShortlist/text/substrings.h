#ifndef SHORTLIST_FRAGMENTS_H
#define SHORTLIST_FRAGMENTS_H

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Whether a substring may begin inside a word: not with a mark, which is part of a character.
bool shortlist_may_be_inside(const char *substring, int32_t length);

/// Whether substrings are looked for inside a term: an emoji is one character, and characters that are
/// written without spaces stand in pairs of their own.
bool shortlist_has_inside(const char *term, int32_t length);

/// Where some bytes begin in others; NULL where they do not stand.
const char *_Nullable shortlist_find_bytes(const char *text, int64_t length, const char *wanted,
                                           int32_t wanted_length);

#pragma clang assume_nonnull end

#endif
