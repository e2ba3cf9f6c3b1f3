#include "segments.h"

#include <stddef.h>
#include <string.h>

// MARK: Terms

/// Moves before the first term of a leaf. `found` combines the leaf with whether its last doclist
/// has an index. Returns SQLITE_NOTFOUND when the segment has no such leaf.
static int enter(shortlist_term_cursor *cursor, int64_t found) {
  const shortlist_searched_segment *segment = cursor->segment;
  // The segment is empty, or the term would precede its first page.
  if (segment->first == 0 || found >> 1 < segment->first) return SQLITE_NOTFOUND;
  if (found >> 1 > segment->last) return SQLITE_CORRUPT;
  cursor->leaf = (int32_t)(found >> 1);
  cursor->has_doclist_index = (found & 1) != 0;
  cursor->start = 0;
  cursor->length = 0;
  cursor->is_read = false;
  return SQLITE_OK;
}

/// Moves to a leaf through the cache.
static int enter_cached(shortlist_pages *pages, shortlist_term_cursor *cursor,
                      const unsigned char *term, int32_t length, bool is_next) {
  const shortlist_searched_segment *segment = cursor->segment;
  int64_t found = is_next ? 0 : (int64_t)segment->first << 1;
  shortlist_cached_leaf(segment->cache, term, length, is_next, &found);
  int rc = enter(cursor, found);
  if (rc != SQLITE_OK) return rc;
  shortlist_page *page = shortlist_cached_page(segment->cache, cursor->leaf);
  bool is_read = page->size > 0;
  if (!is_read && pages->cached_bytes >= pages->most_cached_bytes) page = &cursor->own;
  if (!is_read) {
    // A leaf that stays here must not push another out of the other cache.
    shortlist_page_cache *cache = pages->cache;
    if (page != &cursor->own) pages->cache = NULL;
    rc = shortlist_load_leaf(pages, segment->id, cursor->leaf, page);
    pages->cache = cache;
    if (rc != SQLITE_OK) {
      page->size = 0;
      return rc;
    }
    if (page != &cursor->own) {
      shortlist_leaf_cache_count(segment->cache, page);
      pages->cached_bytes += page->end;
    }
  }
  cursor->page = page;
  cursor->footer = page->size;
  return SQLITE_OK;
}

/// Finds the leaf that `enter` takes in the database, unless it is cached.
static int find_leaf(shortlist_pages *pages, const shortlist_searched_segment *segment,
                     const unsigned char *term, int32_t length, bool is_next, int64_t *found) {
  if (pages->cache != NULL && shortlist_page_cache_find_leaf(pages->cache, segment->id, term, length,
                                                             is_next, found)) {
    return SQLITE_OK;
  }
  if (shortlist_is_over(pages)) return SQLITE_INTERRUPT;
  sqlite3_stmt *statement = is_next ? pages->next_leaf : pages->leaf;
  sqlite3_bind_int64(statement, 1, segment->id);
  int rc = sqlite3_bind_blob(statement, 2, term, length, SQLITE_STATIC);
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_step(statement);
  *found = is_next ? 0 : (int64_t)segment->first << 1;
  if (rc == SQLITE_ROW) *found = sqlite3_column_int64(statement, 0);
  if (rc == SQLITE_ROW || rc == SQLITE_DONE) rc = SQLITE_OK;
  int reset = sqlite3_reset(statement);
  sqlite3_bind_null(statement, 2);
  if (rc == SQLITE_OK) rc = reset;
  if (rc == SQLITE_OK && pages->cache != NULL)
    shortlist_page_cache_keep_leaf(pages->cache, segment->id, term, length, is_next, *found);
  return rc;
}

/// Moves to the leaf of a segment that may hold a term; or, with `is_next`, to the next leaf that
/// has terms. Returns SQLITE_NOTFOUND when the segment has no such leaf.
static int enter_leaf(shortlist_pages *pages, shortlist_term_cursor *cursor,
                      const unsigned char *term, int32_t length, bool is_next) {
  shortlist_searched_segment *segment = cursor->segment;
  if (segment->may_be_cached && segment->cache == NULL) {
    int rc =
      shortlist_cache_leaves(pages, segment->id, segment->first, segment->last, &segment->cache);
    if (rc != SQLITE_OK) return rc;
    segment->may_be_cached = segment->cache != NULL;
  }
  if (segment->cache != NULL) return enter_cached(pages, cursor, term, length, is_next);
  int64_t found;
  int rc = find_leaf(pages, segment, term, length, is_next, &found);
  if (rc == SQLITE_OK) rc = enter(cursor, found);
  if (rc == SQLITE_OK) rc = shortlist_load_leaf(pages, segment->id, cursor->leaf, &cursor->own);
  cursor->page = &cursor->own;
  cursor->footer = cursor->own.size;
  return rc;
}

