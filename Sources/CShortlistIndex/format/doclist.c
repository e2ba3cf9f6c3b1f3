#include "doclist.h"

#include <stddef.h>
#include <string.h>

// MARK: Moving

static void finish(shortlist_doclist *list) {
  list->docid = SHORTLIST_END_OF_DOCIDS;
  list->offset = list->limit = 0;
}

/// Reads the positions after a docid, up to the next one.
static int read_positions(shortlist_doclist *list) {
  uint64_t size = shortlist_number(list->page.bytes, &list->offset);
  if (size >> 1 > shortlist_most_position_bytes || list->offset > list->page.size) return SQLITE_CORRUPT;
  list->positions = list->offset;
  list->positions_size = (int32_t)(size >> 1);
  list->is_deleted = list->positions_size == 0;
  list->offset += list->positions_size;
  // Positions may continue on the next page, but not beyond the doclist.
  if (list->limit < list->page.size && list->offset > list->limit) return SQLITE_CORRUPT;
  return SQLITE_OK;
}

/// Finds the next page in the doclist index.
static void find_next_first(shortlist_doclist *list) {
  if (list->may_have_doclist_index) return;
  while (list->passed < list->first_count &&
         list->doclist_index[list->passed].number <= list->number) {
    list->passed++;
  }
  list->next_first =
    list->passed < list->first_count ? list->doclist_index[list->passed].docid : SHORTLIST_END_OF_DOCIDS;
}

/// Moves to the first docid of a page after the doclist's first one, or of the next page that has
/// one.
static int enter(shortlist_pages *pages, shortlist_doclist *list, int32_t leaf) {
  int64_t before = list->docid;
  while (true) {
    if (leaf > list->last_number) {
      finish(list);
      return SQLITE_OK;
    }
    if (list->is_borrowed) {
      list->is_borrowed = false;
      list->page = (shortlist_page){0};
    }
    list->number = leaf;
    int rc = shortlist_load_leaf(pages, list->segment, leaf++, &list->page);
    if (rc != SQLITE_OK) {
      finish(list);  // the page may be empty now
      return rc;
    }
    rc = shortlist_find_continued(&list->page, &list->offset, &list->limit);
    if (rc != SQLITE_OK) return rc;
    if (list->offset < list->limit) {
      list->docid = (int64_t)shortlist_number(list->page.bytes, &list->offset);
      if (list->docid <= before || list->docid < 0 || list->docid == SHORTLIST_END_OF_DOCIDS) {
        return SQLITE_CORRUPT;
      }
      find_next_first(list);
      return read_positions(list);
    }
    if (list->page.end > list->page.size) {  // its terms follow
      finish(list);
      return SQLITE_OK;
    }
  }
}

/// Moves to the first docid on the current page that is not below `docid`, or to the last one.
static int seek_on_page(shortlist_doclist *list, int64_t docid) {
  const unsigned char *bytes = list->page.bytes;
  int64_t reached = list->docid;
  int32_t offset = list->offset, limit = list->limit, positions = list->positions;
  uint64_t size = (uint64_t)list->positions_size;
  while (reached < docid && offset < limit) {
    uint64_t next = (uint64_t)reached + shortlist_next_docid(bytes, &offset, &size);
    if (next <= (uint64_t)reached || next >= SHORTLIST_END_OF_DOCIDS) return SQLITE_CORRUPT;
    reached = (int64_t)next;
    if (size > shortlist_most_position_bytes) return SQLITE_CORRUPT;
    positions = offset;
    offset += (int32_t)size;
  }
  // Positions may continue on the next page, but not beyond the doclist.
  if (positions > list->page.size || (limit < list->page.size && offset > limit)) {
    return SQLITE_CORRUPT;
  }
  list->docid = reached;
  list->offset = offset;
  list->positions = positions;
  list->positions_size = (int32_t)size;
  list->is_deleted = size == 0;
  return SQLITE_OK;
}

static int append_first(shortlist_doclist *list, int64_t docid, int64_t number) {
  if (number <= list->first_number || number > list->last_number) return SQLITE_CORRUPT;
  if (list->first_count > 0) {
    const shortlist_first *last = &list->doclist_index[list->first_count - 1];
    if (docid <= last->docid || number <= last->number) return SQLITE_CORRUPT;
  }
  int rc = shortlist_reserve(&list->doclist_index, &list->first_capacity,
                             (int64_t)list->first_count + 1);
  if (rc != SQLITE_OK) return rc;
  list->doclist_index[list->first_count++] = (shortlist_first){docid, (int32_t)number};
  return SQLITE_OK;
}

