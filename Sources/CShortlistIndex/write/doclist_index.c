#include "segment_writer.h"

#include <string.h>

enum {
  heights = 3,
  /// The size of a full page, as for leaves.
  page_bytes = 4050,
  /// The most bytes added in one step.
  most_added_bytes = 32,
};

static int make_room(shortlist_doclist_index_page *page) {
  return shortlist_reserve(&page->bytes, &page->capacity, (int64_t)page->used + most_added_bytes);
}

static void put(shortlist_doclist_index_page *page, uint64_t number) {
  page->used += shortlist_put_number(page->bytes + page->used, number);
}

/// Begins a page with its first entry: `number` is that of a leaf, or of a page below.
static int begin(shortlist_doclist_index_page *page, int32_t number, int64_t docid) {
  int rc = make_room(page);
  if (rc != SQLITE_OK) return rc;
  page->bytes[0] = 0;
  page->used = 1;
  put(page, (uint64_t)number);
  put(page, (uint64_t)docid);
  page->last = docid;
  return SQLITE_OK;
}

static int store(const shortlist_doclist_index *index, int height) {
  const shortlist_doclist_index_page *page = &index->heights[height];
  int64_t id = ((int64_t)1 << 36) + ((int64_t)height << 31) + page->number;
  return shortlist_segment_rows_put_page(index->rows, id, page->bytes, page->used);
}

/// Returns the first docid of a page.
static int64_t first_docid(const shortlist_doclist_index_page *page) {
  int32_t offset = 1;
  shortlist_number(page->bytes, &offset);
  return (int64_t)shortlist_number(page->bytes, &offset);
}

int shortlist_doclist_index_add(shortlist_doclist_index *index, int32_t term_leaf, int32_t leaf,
                                int64_t docid) {
  shortlist_doclist_index_page *page = index->heights;
  if (page->used == 0) {
    page->number = term_leaf;
    return begin(page, leaf, docid);
  }
  int32_t number = leaf;
  for (int height = 0; height < heights; height++, page++) {
    if (page->used < page_bytes || height == heights - 1) {
      int rc = make_room(page);
      if (rc != SQLITE_OK) return rc;
      put(page, (uint64_t)(docid - page->last));
      page->last = docid;
      return SQLITE_OK;
    }
    // It is not the highest page.
    page->bytes[0] = 1;
    int rc = store(index, height);
    if (rc == SQLITE_OK && page[1].used == 0) {
      page[1].number = page->number;
      rc = begin(&page[1], page->number, first_docid(page));
    }
    page->number++;
    if (rc == SQLITE_OK) rc = begin(page, number, docid);
    if (rc != SQLITE_OK) return rc;
    page->bytes[0] = 1;
    number = page->number;
  }
  return SQLITE_OK;
}

int shortlist_doclist_index_pass(shortlist_doclist_index *index) {
  shortlist_doclist_index_page *page = index->heights;
  if (page->used == 0) return SQLITE_OK;
  int rc = make_room(page);
  if (rc == SQLITE_OK) page->bytes[page->used++] = 0;
  return rc;
}

int shortlist_doclist_index_end(shortlist_doclist_index *index, bool is_dropped, bool *is_stored) {
  *is_stored = index->heights[0].used > 0 && !is_dropped;
  int rc = SQLITE_OK;
  for (int height = 0; height < heights; height++) {
    shortlist_doclist_index_page *page = &index->heights[height];
    if (page->used > 0 && *is_stored && rc == SQLITE_OK) rc = store(index, height);
    page->used = 0;
  }
  return rc;
}

void shortlist_doclist_index_free(shortlist_doclist_index *index) {
  for (int height = 0; height < heights; height++) sqlite3_free(index->heights[height].bytes);
}