int shortlist_next_term(shortlist_term_cursor *cursor, int32_t *common) {
  const shortlist_page *page = cursor->page;
  if (cursor->footer >= page->end) return SQLITE_DONE;
  bool is_first = cursor->footer == page->size;
  cursor->start += shortlist_number(page->bytes, &cursor->footer);
  if (cursor->start < 4 || cursor->start >= (uint64_t)page->size) return SQLITE_CORRUPT;
  int32_t offset = (int32_t)cursor->start;
  uint64_t kept = is_first ? 0 : shortlist_number(page->bytes, &offset);
  uint64_t added = shortlist_number(page->bytes, &offset);
  if (kept > (uint64_t)cursor->length || added > shortlist_longest_term - kept ||
      offset > page->size || added > (uint64_t)(page->size - offset)) {
    return SQLITE_CORRUPT;
  }
  if (added <= sizeof(uint64_t)) {  // usually; both buffers have padding
    memcpy(cursor->text + kept, page->bytes + offset, sizeof(uint64_t));
  } else {
    memcpy(cursor->text + kept, page->bytes + offset, (size_t)added);
  }
  cursor->length = (int32_t)(kept + added);
  cursor->offset = offset + (int32_t)added;
  *common = (int32_t)kept;
  return SQLITE_OK;
}

/// Returns the length of the common prefix of two terms, at least `common`.
static inline int32_t count_common(const shortlist_term_cursor *cursor, const unsigned char *term,
                                   int32_t length, int32_t common) {
  int32_t most = cursor->length < length ? cursor->length : length;
  while (common < most && cursor->text[common] == term[common]) common++;
  return common;
}

/// Moves to the first term of the leaf that is not below `term`. Returns SQLITE_NOTFOUND when it is
/// another term, and SQLITE_DONE at the end of the leaf.
static int go_to(shortlist_term_cursor *cursor, const unsigned char *term, int32_t length) {
  // The length of the common prefix with the last term below.
  int32_t common = 0, kept = 0;
  while (true) {
    if (!cursor->is_read) {
      int rc = shortlist_next_term(cursor, &kept);
      if (rc != SQLITE_OK) return rc;
      if (kept > common) continue;  // sorts below `term` like the one before
      cursor->is_read = true;
      if (kept < common) return SQLITE_NOTFOUND;
    }
    common = count_common(cursor, term, length, kept);
    if (common == length) return cursor->length == length ? SQLITE_OK : SQLITE_NOTFOUND;
    if (common < cursor->length && cursor->text[common] > term[common]) return SQLITE_NOTFOUND;
    cursor->is_read = false;
  }
}

void shortlist_term_cursor_init(shortlist_term_cursor *cursor,
                                shortlist_searched_segment *segment) {
  cursor->segment = segment;
  cursor->page = NULL;
  cursor->own = (shortlist_page){0};
  cursor->leaf = 0;
  cursor->length = 0;
  cursor->is_read = cursor->is_over = false;
  cursor->is_current = true;
}

void shortlist_term_cursor_close(shortlist_term_cursor *cursor) { shortlist_page_free(&cursor->own); }

int shortlist_find_term(shortlist_pages *pages, shortlist_term_cursor *cursor,
                        const unsigned char *term, int32_t length) {
  // The next term is often on the same leaf.
  int rc = cursor->leaf != 0 ? go_to(cursor, term, length) : SQLITE_DONE;
  if (rc != SQLITE_DONE) return rc;
  rc = enter_leaf(pages, cursor, term, length, false);
  if (rc == SQLITE_OK) rc = go_to(cursor, term, length);
  return rc == SQLITE_DONE ? SQLITE_NOTFOUND : rc;
}

int shortlist_find_limit(const shortlist_term_cursor *cursor, int32_t *limit) {
  const shortlist_page *page = cursor->page;
  *limit = page->size;
  if (cursor->footer >= page->end) return SQLITE_OK;
  int32_t footer = cursor->footer;
  uint64_t next = cursor->start + shortlist_number(page->bytes, &footer);
  if (next <= (uint64_t)cursor->offset || next > (uint64_t)page->size) return SQLITE_CORRUPT;
  *limit = (int32_t)next;
  return SQLITE_OK;
}

