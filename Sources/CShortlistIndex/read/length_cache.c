#include "length_cache.h"

#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

enum {
  /// The number of hashes, as a power of two.
  bits = 11,
  /// The lengths with the same hash. The one kept last is the first.
  ways = 2,
};

/// Returns the lengths with a docid's hash, by the high bits of the product with 2^64 / φ.
static shortlist_cached_length *places(const shortlist_length_cache *cache, int64_t docid) {
  return &cache->lengths[ways * ((uint64_t)docid * 0x9e3779b97f4a7c15u >> (64 - bits))];
}

bool shortlist_length_cache_find(const shortlist_length_cache *cache, int64_t docid, int32_t column,
                                 int32_t *words) {
  if (cache->lengths == NULL) return false;
  const shortlist_cached_length *lengths = places(cache, docid);
  for (int i = 0; i < ways; i++) {
    if (lengths[i].docid != docid || lengths[i].column != column) continue;
    *words = lengths[i].words;
    return true;
  }
  return false;
}

void shortlist_length_cache_keep(shortlist_length_cache *cache, int64_t docid, int32_t column,
                                 int32_t words) {
  if (cache->lengths == NULL) {
    cache->lengths = sqlite3_malloc64(ways * sizeof *cache->lengths << bits);
    if (cache->lengths == NULL) return;
    for (int32_t i = 0; i < ways << bits; i++) cache->lengths[i].docid = INT64_MIN;
  }
  shortlist_cached_length *lengths = places(cache, docid);
  memmove(lengths + 1, lengths, (ways - 1) * sizeof *lengths);
  lengths[0] = (shortlist_cached_length){docid, column, words};
}

void shortlist_length_cache_remove(shortlist_length_cache *cache, int64_t docid) {
  if (cache->lengths == NULL) return;
  shortlist_cached_length *lengths = places(cache, docid);
  for (int i = 0; i < ways; i++) {
    if (lengths[i].docid == docid) lengths[i].docid = INT64_MIN;
  }
}

void shortlist_length_cache_free(shortlist_length_cache *cache) {
  sqlite3_free(cache->lengths);
  cache->lengths = NULL;
}
