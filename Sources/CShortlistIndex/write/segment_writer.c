#include "segment_writer.h"

#include <string.h>

enum {
  /// The size of a page, as FTS5 sets it by default.
  page_bytes = 4050,
  /// The last number on a page, or the first docid of a term, may exceed that.
  spare_bytes = shortlist_longest_term + 64,
  /// With fewer leaves that have only docids of one term, an index is not worth it.
  fewest_leaves_of_index = 4,
};

int shortlist_segment_writer_open(shortlist_segment_writer *pages, shortlist_segment_rows *rows,
                                 int32_t leaf) {
  *pages = (shortlist_segment_writer){
    .rows = rows,
    .leaf = leaf,
    .used = shortlist_header_bytes,
    .separator_leaf = leaf == 1 ? 1 : 0,
    .doclist_index = {.rows = rows},
  };
  pages->page = sqlite3_malloc(2 * (page_bytes + spare_bytes));
  if (pages->page == NULL) return pages->rc = SQLITE_NOMEM;
  pages->footer = pages->page + page_bytes + spare_bytes;
  memset(pages->page, 0, shortlist_header_bytes);
  return SQLITE_OK;
}

void shortlist_segment_writer_close(shortlist_segment_writer *pages) {
  sqlite3_free(pages->page);
  pages->page = NULL;
  shortlist_doclist_index_free(&pages->doclist_index);
}

// MARK: Rows

/// Stores the leaf on which searches from the separator on begin, and the index of the doclist that
/// continues after it.
static void store_separator(shortlist_segment_writer *pages) {
  bool has_index = false, is_short = pages->leaves_without_terms < fewest_leaves_of_index;
  if (pages->rc == SQLITE_OK) {
    pages->rc = shortlist_doclist_index_end(&pages->doclist_index, is_short, &has_index);
  }
  pages->leaves_without_terms = 0;
  if (pages->rc != SQLITE_OK || pages->separator_leaf == 0) return;
  pages->rc =
    shortlist_segment_rows_put_term(pages->rows, pages->separator, pages->separator_length,
                                    (int64_t)pages->separator_leaf << 1 | has_index);
}

/// Stores the leaf and begins the next one.
static void turn(shortlist_segment_writer *pages) {
  if (pages->last_term == 0) {
    pages->leaves_without_terms++;
    bool has_docid = shortlist_two_bytes(pages->page) != 0;
    if (!has_docid && pages->rc == SQLITE_OK) {
      pages->rc = shortlist_doclist_index_pass(&pages->doclist_index);
    }
  }
  pages->page[2] = (unsigned char)(pages->used >> 8);
  pages->page[3] = (unsigned char)pages->used;
  memcpy(pages->page + pages->used, pages->footer, (size_t)pages->footer_used);
  if (pages->rc == SQLITE_OK) {
    pages->rc = shortlist_segment_rows_put_page(pages->rows, pages->leaf, pages->page,
                                                pages->used + pages->footer_used);
  }
  pages->leaf++;
  pages->used = shortlist_header_bytes;
  pages->footer_used = 0;
  pages->last_term = 0;
  memset(pages->page, 0, shortlist_header_bytes);
}

static bool is_full(const shortlist_segment_writer *pages, int32_t more) {
  return pages->used + pages->footer_used + more >= page_bytes;
}

// MARK: Terms

static void put(shortlist_segment_writer *pages, uint64_t number) {
  pages->used += shortlist_put_number(pages->page + pages->used, number);
}

int shortlist_segment_writer_begin_term(shortlist_segment_writer *pages, const unsigned char *term,
                                       int32_t length) {
  int32_t before = pages->term_length;
  int32_t kept = shortlist_common_prefix(term, length, pages->term, before);
  bool is_behind = kept < length && (kept == before || term[kept] > pages->term[kept]);
  if (!is_behind && before > 0) return pages->rc = SQLITE_CORRUPT;
  if (pages->used > shortlist_header_bytes && is_full(pages, length + 24)) turn(pages);
  pages->footer_used += shortlist_put_number(pages->footer + pages->footer_used,
                                             (uint64_t)(pages->used - pages->last_term));
  bool is_first = pages->last_term == 0;
  pages->last_term = pages->used;
  if (is_first && pages->leaf > 1) {
    store_separator(pages);
    // The shortest text that sorts after the last term, if that is known.
    pages->separator_length = before > 0 ? kept + 1 : length;
    memcpy(pages->separator, term, (size_t)pages->separator_length);
    pages->separator_leaf = pages->leaf;
  }
  if (is_first) {
    kept = 0;
  } else {
    put(pages, (uint64_t)kept);
  }
  put(pages, (uint64_t)(length - kept));
  memcpy(pages->page + pages->used, term + kept, (size_t)(length - kept));
  pages->used += length - kept;
  memcpy(pages->term, term, (size_t)length);
  pages->term_length = length;
  pages->docid = 0;
  pages->term_leaf = pages->leaf;
  return pages->rc;
}

// MARK: Doclists

/// Copies positions without splitting a number.
static void put_positions(shortlist_segment_writer *pages, const unsigned char *bytes,
                          int32_t count) {
  while (count > 0) {
    int32_t room = page_bytes - pages->used - pages->footer_used, taken = count;
    if (count > room) {
      taken = 0;
      do {
        shortlist_number(bytes, &taken);
      } while (taken < room);
    }
    memcpy(pages->page + pages->used, bytes, (size_t)taken);
    pages->used += taken;
    bytes += taken;
    count -= taken;
    if (is_full(pages, 0)) turn(pages);
  }
}

int shortlist_segment_writer_add_docid(shortlist_segment_writer *pages, int64_t docid, uint64_t size,
                                      const unsigned char *positions) {
  if (pages->leaf != pages->term_leaf && shortlist_two_bytes(pages->page) == 0) {
    pages->page[0] = (unsigned char)(pages->used >> 8);
    pages->page[1] = (unsigned char)pages->used;
    if (pages->rc == SQLITE_OK) {
      pages->rc =
        shortlist_doclist_index_add(&pages->doclist_index, pages->term_leaf, pages->leaf, docid);
    }
    put(pages, (uint64_t)docid);
  } else {
    put(pages, (uint64_t)docid - (uint64_t)pages->docid);
  }
  pages->docid = docid;
  put(pages, size);
  if (is_full(pages, 0)) turn(pages);
  put_positions(pages, positions, (int32_t)(size >> 1));
  return pages->rc;
}

int shortlist_segment_writer_add(shortlist_segment_writer *pages, const unsigned char *term,
                                int32_t length, const unsigned char *list, int32_t size) {
  shortlist_segment_writer_begin_term(pages, term, length);
  if (pages->rc == SQLITE_OK && !is_full(pages, size)) {
    memcpy(pages->page + pages->used, list, (size_t)size);
    pages->used += size;
    return pages->rc;
  }
  int64_t docid = 0;
  for (int32_t offset = 0; offset < size && pages->rc == SQLITE_OK;) {
    docid += (int64_t)shortlist_number(list, &offset);
    uint64_t positions = shortlist_number(list, &offset);
    shortlist_segment_writer_add_docid(pages, docid, positions, list + offset);
    offset += (int32_t)(positions >> 1);
  }
  return pages->rc;
}

int shortlist_segment_writer_finish(shortlist_segment_writer *pages) {
  if (pages->used > shortlist_header_bytes) turn(pages);
  if (pages->leaf > 1) store_separator(pages);
  pages->leaf--;
  return pages->rc;
}