int shortlist_open_doclist(shortlist_pages *pages, const shortlist_term_cursor *cursor, bool stays,
                           shortlist_doclist *list) {
  shortlist_doclist_start start = {
    .segment = cursor->segment->id,
    .leaf = cursor->leaf,
    .last_leaf = cursor->segment->last,
    .has_doclist_index = cursor->has_doclist_index,
    .page = cursor->page,
    .stays = stays || cursor->page != &cursor->own,
    .offset = cursor->offset,
  };
  int rc = shortlist_find_limit(cursor, &start.limit);
  return rc == SQLITE_OK ? shortlist_doclist_open(pages, &start, list) : rc;
}

// MARK: Prefixes

/// Moves to the next leaf that has terms. Returns SQLITE_NOTFOUND at the end.
static int next_leaf(shortlist_pages *pages, shortlist_term_cursor *cursor) {
  // A leaf without terms cannot have been found by a search.
  if (cursor->length == 0) return SQLITE_CORRUPT;
  int32_t last = cursor->leaf;
  int rc = enter_leaf(pages, cursor, cursor->text, cursor->length, true);
  return rc == SQLITE_OK && cursor->leaf <= last ? SQLITE_CORRUPT : rc;
}

/// Moves to the next term with a prefix, or to the first. Returns SQLITE_NOTFOUND at the end.
static int next_prefixed(shortlist_pages *pages, shortlist_term_cursor *cursor,
                         const unsigned char *prefix, int32_t length) {
  int rc;
  int32_t common;
  if (cursor->leaf == 0) {
    rc = enter_leaf(pages, cursor, prefix, length, false);
    if (rc == SQLITE_OK) rc = go_to(cursor, prefix, length);
    if (rc == SQLITE_NOTFOUND && cursor->is_read) rc = SQLITE_OK;
  } else {
    rc = shortlist_next_term(cursor, &common);
  }
  while (rc == SQLITE_DONE) {
    rc = next_leaf(pages, cursor);
    if (rc == SQLITE_OK) rc = shortlist_next_term(cursor, &common);
  }
  if (rc != SQLITE_OK) return rc;
  bool begins = cursor->length >= length && memcmp(cursor->text, prefix, (size_t)length) == 0;
  return begins ? SQLITE_OK : SQLITE_NOTFOUND;
}

static int compare(const shortlist_term_cursor *a, const shortlist_term_cursor *b) {
  return shortlist_compare_terms(a->text, a->length, b->text, b->length);
}

int shortlist_next_prefixed(shortlist_pages *pages, shortlist_term_cursor *cursors, int32_t count,
                            const unsigned char *prefix, int32_t length,
                            const shortlist_term_cursor **term) {
  *term = NULL;
  for (int32_t i = 0; i < count; i++) {
    shortlist_term_cursor *cursor = &cursors[i];
    if (cursor->is_over) continue;
    if (cursor->is_current) {
      int rc = next_prefixed(pages, cursor, prefix, length);
      if (rc != SQLITE_OK && rc != SQLITE_NOTFOUND) return rc;
      cursor->is_over = rc == SQLITE_NOTFOUND;
      cursor->is_current = false;
    }
    if (!cursor->is_over && (*term == NULL || compare(cursor, *term) < 0)) *term = cursor;
  }
  if (*term == NULL) return SQLITE_NOTFOUND;
  for (int32_t i = 0; i < count; i++) {
    shortlist_term_cursor *cursor = &cursors[i];
    cursor->is_current = cursor == *term || (!cursor->is_over && compare(cursor, *term) == 0);
  }
  return SQLITE_OK;
}

int shortlist_open_cursors(shortlist_searched_segment *segments, int32_t count,
                           shortlist_term_cursor **cursors) {
  *cursors = NULL;
  if (count == 0) return SQLITE_OK;
  *cursors = sqlite3_malloc64((sqlite3_uint64)count * sizeof **cursors);
  if (*cursors == NULL) return SQLITE_NOMEM;
  for (int32_t i = 0; i < count; i++) {
    shortlist_term_cursor_init(&(*cursors)[i], &segments[i]);
  }
  return SQLITE_OK;
}

void shortlist_close_cursors(int32_t count, shortlist_term_cursor *cursors) {
  if (cursors == NULL) return;
  for (int32_t i = 0; i < count; i++) shortlist_term_cursor_close(&cursors[i]);
  sqlite3_free(cursors);
}
