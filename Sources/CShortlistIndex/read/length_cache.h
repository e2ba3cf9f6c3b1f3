#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The number of words in a column of an item.
typedef struct {
  int64_t docid;
  int32_t column, words;
} shortlist_cached_length;

/// A cache of lengths, for the items that are scored again and again.
typedef struct {
  /// A hash table; NULL before the first length.
  shortlist_cached_length *_Nullable lengths;
} shortlist_length_cache;

bool shortlist_length_cache_find(const shortlist_length_cache *cache, int64_t docid, int32_t column,
                                 int32_t *words);
/// Keeps a length, unless memory runs out.
void shortlist_length_cache_keep(shortlist_length_cache *cache, int64_t docid, int32_t column,
                                 int32_t words);
/// Removes the lengths of an item.
void shortlist_length_cache_remove(shortlist_length_cache *cache, int64_t docid);
void shortlist_length_cache_free(shortlist_length_cache *cache);

#pragma clang assume_nonnull end