/// Reads the doclist index, which has pages of its own.
static int load_doclist_index(shortlist_pages *pages, shortlist_doclist *list) {
  list->may_have_doclist_index = false;
  shortlist_page page = {0};
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK; i++) {
    int64_t id = (list->segment << 37) + ((int64_t)1 << 36) + list->first_number + i;
    rc = shortlist_load_page(pages, id, &page);
    if (rc == SQLITE_NOTFOUND && i > 0) {
      rc = SQLITE_OK;
      break;
    }
    if (rc == SQLITE_NOTFOUND) rc = SQLITE_CORRUPT;
    if (rc != SQLITE_OK) break;
    int32_t offset = 1;
    int64_t leaf = (int64_t)shortlist_number(page.bytes, &offset);
    int64_t docid = (int64_t)shortlist_number(page.bytes, &offset);
    rc = append_first(list, docid, leaf);
    while (rc == SQLITE_OK && offset < page.end) {
      leaf++;
      if (page.bytes[offset] == 0) {  // a page without a docid
        offset++;
        continue;
      }
      docid = (int64_t)((uint64_t)docid + shortlist_number(page.bytes, &offset));
      rc = append_first(list, docid, leaf);
    }
    if ((page.bytes[0] & 1) == 0) break;  // there is only one page
  }
  shortlist_page_free(&page);
  return rc;
}

/// Reads the doclist index unless it is already read.
static int need_doclist_index(shortlist_pages *pages, shortlist_doclist *list) {
  if (!list->may_have_doclist_index) return SQLITE_OK;
  int rc = load_doclist_index(pages, list);
  if (rc == SQLITE_OK) find_next_first(list);
  return rc;
}

/// Returns the first page in the doclist index, among those that follow, whose first docid is
/// greater than `docid`.
static int32_t find_page_behind(const shortlist_doclist *list, int64_t docid) {
  int32_t low = list->passed, high = list->first_count;
  while (low < high) {
    int32_t middle = (low + high) / 2;
    if (list->doclist_index[middle].docid <= docid) low = middle + 1; else high = middle;
  }
  return low;
}

/// Skips to the last page whose first docid is at most `docid`, unless it is the current one.
static int skip_pages(shortlist_pages *pages, shortlist_doclist *list, int64_t docid) {
  int rc = need_doclist_index(pages, list);
  if (rc != SQLITE_OK) return rc;
  int32_t behind = find_page_behind(list, docid);
  if (behind == list->passed) return SQLITE_OK;
  int64_t first = list->doclist_index[behind - 1].docid;
  rc = enter(pages, list, list->doclist_index[behind - 1].number);
  return rc == SQLITE_OK && list->docid != first ? SQLITE_CORRUPT : rc;
}

int shortlist_doclist_whole_page(shortlist_pages *pages, shortlist_doclist *list, int64_t docid,
                                 int64_t last, int64_t *first) {
  *first = docid;
  if (list->next_first > last) return SQLITE_OK;
  int rc = need_doclist_index(pages, list);
  if (rc != SQLITE_OK) return rc;
  int32_t page = find_page_behind(list, docid);
  if (page + 1 < list->first_count && list->doclist_index[page + 1].docid <= last) {
    *first = list->doclist_index[page].docid;
  }
  return SQLITE_OK;
}

/// Moves to the first docid that is not below `docid`.
int shortlist_doclist_seek(shortlist_pages *pages, shortlist_doclist *list, int64_t docid) {
  if (list->docid >= docid) return SQLITE_OK;
  if (docid >= list->next_first) {
    int rc = skip_pages(pages, list, docid);
    if (rc != SQLITE_OK) return rc;
  }
  while (list->docid < docid) {
    int rc = seek_on_page(list, docid);
    if (rc != SQLITE_OK || list->docid >= docid) return rc;
    if (list->limit < list->page.size) {
      finish(list);
    } else {
      rc = enter(pages, list, list->number + 1);
      if (rc != SQLITE_OK) return rc;
    }
  }
  return SQLITE_OK;
}

// MARK: Positions

/// Copies the current docid's positions, which continue on other pages. The copy grows with the
/// bytes that exist, not with the size that a page claims.
static int gather(shortlist_pages *pages, const shortlist_doclist *list,
                  shortlist_page *gathered) {
  int32_t count = list->page.size - list->positions;
  if (count < 0) return SQLITE_CORRUPT;
  int rc = shortlist_reserve_page(gathered, count);
  if (rc != SQLITE_OK) return rc;
  if (count > 0) memcpy(gathered->bytes, list->page.bytes + list->positions, (size_t)count);
  shortlist_page page = {0};
  for (int32_t i = list->number + 1; rc == SQLITE_OK && count < list->positions_size; i++) {
    rc = i > list->last_number ? SQLITE_CORRUPT
                               : shortlist_load_page(pages, (list->segment << 37) + i, &page);
    if (rc == SQLITE_NOTFOUND) rc = SQLITE_CORRUPT;
    if (rc != SQLITE_OK) break;
    int32_t size = shortlist_two_bytes(page.bytes + 2) - 4;
    if (size <= 0 || size + 4 > page.end) {
      rc = SQLITE_CORRUPT;
      break;
    }
    if (size > list->positions_size - count) size = list->positions_size - count;
    rc = shortlist_reserve_page(gathered, count + size);
    if (rc != SQLITE_OK) break;
    memcpy(gathered->bytes + count, page.bytes + 4, (size_t)size);
    count += size;
  }
  shortlist_page_free(&page);
  if (rc == SQLITE_OK) memset(gathered->bytes + count, 0, shortlist_padding);
  return rc;
}

