#include <stddef.h>

#include "postings.h"

enum {
  /// Of terms and prefixes of more items, the bitmaps are cached.
  short_list = 4096,
  /// Those of more items are never read whole, which would take about 5 ms.
  longest_list = 1048576,
};

/// Whether a term or a prefix is so frequent that its bitmap is cached.
static bool is_frequent(const shortlist_query_node *part) {
  return part->kind <= SHORTLIST_POSTINGS_LONGER && part->count > short_list;
}

/// Whether the cache may keep the bitmaps of all frequent terms of a node. To read them again for
/// each search would take longer than to read what that needs. A bitmap has at most as many words as the
/// filter has places, and more only where items have no place, which the widest one so far tells.
static bool may_be_kept(const shortlist_index *index, const shortlist_query_node *part,
                        const shortlist_query_node *end, const shortlist_docid_filter *filter) {
  if (part->kind == SHORTLIST_POSTINGS_ANY) {
    const shortlist_query_node *next = part + 1;
    for (int32_t i = 0; i < part->length; i++) {
      if (!may_be_kept(index, next, end, filter)) return false;
      next = shortlist_node_behind(next, end, 0);
    }
    return true;
  }
  if (!is_frequent(part)) return true;
  int64_t words =
    filter->place_count > index->widest_bitmap ? filter->place_count : index->widest_bitmap;
  if (part->count < words) words = part->count;
  return words * shortlist_docid_bitmap_word_bytes <= index->pages.most_cached_bytes;
}

/// Whether an earlier search has needed all frequent terms of a node; notes that this one does.
static bool is_needed_again(shortlist_index *index, const shortlist_query_node *part,
                            const shortlist_query_node *end) {
  if (part->kind == SHORTLIST_POSTINGS_ANY) {
    bool is_needed = true;
    const shortlist_query_node *next = part + 1;
    for (int32_t i = 0; i < part->length; i++) {
      is_needed = is_needed_again(index, next, end) && is_needed;
      next = shortlist_node_behind(next, end, 0);
    }
    return is_needed;
  }
  if (!is_frequent(part)) return shortlist_is_materialised(part, end, -1);
  return part->count <= longest_list && shortlist_note_need(&index->cache, part);
}

bool shortlist_is_read_as_bitmap(shortlist_index *index, const shortlist_query_node *part,
                                 const shortlist_query_node *end,
                                 const shortlist_docid_filter *filter, int32_t most) {
  return may_be_kept(index, part, end, filter) &&
         (shortlist_is_materialised(part, end, most) || is_needed_again(index, part, end));
}

/// A bitmap that may be the cache's.
typedef struct {
  shortlist_docid_bitmap bitmap;
  bool is_owned;
} borrowed_bitmap;

static void give_back(borrowed_bitmap *bitmap) {
  if (bitmap->is_owned) shortlist_docid_bitmap_free(&bitmap->bitmap);
  *bitmap = (borrowed_bitmap){0};
}

/// Reads the bitmap of a node, other than a union, and caches that of a frequent term or prefix.
static int read_bitmap(shortlist_index *index, const shortlist_query_node *part,
                       const shortlist_query_node *end, const shortlist_docid_filter *filter,
                       borrowed_bitmap *found) {
  bool may_be_cached = is_frequent(part);
  shortlist_docid_bitmap *cached =
    may_be_cached ? shortlist_find_cached_bitmap(&index->cache, part) : NULL;
  if (cached != NULL) {
    int rc = shortlist_docid_bitmap_locate(cached, filter);
    *found = (borrowed_bitmap){.bitmap = *cached};
    return rc;
  }
  shortlist_docid_list docids = {0};
  *found = (borrowed_bitmap){.is_owned = true};
  int rc = SQLITE_OK;
  if (!may_be_cached) {
    rc = shortlist_intersect(index, part, end, filter, &docids);
  } else if (part->kind == SHORTLIST_POSTINGS_TERM) {
    rc = shortlist_read_terms(index, part, 1, NULL, &docids, true);
  } else {
    rc = shortlist_read_prefix(index, part, NULL, &docids);
  }
  if (rc == SQLITE_OK && may_be_cached) rc = shortlist_docids_sort(&docids);
  if (rc == SQLITE_OK) rc = shortlist_docid_bitmap_make(&docids, &found->bitmap);
  sqlite3_free(docids.array);
  if (found->bitmap.count > index->widest_bitmap) index->widest_bitmap = found->bitmap.count;
  if (rc == SQLITE_OK) rc = shortlist_docid_bitmap_locate(&found->bitmap, filter);
  if (rc == SQLITE_OK && may_be_cached &&
      3 * found->bitmap.count <= shortlist_most_cached_docids - index->cache.docid_count) {
    shortlist_docid_bitmap made = found->bitmap;
    rc = shortlist_cache_bitmap(&index->cache, part, &found->bitmap);
    if (rc == SQLITE_OK) *found = (borrowed_bitmap){.bitmap = made};
  }
  return rc;
}

/// Adds the docids of a node to `found`.
static int add_node(shortlist_index *index, const shortlist_query_node *part,
                    const shortlist_query_node *end, const shortlist_docid_filter *filter,
                    borrowed_bitmap *found) {
  if (part->kind == SHORTLIST_POSTINGS_ANY) {
    int rc = SQLITE_OK;
    const shortlist_query_node *next = part + 1;
    for (int32_t i = 0; rc == SQLITE_OK && i < part->length; i++) {
      rc = add_node(index, next, end, filter, found);
      next = shortlist_node_behind(next, end, 0);
    }
    return rc;
  }
  borrowed_bitmap before = *found, more, united = {.is_owned = true};
  int rc = read_bitmap(index, part, end, filter, &more);
  if (rc != SQLITE_OK || more.bitmap.count == 0) {
    give_back(&more);
    return rc;
  }
  if (before.bitmap.count == 0) {
    give_back(found);
    *found = more;
    return SQLITE_OK;
  }
  rc = shortlist_docid_bitmap_unite(&before.bitmap, &more.bitmap, &united.bitmap);
  give_back(&more);
  give_back(&before);
  *found = united;
  return rc;
}

int shortlist_read_bitmap(shortlist_index *index, const shortlist_query_node *part,
                          const shortlist_query_node *end, const shortlist_docid_filter *filter,
                          shortlist_filtered_bitmap **filtered) {
  *filtered = NULL;
  borrowed_bitmap found = {0};
  int rc = add_node(index, part, end, filter, &found);
  shortlist_filtered_bitmap *made = rc == SQLITE_OK ? sqlite3_malloc64(sizeof *made) : NULL;
  if (made == NULL) {
    give_back(&found);
    return rc == SQLITE_OK ? SQLITE_NOMEM : rc;
  }
  made->filter = *filter;
  made->bitmap = found.bitmap;
  made->owns_bitmap = found.is_owned;
  made->word = made->first = made->count = made->place = 0;
  *filtered = made;
  return SQLITE_OK;
}
