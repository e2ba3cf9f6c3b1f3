#include "pages.h"

#include <stddef.h>
#include <string.h>

/// The number of pages read between two looks at the clock.
enum { loads_between_looks = 8 };

uint64_t shortlist_long_number(const unsigned char *bytes, int32_t *offset) {
  uint64_t value = 0;
  for (int i = 0; i < 8; i++) {
    unsigned char byte = bytes[(*offset)++];
    value = value << 7 | (byte & 0x7f);
    if (byte < 0x80) return value;
  }
  return value << 8 | bytes[(*offset)++];
}

int32_t shortlist_put_long_number(unsigned char *bytes, uint64_t number) {
  int32_t count = 9;
  if (number >> 56 != 0) {
    bytes[8] = (unsigned char)number;
    number >>= 8;
  } else {
    for (count = 4; number >> 7 * count != 0;) count++;
    bytes[count - 1] = number & 0x7f;
    number >>= 7;
  }
  for (int32_t i = count - 2; i >= 0; i--, number >>= 7) {
    bytes[i] = 0x80 | (number & 0x7f);
  }
  return count;
}

bool shortlist_is_over(shortlist_pages *pages) {
  return ++pages->loads % loads_between_looks == 0 && shortlist_budget_look(pages->budget);
}

void shortlist_page_free(shortlist_page *page) {
  if (page->shared != NULL) {
    shortlist_shared_page_free(page->shared);
  } else {
    sqlite3_free(page->bytes);
  }
  *page = (shortlist_page){0};
}

/// Takes over one owner of a shared page.
static void share(shortlist_shared_page *shared, shortlist_page *page) {
  shortlist_page_free(page);
  *page = (shortlist_page){.bytes = shared->bytes, .end = shared->count, .shared = shared};
}

static int copy(const unsigned char *bytes, int32_t count, shortlist_page *page) {
  if (page->shared != NULL) shortlist_page_free(page);
  int rc = shortlist_reserve_page(page, count);
  if (rc != SQLITE_OK) return rc;
  memcpy(page->bytes, bytes, (size_t)count);
  memset(page->bytes + count, 0, shortlist_padding);
  page->end = count;
  return SQLITE_OK;
}

int shortlist_load_page(shortlist_pages *pages, int64_t id, shortlist_page *page) {
  sqlite3_stmt *statement = pages->page;
  if (shortlist_is_over(pages)) return SQLITE_INTERRUPT;
  bool may_be_cached = pages->cache != NULL && id >> shortlist_page_bits > 0;
  shortlist_shared_page *shared = may_be_cached ? shortlist_page_cache_find(pages->cache, id) : NULL;
  if (shared != NULL) {
    share(shared, page);
    return SQLITE_OK;
  }
  sqlite3_bind_int64(statement, 1, id);
  int rc = sqlite3_step(statement);
  if (rc == SQLITE_ROW) {
    const unsigned char *bytes = sqlite3_column_blob(statement, 0);
    int32_t count = sqlite3_column_bytes(statement, 0);
    rc = bytes != NULL && count > 0 ? SQLITE_OK : SQLITE_CORRUPT;
    if (rc == SQLITE_OK && may_be_cached)
      shared = shortlist_page_cache_keep(pages->cache, id, bytes, count);
    if (shared != NULL) {
      share(shared, page);
    } else if (rc == SQLITE_OK) {
      rc = copy(bytes, count, page);
    }
  } else if (rc == SQLITE_DONE) {
    rc = SQLITE_NOTFOUND;
  }
  int reset = sqlite3_reset(statement);
  return rc == SQLITE_OK ? reset : rc;
}

int shortlist_find_footer(shortlist_page *page) {
  page->size = shortlist_two_bytes(page->bytes + 2);
  return page->size < 4 || page->size > page->end ? SQLITE_CORRUPT : SQLITE_OK;
}

int shortlist_load_leaf(shortlist_pages *pages, int64_t segment, int32_t leaf,
                        shortlist_page *page) {
  int rc = shortlist_load_page(pages, (segment << shortlist_page_bits) + leaf, page);
  if (rc == SQLITE_NOTFOUND) return SQLITE_CORRUPT;
  return rc == SQLITE_OK ? shortlist_find_footer(page) : rc;
}

int shortlist_find_continued(const shortlist_page *page, int32_t *start, int32_t *end) {
  int32_t first = shortlist_two_bytes(page->bytes), footer = page->size;
  *end = page->size;
  if (footer < page->end) {
    uint64_t term = shortlist_number(page->bytes, &footer);
    if (term < shortlist_header_bytes || term > (uint64_t)page->size) return SQLITE_CORRUPT;
    *end = (int32_t)term;
  }
  *start = first != 0 ? first : *end;
  if (first == 0) return SQLITE_OK;
  return first < shortlist_header_bytes || first >= *end ? SQLITE_CORRUPT : SQLITE_OK;
}

int shortlist_store_page(sqlite3_stmt *statement, int64_t id, const unsigned char *bytes,
                         int32_t count) {
  sqlite3_bind_int64(statement, 1, id);
  int rc = sqlite3_bind_blob(statement, 2, bytes, count, SQLITE_STATIC);
  if (rc == SQLITE_OK) {
    sqlite3_step(statement);
    rc = sqlite3_reset(statement);
  }
  sqlite3_bind_null(statement, 2);
  return rc;
}
