#ifndef CSHORTLISTINDEX_LEAF_CHECK_H
#define CSHORTLISTINDEX_LEAF_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// Whether a leaf is valid: its header and footer point inside the page, and each piece ends where
/// it should.
bool shortlist_leaf_is_sound(const unsigned char *_Nullable bytes, int32_t count);

/// Reads the number of items from FTS5's record of totals; returns `false` if the record is
/// malformed.
bool shortlist_read_item_count(const unsigned char *_Nullable record, int32_t length, int64_t *count);

#pragma clang assume_nonnull end

#endif