int shortlist_doclist_positions(shortlist_pages *pages, const shortlist_doclist *list,
                                shortlist_positions *positions) {
  const unsigned char *bytes = list->page.bytes + list->positions;
  shortlist_page gathered = {0};
  if (list->positions + list->positions_size > list->page.size) {
    int rc = gather(pages, list, &gathered);
    if (rc != SQLITE_OK) {
      sqlite3_free(gathered.bytes);
      return rc;
    }
    bytes = gathered.bytes;
  }
  int rc = SQLITE_OK;
  uint64_t position = 0;
  for (int32_t offset = 0; offset < list->positions_size;) {
    uint64_t difference = shortlist_number(bytes, &offset);
    if (difference == 1) {  // another column
      position = shortlist_number(bytes, &offset) << 32;
      difference = shortlist_number(bytes, &offset);
    }
    if (difference < 2 || difference > UINT32_MAX) {
      rc = SQLITE_CORRUPT;
      break;
    }
    position += difference - 2;
    rc = shortlist_reserve(&positions->array, &positions->capacity, (int64_t)positions->count + 1);
    if (rc != SQLITE_OK) break;
    positions->array[positions->count++] = position;
  }
  sqlite3_free(gathered.bytes);
  return rc;
}

// MARK: Opening

/// Reads the first docid and its positions.
static int read_first(shortlist_doclist *list) {
  list->docid = (int64_t)shortlist_number(list->page.bytes, &list->offset);
  if (list->docid < 0 || list->docid == SHORTLIST_END_OF_DOCIDS) return SQLITE_CORRUPT;
  return read_positions(list);
}

int shortlist_doclist_open(shortlist_pages *pages, const shortlist_doclist_start *start,
                           shortlist_doclist *list) {
  const shortlist_page *page = start->page;
  bool continues = start->limit == page->size;
  // Copy a doclist that ends on this page without the rest of the page.
  int32_t first = continues ? 0 : start->offset, size = (continues ? page->end : start->limit) - first;
  *list = (shortlist_doclist){
    .segment = start->segment,
    .number = start->leaf,
    .first_number = start->leaf,
    .last_number = start->last_leaf,
    .offset = start->offset - first,
    .limit = start->limit - first,
    .first_offset = start->offset - first,
    .first_limit = start->limit - first,
    .docid = INT64_MIN,
    .may_have_doclist_index = start->has_doclist_index && continues,
    .next_first = start->has_doclist_index && continues ? INT64_MIN : SHORTLIST_END_OF_DOCIDS,
  };
  list->page.end = size;
  if (start->stays) {
    list->is_borrowed = true;
    list->page.bytes = page->bytes + first;
  } else if (page->shared != NULL && continues) {
    page->shared->owners++;
    list->page.shared = page->shared;
    list->page.bytes = page->bytes;
  } else {
    list->page.bytes = sqlite3_malloc64((sqlite3_uint64)size + shortlist_padding);
    if (list->page.bytes == NULL) return SQLITE_NOMEM;
    memcpy(list->page.bytes, page->bytes + first, (size_t)size);
    memset(list->page.bytes + size, 0, shortlist_padding);
    list->page.capacity = size;
  }
  // A doclist that ends before its page is complete.
  list->page.size = continues ? page->size : list->limit + 1;
  int rc = SQLITE_OK;
  if (list->offset >= list->limit) {
    rc = enter(pages, list, start->leaf + 1);
  } else {
    rc = read_first(list);
  }
  if (rc != SQLITE_OK) shortlist_doclist_close(list);
  return rc;
}

bool shortlist_doclist_rewind(shortlist_doclist *list) {
  if (list->number != list->first_number || list->first_offset >= list->first_limit) return false;
  list->offset = list->first_offset;
  list->limit = list->first_limit;
  return read_first(list) == SQLITE_OK;
}

void shortlist_doclist_close(shortlist_doclist *list) {
  if (!list->is_borrowed) shortlist_page_free(&list->page);
  sqlite3_free(list->doclist_index);
  list->page.bytes = NULL;
  list->doclist_index = NULL;
}
