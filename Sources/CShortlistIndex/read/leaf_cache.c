#include "leaf_cache.h"

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
  /// One for each leaf.
  shortlist_page pages[];
};

static int append(shortlist_leaf_cache *kept, const unsigned char *term, int32_t length,
                  int64_t leaf) {
  int rc = shortlist_reserve(&kept->starts, &kept->capacity, (int64_t)kept->count + 1);
  if (rc == SQLITE_OK) {
    rc = shortlist_reserve(&kept->text, &kept->room, (int64_t)kept->size + length);
  }
  if (rc != SQLITE_OK) return rc;
  if (length > 0) memcpy(kept->text + kept->size, term, (size_t)length);
  kept->starts[kept->count++] = (leaf_start){.offset = kept->size, .length = length, .leaf = leaf};
  kept->size += length;
  return SQLITE_OK;
}

int shortlist_cache_leaves(shortlist_pages *pages, int64_t segment, int32_t first, int32_t last,
                          shortlist_leaf_cache **result) {
  *result = NULL;
  sqlite3_uint64 count = (sqlite3_uint64)(last - first) + 1;
  shortlist_leaf_cache *kept =
    sqlite3_malloc64(sizeof *kept + count * sizeof *kept->pages);
  if (kept == NULL) return SQLITE_NOMEM;
  *kept = (shortlist_leaf_cache){.first = first, .last = last};
  memset(kept->pages, 0, count * sizeof *kept->pages);
  sqlite3_bind_int64(pages->leaves, 1, segment);
  bool is_listed = true;
  int rc = SQLITE_OK;
  while (rc == SQLITE_OK && is_listed && (rc = sqlite3_step(pages->leaves)) == SQLITE_ROW) {
    int length = sqlite3_column_bytes(pages->leaves, 0);
    is_listed = sqlite3_column_type(pages->leaves, 0) == SQLITE_BLOB &&
                length <= shortlist_longest_term && (sqlite3_uint64)kept->count < count;
    rc = SQLITE_OK;
    if (is_listed) {
      rc = append(kept, sqlite3_column_blob(pages->leaves, 0), length,
                  sqlite3_column_int64(pages->leaves, 1));
    }
  }
  int reset = sqlite3_reset(pages->leaves);
  if (rc == SQLITE_DONE || rc == SQLITE_OK) rc = reset;
  if (rc == SQLITE_OK && is_listed) {
    *result = kept;
  } else {
    shortlist_leaf_cache_free(kept);
  }
  return rc;
}

void shortlist_leaf_cache_free(shortlist_leaf_cache *kept) {
  if (kept == NULL) return;
  for (int32_t i = 0; i <= kept->last - kept->first; i++) sqlite3_free(kept->pages[i].bytes);
  sqlite3_free(kept->starts);
  sqlite3_free(kept->text);
  sqlite3_free(kept);
}

bool shortlist_cached_leaf(const shortlist_leaf_cache *kept, const unsigned char *term,
                         int32_t length, bool is_next, int64_t *found) {
  int32_t low = 0, high = kept->count;
  while (low < high) {
    int32_t middle = (low + high) / 2;
    const leaf_start *start = &kept->starts[middle];
    int32_t common = start->length < length ? start->length : length;
    int order = common > 0 ? memcmp(kept->text + start->offset, term, (size_t)common) : 0;
    if (order < 0 || (order == 0 && start->length <= length)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (is_next ? low == kept->count : low == 0) return false;
  *found = kept->starts[is_next ? low : low - 1].leaf;
  return true;
}

shortlist_page *shortlist_cached_page(shortlist_leaf_cache *kept, int32_t leaf) {
  return &kept->pages[leaf - kept->first];
}
