#include "segments.h"

#include <stddef.h>
#include <string.h>

/// The first term of a leaf.
typedef struct {
  int32_t offset, length;
  /// The leaf's number and whether the last doclist on it has an index, as one number.
  int64_t leaf;
} leaf_start;

struct shortlist_leaf_cache {
  int32_t first, last;
  leaf_start *starts;
  int32_t count, capacity;
  unsigned char *text;
  int32_t size, room;
  /// The bytes of the leaves that were read.
  int64_t read_bytes;
  /// One for each leaf.
  shortlist_page pages[];
};

static int append(shortlist_leaf_cache *cache, const unsigned char *term, int32_t length,
                  int64_t leaf) {
  int rc = shortlist_reserve(&cache->starts, &cache->capacity, (int64_t)cache->count + 1);
  if (rc == SQLITE_OK) {
    rc = shortlist_reserve(&cache->text, &cache->room, (int64_t)cache->size + length + 1);
  }
  if (rc != SQLITE_OK) return rc;
  if (length > 0) memcpy(cache->text + cache->size, term, (size_t)length);
  cache->starts[cache->count++] = (leaf_start){.offset = cache->size, .length = length, .leaf = leaf};
  cache->size += length;
  return SQLITE_OK;
}

/// Reads the first terms of a segment's leaves. Clears `*is_listed` when they are not listed as FTS5 lists
/// them.
static int read_starts(shortlist_leaf_cache *cache, sqlite3_stmt *leaves, int64_t segment,
                       bool *is_listed) {
  int32_t most = cache->last - cache->first + 1;
  sqlite3_bind_int64(leaves, 1, segment);
  int rc = SQLITE_OK;
  while (rc == SQLITE_OK && *is_listed && (rc = sqlite3_step(leaves)) == SQLITE_ROW) {
    int length = sqlite3_column_bytes(leaves, 0);
    *is_listed = sqlite3_column_type(leaves, 0) == SQLITE_BLOB &&
                 length <= shortlist_longest_term && cache->count < most;
    rc = SQLITE_OK;
    if (*is_listed) {
      rc = append(cache, sqlite3_column_blob(leaves, 0), length, sqlite3_column_int64(leaves, 1));
    }
  }
  int reset = sqlite3_reset(leaves);
  return rc == SQLITE_DONE || rc == SQLITE_OK ? reset : rc;
}

int shortlist_cache_leaves(shortlist_pages *pages, int64_t segment, int32_t first, int32_t last,
                          shortlist_leaf_cache **result) {
  *result = NULL;
  sqlite3_uint64 count = (sqlite3_uint64)(last - first) + 1;
  shortlist_leaf_cache *cache =
    sqlite3_malloc64(sizeof *cache + count * sizeof *cache->pages);
  if (cache == NULL) return SQLITE_NOMEM;
  *cache = (shortlist_leaf_cache){.first = first, .last = last};
  memset(cache->pages, 0, count * sizeof *cache->pages);
  bool is_listed = true;
  // FTS5 lists the first leaf without a term, and no index for a doclist that has only one leaf.
  int rc = first == last ? append(cache, NULL, 0, (int64_t)first << 1)
                         : read_starts(cache, pages->leaves, segment, &is_listed);
  if (rc == SQLITE_OK && is_listed) {
    *result = cache;
  } else {
    shortlist_leaf_cache_free(cache);
  }
  return rc;
}

void shortlist_leaf_cache_free(shortlist_leaf_cache *cache) {
  if (cache == NULL) return;
  for (int32_t i = 0; i <= cache->last - cache->first; i++) shortlist_page_free(&cache->pages[i]);
  sqlite3_free(cache->starts);
  sqlite3_free(cache->text);
  sqlite3_free(cache);
}

int64_t shortlist_leaf_cache_size(const shortlist_leaf_cache *cache) { return cache->read_bytes; }

bool shortlist_cached_leaf(const shortlist_leaf_cache *cache, const unsigned char *term,
                         int32_t length, bool is_next, int64_t *found) {
  int32_t low = 0, high = cache->count;
  while (low < high) {
    int32_t middle = (low + high) / 2;
    const leaf_start *start = &cache->starts[middle];
    if (shortlist_compare_terms(cache->text + start->offset, start->length, term, length) <= 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (is_next ? low == cache->count : low == 0) return false;
  *found = cache->starts[is_next ? low : low - 1].leaf;
  return true;
}

shortlist_page *shortlist_cached_page(shortlist_leaf_cache *cache, int32_t leaf) {
  return &cache->pages[leaf - cache->first];
}

void shortlist_leaf_cache_count(shortlist_leaf_cache *cache, const shortlist_page *page) {
  cache->read_bytes += page->end;
}
