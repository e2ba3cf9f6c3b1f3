#include <stddef.h>

#include "postings.h"

enum {
  /// The leaves of a larger segment are not cached.
  most_cached_leaves = 512,
  /// After larger changes, all cached postings are dropped.
  most_new_leaves = 64,
  most_changed_docids = 256,
};

/// Copies the segments from the structure record.
static int copy_segments(shortlist_index *index, const shortlist_structure_record *list) {
  if (list->count == 0) return SQLITE_OK;
  index->segments = sqlite3_malloc64((sqlite3_uint64)list->count * sizeof *index->segments);
  if (index->segments == NULL) return SQLITE_NOMEM;
  index->segment_count = list->count;
  for (int32_t i = 0; i < list->count; i++) {
    const shortlist_segment *segment = &list->segments[i];
    index->segments[i] = (shortlist_searched_segment){
      .id = segment->id,
      .first = segment->first,
      .last = segment->last,
      .may_be_cached = segment->last - segment->first < most_cached_leaves,
      .is_new = true,
    };
  }
  return SQLITE_OK;
}

int shortlist_index_open(sqlite3_stmt *page, sqlite3_stmt *leaf, sqlite3_stmt *next_leaf,
                         sqlite3_stmt *leaves, int32_t cached_pages, int32_t cached_bytes,
                         shortlist_budget *budget,
                         shortlist_index **result) {
  *result = NULL;
  shortlist_index *index = sqlite3_malloc64(sizeof *index);
  if (index == NULL) return SQLITE_NOMEM;
  *index = (shortlist_index){
    .pages =
      {.page = page,
       .leaf = leaf,
       .next_leaf = next_leaf,
       .leaves = leaves,
       .budget = budget,
       .most_cached_bytes = cached_bytes},
    .lengths_docid = SHORTLIST_NO_LENGTHS,
  };
  if (cached_pages > 0) {
    index->pages.cache = shortlist_page_cache_create(cached_pages);
    if (index->pages.cache == NULL) {
      shortlist_index_free(index);
      return SQLITE_NOMEM;
    }
  }
  shortlist_structure_record list;
  int rc = shortlist_structure_record_read(&index->pages, &list);
  if (rc == SQLITE_OK) {
    rc = copy_segments(index, &list);
    shortlist_structure_record_free(&list);
  }
  if (rc == SQLITE_OK) {
    *result = index;
  } else {
    shortlist_index_free(index);
  }
  return rc;
}

/// Notes which segments are the same as before, and takes their cached leaves.
static void take_leaves(shortlist_index *index, shortlist_searched_segment *old, int32_t count,
                        const shortlist_segment_ids *changed) {
  index->pages.cached_bytes = 0;
  for (int32_t i = 0; i < index->segment_count; i++) {
    shortlist_searched_segment *segment = &index->segments[i];
    for (int32_t j = 0; j < count && segment->is_new; j++) {
      if (old[j].id != segment->id || old[j].first != segment->first ||
          old[j].last != segment->last || shortlist_has_segment(changed, segment->id)) {
        continue;
      }
      segment->is_new = false;
      segment->cache = old[j].cache;
      segment->may_be_cached = old[j].may_be_cached;
      old[j].cache = NULL;
    }
    if (segment->cache != NULL)
      index->pages.cached_bytes += shortlist_leaf_cache_size(segment->cache);
  }
}

/// Whether the new segments are small, and newer than all others, as after a commit of some items.
static bool has_few_new_leaves(const shortlist_index *index) {
  int64_t leaves = 0;
  bool is_new = true;
  for (int32_t i = 0; i < index->segment_count; i++) {
    const shortlist_searched_segment *segment = &index->segments[i];
    if (segment->is_new && !is_new) return false;
    is_new = segment->is_new;
    if (is_new) leaves += segment->last - segment->first + 1;
  }
  return leaves <= most_new_leaves;
}

int shortlist_index_follow(shortlist_index *index, shortlist_budget *budget,
                           const shortlist_segment_ids *changed, const int64_t *docids,
                           int32_t docid_count) {
  for (int32_t i = 0; i < docid_count; i++) {
    shortlist_length_cache_remove(&index->lengths, docids[i]);
  }
  index->pages.budget = budget;
  if (index->pages.cache) shortlist_page_cache_remove(index->pages.cache, changed);
  shortlist_structure_record list;
  int rc = shortlist_structure_record_read(&index->pages, &list);
  if (rc != SQLITE_OK) return rc;
  shortlist_searched_segment *old = index->segments;
  int32_t count = index->segment_count;
  index->segments = NULL;
  index->segment_count = 0;
  rc = copy_segments(index, &list);
  shortlist_structure_record_free(&list);
  if (rc == SQLITE_OK) take_leaves(index, old, count, changed);
  for (int32_t i = 0; i < count; i++) shortlist_leaf_cache_free(old[i].cache);
  sqlite3_free(old);
  if (rc != SQLITE_OK) return rc;
  if (docid_count > most_changed_docids || !has_few_new_leaves(index)) {
    shortlist_postings_cache_clear(&index->cache);
    return SQLITE_OK;
  }
  return shortlist_postings_cache_follow(&index->cache, docids, docid_count);
}

void shortlist_index_renew(shortlist_index *index, shortlist_budget *budget) {
  index->pages.budget = budget;
  shortlist_postings_cache_trim(&index->cache, index->pages.most_cached_bytes);
}

void shortlist_index_free(shortlist_index *index) {
  if (index == NULL) return;
  for (int32_t i = 0; i < index->segment_count; i++) {
    shortlist_leaf_cache_free(index->segments[i].cache);
  }
  sqlite3_free(index->segments);
  shortlist_page_cache_free(index->pages.cache);
  shortlist_length_cache_free(&index->lengths);
  shortlist_postings_cache_clear(&index->cache);
  sqlite3_free(index);
}
