#include "length_cache.h"

#include <sqlite3.h>
#include <stddef.h>

/// The number of lengths, as a power of two.
enum { bits = 12 };

/// Takes the high bits of the product with 2^64 / φ.
static uint64_t place(int64_t docid) { return (uint64_t)docid * 0x9e3779b97f4a7c15u >> (64 - bits); }

bool shortlist_length_cache_find(const shortlist_length_cache *cache, int64_t docid, int32_t column,
                                 int32_t *words) {
  if (cache->lengths == NULL) return false;
  const shortlist_cached_length *length = &cache->lengths[place(docid)];
  *words = length->words;
  return length->docid == docid && length->column == column;
}

void shortlist_length_cache_keep(shortlist_length_cache *cache, int64_t docid, int32_t column,
                                 int32_t words) {
  if (cache->lengths == NULL) {
    cache->lengths = sqlite3_malloc64(sizeof *cache->lengths << bits);
    if (cache->lengths == NULL) return;
    for (int32_t i = 0; i < 1 << bits; i++) cache->lengths[i].docid = INT64_MIN;
  }
  cache->lengths[place(docid)] = (shortlist_cached_length){docid, column, words};
}

void shortlist_length_cache_remove(shortlist_length_cache *cache, int64_t docid) {
  if (cache->lengths == NULL) return;
  shortlist_cached_length *length = &cache->lengths[place(docid)];
  if (length->docid == docid) length->docid = INT64_MIN;
}

void shortlist_length_cache_free(shortlist_length_cache *cache) {
  sqlite3_free(cache->lengths);
  cache->lengths = NULL;
}
