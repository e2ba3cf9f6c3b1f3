#include "segment_reader.h"

#include <stddef.h>
#include <string.h>

// MARK: Leaves

/// Moves to a leaf. The doclist continues there at `offset`, if the leaf has a docid of it.
static int turn_to(shortlist_segment_reader *reader, int32_t leaf) {
  if (leaf > reader->segment.last) return SQLITE_CORRUPT;
  shortlist_page *page = &reader->page;
  int rc = shortlist_load_leaf(reader->pages, reader->segment.id, leaf, page);
  if (rc != SQLITE_OK) return rc;
  reader->leaf = leaf;
  reader->terms.footer = page->size;
  reader->terms.start = 0;
  reader->is_whole = true;
  return shortlist_find_continued(page, &reader->offset, &reader->limit);
}

/// Whether the leaf has terms after the current one.
static bool has_next_term(const shortlist_segment_reader *reader) {
  return reader->terms.footer < reader->page.end;
}

// MARK: Docids

/// Gathers positions that continue on the following leaves.
static int gather(shortlist_segment_reader *reader, int32_t count) {
  int32_t gathered = 0, start = reader->offset, end = reader->page.size;
  for (bool is_first = true;; is_first = false) {
    int32_t taken = end - start < count - gathered ? end - start : count - gathered;
    int rc = shortlist_reserve_page(&reader->gathered, gathered + taken);
    if (rc != SQLITE_OK) return rc;
    if (taken > 0) {
      memcpy(reader->gathered.bytes + gathered, reader->page.bytes + start, (size_t)taken);
    }
    gathered += taken;
    if (gathered == count) break;
    // They must end at another docid, or before the next term.
    bool continues = is_first || (reader->offset >= reader->limit && !has_next_term(reader));
    rc = continues ? turn_to(reader, reader->leaf + 1) : SQLITE_CORRUPT;
    if (rc != SQLITE_OK) return rc;
    start = shortlist_header_bytes;
    end = reader->offset;
  }
  memset(reader->gathered.bytes + gathered, 0, shortlist_padding);
  reader->positions = reader->gathered.bytes;
  return SQLITE_OK;
}

int shortlist_segment_reader_next(shortlist_segment_reader *reader) {
  while (reader->offset >= reader->limit) {
    if (has_next_term(reader) || reader->leaf == reader->segment.last) {
      reader->docid = SHORTLIST_END_OF_DOCIDS;
      return SQLITE_OK;
    }
    int rc = turn_to(reader, reader->leaf + 1);
    if (rc != SQLITE_OK) return rc;
  }
  const unsigned char *bytes = reader->page.bytes;
  int32_t offset = reader->offset;
  uint64_t docid = shortlist_number(bytes, &offset);
  if (!reader->is_whole) docid += (uint64_t)reader->docid;
  uint64_t size = shortlist_number(bytes, &offset);
  if (docid >= SHORTLIST_END_OF_DOCIDS || (int64_t)docid <= reader->docid ||
      size >> 1 > shortlist_most_position_bytes || offset > reader->limit) {
    return SQLITE_CORRUPT;
  }
  int32_t count = (int32_t)(size >> 1);
  reader->docid = (int64_t)docid;
  reader->size = size;
  reader->is_whole = false;
  reader->positions = bytes + offset;
  reader->offset = offset;
  if (count > reader->limit - offset) {
    return has_next_term(reader) ? SQLITE_CORRUPT : gather(reader, count);
  }
  reader->offset += count;
  return SQLITE_OK;
}

// MARK: Terms

int shortlist_segment_reader_next_term(shortlist_segment_reader *reader) {
  int rc = SQLITE_OK;
  while (rc == SQLITE_OK && !has_next_term(reader)) {
    reader->is_at_end = reader->leaf == reader->segment.last;
    if (reader->is_at_end) return SQLITE_OK;
    rc = turn_to(reader, reader->leaf + 1);
  }
  int32_t common;
  if (rc == SQLITE_OK) rc = shortlist_next_term(&reader->terms, &common);
  if (rc == SQLITE_OK) rc = shortlist_find_limit(&reader->terms, &reader->limit);
  if (rc != SQLITE_OK) return rc == SQLITE_DONE ? SQLITE_CORRUPT : rc;
  reader->term_leaf = reader->leaf;
  reader->offset = reader->list = reader->terms.offset;
  reader->next_term = reader->next_footer = 0;
  if (has_next_term(reader)) {
    reader->next_term = reader->limit;
    reader->next_footer = reader->terms.footer;
    shortlist_number(reader->page.bytes, &reader->next_footer);
  }
  reader->is_whole = true;
  reader->docid = -1;
  return shortlist_segment_reader_next(reader);
}

int shortlist_segment_reader_open(shortlist_segment_reader *reader, shortlist_pages *pages,
                                  const shortlist_segment *segment) {
  *reader = (shortlist_segment_reader){.pages = pages, .segment = *segment};
  reader->terms.page = &reader->page;
  reader->is_at_end = segment->first == 0;
  if (reader->is_at_end) return SQLITE_OK;
  int rc = turn_to(reader, segment->first);
  return rc == SQLITE_OK ? shortlist_segment_reader_next_term(reader) : rc;
}

int shortlist_segment_reader_cut(const shortlist_segment_reader *reader, shortlist_segment_rows *rows) {
  shortlist_page page = {0};
  int rc =
    shortlist_load_leaf(reader->pages, reader->segment.id, reader->term_leaf, &page);
  int32_t length = reader->terms.length, rest = page.size - reader->list;
  unsigned char *bytes = NULL;
  if (rc == SQLITE_OK) {
    bytes = sqlite3_malloc64((sqlite3_uint64)page.end + shortlist_longest_term + shortlist_padding);
    if (bytes == NULL) rc = SQLITE_NOMEM;
  }
  if (rc == SQLITE_OK) {
    memset(bytes, 0, shortlist_header_bytes);
    int32_t used = shortlist_header_bytes;
    used += shortlist_put_number(bytes + used, (uint64_t)length);
    memcpy(bytes + used, reader->terms.text, (size_t)length);
    used += length;
    int32_t moved = used - reader->list;
    memcpy(bytes + used, page.bytes + reader->list, (size_t)rest);
    used += rest;
    if (used > UINT16_MAX) rc = SQLITE_CORRUPT;
    bytes[2] = (unsigned char)(used >> 8);
    bytes[3] = (unsigned char)used;
    used += shortlist_put_number(bytes + used, shortlist_header_bytes);
    if (reader->next_term != 0) {
      int32_t next = reader->next_term + moved, footer = page.end - reader->next_footer;
      used += shortlist_put_number(bytes + used, (uint64_t)(next - shortlist_header_bytes));
      if (footer > 0) {
        memcpy(bytes + used, page.bytes + reader->next_footer, (size_t)footer);
        used += footer;
      }
    }
    int64_t id = (reader->segment.id << 37) + reader->term_leaf;
    if (rc == SQLITE_OK) rc = shortlist_segment_rows_put_page(rows, id, bytes, used);
  }
  sqlite3_free(bytes);
  shortlist_page_free(&page);
  return rc;
}

void shortlist_segment_reader_close(shortlist_segment_reader *reader) {
  shortlist_page_free(&reader->page);
  shortlist_page_free(&reader->gathered);
}
