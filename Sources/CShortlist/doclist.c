#include "doclist.h"

#include <stddef.h>
#include <string.h>

#include "CShortlist.h"

// The format of FTS5's pages, as SQLite's source documents it at the top of fts5_index.c:
//
// - A structure record lists the segments, newest first. A segment is a run of leaf pages that hold
//   its terms in order, each followed by its doclist.
// - A leaf begins with the offset of its first docid that belongs to a term of an earlier page (0 if
//   there is none) and the offset of its footer. The footer lists where the leaf's terms begin.
// - A doclist is a first docid and then differences. Each docid is followed by the size of its
//   positions, twice, plus 1 where older segments are overruled, and by the positions; without
//   details, by up to two zeros. The first docid on a page is whole.
// - A doclist of many pages has an index: the first docid of each page.

enum {
  structure_id = 10,
  /// Bytes behind a page that can be read without harm.
  padding = 24,
  maximum_segments = 2000,
  /// Pages that are read before somebody looks at the clock.
  loads_between_looks = 8,
  /// Longer terms are in no index of ours.
  maximum_term = 600,
};

// MARK: Bytes

static uint64_t long_number(const unsigned char *bytes, int32_t *offset) {
  uint64_t value = 0;
  for (int i = 0; i < 8; i++) {
    unsigned char byte = bytes[(*offset)++];
    value = value << 7 | (byte & 0x7f);
    if (byte < 0x80) return value;
  }
  return value << 8 | bytes[(*offset)++];
}

/// Reads a number of up to 9 bytes at `*offset`, and moves that on.
static inline uint64_t number(const unsigned char *bytes, int32_t *offset) {
  const unsigned char *next = bytes + *offset;
  if (next[0] < 0x80) {
    *offset += 1;
    return next[0];
  }
  if (next[1] < 0x80) {
    *offset += 2;
    return (uint64_t)(next[0] & 0x7f) << 7 | next[1];
  }
  if (next[2] < 0x80) {
    *offset += 3;
    return (uint64_t)(next[0] & 0x7f) << 14 | (uint64_t)(next[1] & 0x7f) << 7 | next[2];
  }
  if (next[3] < 0x80) {
    *offset += 4;
    return (uint64_t)(next[0] & 0x7f) << 21 | (uint64_t)(next[1] & 0x7f) << 14 |
           (uint64_t)(next[2] & 0x7f) << 7 | next[3];
  }
  return long_number(bytes, offset);
}

static int32_t two_bytes(const unsigned char *bytes) {
  return bytes[0] << 8 | bytes[1];
}

/// Copies a row of FTS5's data. SQLITE_NOTFOUND when it is not there.
static int load(shortlist_pages *pages, int64_t id, shortlist_page *page) {
  sqlite3_stmt *statement = pages->page;
  if (++pages->loads % loads_between_looks == 0 && shortlist_budget_look(pages->budget)) {
    return SQLITE_INTERRUPT;
  }
  sqlite3_bind_int64(statement, 1, id);
  int rc = sqlite3_step(statement);
  if (rc == SQLITE_ROW) {
    const void *bytes = sqlite3_column_blob(statement, 0);
    int32_t count = sqlite3_column_bytes(statement, 0);
    rc = SQLITE_OK;
    if (count > page->capacity) {
      unsigned char *longer = sqlite3_realloc64(page->bytes, (sqlite3_uint64)count + padding);
      if (longer == NULL) {
        rc = SQLITE_NOMEM;
      } else {
        page->bytes = longer;
        page->capacity = count;
      }
    }
    if (rc == SQLITE_OK && (bytes == NULL || count < 4)) rc = SQLITE_CORRUPT;
    if (rc == SQLITE_OK) {
      memcpy(page->bytes, bytes, (size_t)count);
      memset(page->bytes + count, 0, padding);
      page->end = count;
    }
  } else if (rc == SQLITE_DONE) {
    rc = SQLITE_NOTFOUND;
  }
  int reset = sqlite3_reset(statement);
  return rc == SQLITE_OK ? reset : rc;
}

static int load_leaf(shortlist_pages *pages, shortlist_doclist *list, int32_t number) {
  int rc = load(pages, (list->segment << 37) + number, &list->page);
  if (rc == SQLITE_NOTFOUND) return SQLITE_CORRUPT;
  if (rc != SQLITE_OK) return rc;
  list->number = number;
  list->page.size = two_bytes(list->page.bytes + 2);
  return list->page.size < 4 || list->page.size > list->page.end ? SQLITE_CORRUPT : SQLITE_OK;
}

// MARK: A doclist

static void finish(shortlist_doclist *list) {
  list->docid = SHORTLIST_END_OF_DOCIDS;
  list->offset = list->limit = 0;
}

/// Reads what stands behind a docid, up to the next one.
static int read_positions(shortlist_pages *pages, shortlist_doclist *list) {
  const unsigned char *bytes = list->page.bytes;
  if (pages->has_details) {
    uint64_t size = number(bytes, &list->offset);
    if (size >> 1 > 1 << 30 || list->offset > list->page.size) return SQLITE_CORRUPT;
    list->positions = list->offset;
    list->positions_size = (int32_t)(size >> 1);
    list->is_deleted = list->positions_size == 0;
    list->offset += list->positions_size;
    // Positions may go on on the next page, but not beyond the doclist.
    if (list->limit < list->page.size && list->offset > list->limit) return SQLITE_CORRUPT;
  } else {
    list->is_deleted = false;
    if (list->offset < list->limit && bytes[list->offset] == 0) {
      list->offset++;
      list->is_deleted = true;
      if (list->offset < list->limit && bytes[list->offset] == 0) {
        list->offset++;
        list->is_deleted = false;
      }
    }
  }
  return SQLITE_OK;
}

/// Finds out which of the known pages comes next.
static void find_next_first(shortlist_doclist *list) {
  if (list->may_have_firsts) return;
  while (list->passed < list->first_count &&
         list->firsts[list->passed].number <= list->number) {
    list->passed++;
  }
  list->next_first =
    list->passed < list->first_count ? list->firsts[list->passed].docid : SHORTLIST_END_OF_DOCIDS;
}

/// Goes to the first docid of a page that is not the first of the doclist, or of the next page that
/// has one.
static int enter(shortlist_pages *pages, shortlist_doclist *list, int32_t number_) {
  int64_t before = list->docid;
  while (true) {
    if (number_ > list->last_number) {
      finish(list);
      return SQLITE_OK;
    }
    int rc = load_leaf(pages, list, number_++);
    if (rc != SQLITE_OK) return rc;
    int32_t first = two_bytes(list->page.bytes);
    bool has_terms = list->page.end > list->page.size;
    list->limit = list->page.size;
    if (has_terms) {
      int32_t footer = list->page.size;
      uint64_t term = number(list->page.bytes, &footer);
      if (term < 4 || term > (uint64_t)list->page.size) return SQLITE_CORRUPT;
      list->limit = (int32_t)term;
    }
    if (first != 0) {
      if (first < 4 || first >= list->limit) return SQLITE_CORRUPT;
      list->offset = first;
      list->docid = (int64_t)number(list->page.bytes, &list->offset);
      if (list->docid <= before || list->docid == SHORTLIST_END_OF_DOCIDS) return SQLITE_CORRUPT;
      find_next_first(list);
      return read_positions(pages, list);
    }
    if (has_terms) {
      finish(list);
      return SQLITE_OK;
    }
  }
}

/// Goes on to the first docid on the current page that is not below `docid`, or to the last one.
static int seek_on_page(shortlist_pages *pages, shortlist_doclist *list, int64_t docid) {
  const unsigned char *bytes = list->page.bytes;
  if (!pages->has_details) {
    while (list->docid < docid && list->offset < list->limit) {
      uint64_t difference = number(bytes, &list->offset);
      if (difference - 1 >= (uint64_t)(SHORTLIST_END_OF_DOCIDS - list->docid) - 1) {
        return SQLITE_CORRUPT;
      }
      list->docid += (int64_t)difference;
      int rc = read_positions(pages, list);
      if (rc != SQLITE_OK) return rc;
    }
    return SQLITE_OK;
  }
  int64_t reached = list->docid;
  int32_t offset = list->offset, limit = list->limit, positions = list->positions;
  uint64_t size = (uint64_t)list->positions_size;
  while (reached < docid && offset < limit) {
    uint64_t difference = number(bytes, &offset);
    // It is at least 1, and leads to a docid.
    if (difference - 1 >= (uint64_t)(SHORTLIST_END_OF_DOCIDS - reached) - 1) return SQLITE_CORRUPT;
    reached += (int64_t)difference;
    size = number(bytes, &offset) >> 1;
    if (size > 1 << 30) return SQLITE_CORRUPT;
    positions = offset;
    offset += (int32_t)size;
  }
  // Positions may go on on the next page, but not beyond the doclist.
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
    const shortlist_first *last = &list->firsts[list->first_count - 1];
    if (docid <= last->docid || number <= last->number) return SQLITE_CORRUPT;
  }
  if (list->first_count == list->first_capacity) {
    int32_t capacity = list->first_capacity * 2 + 64;
    shortlist_first *longer =
      sqlite3_realloc64(list->firsts, (sqlite3_uint64)capacity * sizeof *longer);
    if (longer == NULL) return SQLITE_NOMEM;
    list->firsts = longer;
    list->first_capacity = capacity;
  }
  list->firsts[list->first_count++] = (shortlist_first){docid, (int32_t)number};
  return SQLITE_OK;
}

/// Reads the doclist's index, which stands on pages of its own.
static int load_firsts(shortlist_pages *pages, shortlist_doclist *list) {
  list->may_have_firsts = false;
  shortlist_page page = {0};
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK; i++) {
    int64_t id = (list->segment << 37) + ((int64_t)1 << 36) + list->first_number + i;
    rc = load(pages, id, &page);
    if (rc == SQLITE_NOTFOUND && i > 0) {
      rc = SQLITE_OK;
      break;
    }
    if (rc == SQLITE_NOTFOUND) rc = SQLITE_CORRUPT;
    if (rc != SQLITE_OK) break;
    int32_t offset = 1;
    int64_t leaf = (int64_t)number(page.bytes, &offset);
    int64_t docid = (int64_t)number(page.bytes, &offset);
    rc = append_first(list, docid, leaf);
    while (rc == SQLITE_OK && offset < page.end) {
      leaf++;
      if (page.bytes[offset] == 0) {  // a page without a docid
        offset++;
        continue;
      }
      docid = (int64_t)((uint64_t)docid + number(page.bytes, &offset));
      rc = append_first(list, docid, leaf);
    }
    if ((page.bytes[0] & 1) == 0) break;  // there is one page only
  }
  sqlite3_free(page.bytes);
  return rc;
}

/// Leaps to the last page that begins with a docid of at most `docid`, if that is not the current one.
static int leap(shortlist_pages *pages, shortlist_doclist *list, int64_t docid) {
  if (list->may_have_firsts) {
    int rc = load_firsts(pages, list);
    if (rc != SQLITE_OK) return rc;
    find_next_first(list);
  }
  int32_t low = list->passed, high = list->first_count;
  while (low < high) {
    int32_t middle = (low + high) / 2;
    if (list->firsts[middle].docid <= docid) low = middle + 1; else high = middle;
  }
  if (low == list->passed) return SQLITE_OK;
  int64_t first = list->firsts[low - 1].docid;
  int rc = enter(pages, list, list->firsts[low - 1].number);
  return rc == SQLITE_OK && list->docid != first ? SQLITE_CORRUPT : rc;
}

/// Goes on to the first docid that is not below `docid`.
int shortlist_doclist_seek(shortlist_pages *pages, shortlist_doclist *list, int64_t docid) {
  if (list->docid >= docid) return SQLITE_OK;
  if (docid >= list->next_first) {
    int rc = leap(pages, list, docid);
    if (rc != SQLITE_OK) return rc;
  }
  while (list->docid < docid) {
    int rc = seek_on_page(pages, list, docid);
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

/// Copies what is left of the positions of the current docid, from the pages that follow.
static int gather(shortlist_pages *pages, const shortlist_doclist *list,
                  shortlist_page *gathered) {
  int32_t count = list->page.size - list->positions;
  if (count < 0) return SQLITE_CORRUPT;
  if (list->positions_size > gathered->capacity) {
    unsigned char *longer =
      sqlite3_realloc64(gathered->bytes, (sqlite3_uint64)list->positions_size + padding);
    if (longer == NULL) return SQLITE_NOMEM;
    gathered->bytes = longer;
    gathered->capacity = list->positions_size;
  }
  memcpy(gathered->bytes, list->page.bytes + list->positions, (size_t)count);
  shortlist_page page = {0};
  int rc = SQLITE_OK;
  for (int32_t i = list->number + 1; rc == SQLITE_OK && count < list->positions_size; i++) {
    rc = i > list->last_number ? SQLITE_CORRUPT
                               : load(pages, (list->segment << 37) + i, &page);
    if (rc == SQLITE_NOTFOUND) rc = SQLITE_CORRUPT;
    if (rc != SQLITE_OK) break;
    int32_t size = two_bytes(page.bytes + 2) - 4;
    if (size <= 0 || size + 4 > page.end) {
      rc = SQLITE_CORRUPT;
      break;
    }
    if (size > list->positions_size - count) size = list->positions_size - count;
    memcpy(gathered->bytes + count, page.bytes + 4, (size_t)size);
    count += size;
  }
  sqlite3_free(page.bytes);
  if (rc == SQLITE_OK) memset(gathered->bytes + count, 0, padding);
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
    uint64_t difference = number(bytes, &offset);
    if (difference == 1) {  // another column
      position = number(bytes, &offset) << 32;
      difference = number(bytes, &offset);
    }
    if (difference < 2 || difference > UINT32_MAX) {
      rc = SQLITE_CORRUPT;
      break;
    }
    position += difference - 2;
    if (positions->count == positions->capacity) {
      int32_t capacity = positions->capacity * 2 + 32;
      uint64_t *longer =
        sqlite3_realloc64(positions->array, (sqlite3_uint64)capacity * sizeof *longer);
      if (longer == NULL) {
        rc = SQLITE_NOMEM;
        break;
      }
      positions->array = longer;
      positions->capacity = capacity;
    }
    positions->array[positions->count++] = position;
  }
  sqlite3_free(gathered.bytes);
  return rc;
}

// MARK: Segments and terms

/// Reads which segments there are, newest first. SQLITE_NOTFOUND where their format is another.
int shortlist_read_segments(shortlist_pages *pages, shortlist_segment **segments,
                            int32_t *count) {
  shortlist_page page = {0};
  int rc = load(pages, structure_id, &page);
  *segments = NULL;
  *count = 0;
  if (rc == SQLITE_NOTFOUND) rc = SQLITE_CORRUPT;
  // Newer versions of SQLite mark what this reader does not know so.
  if (rc == SQLITE_OK && page.bytes[4] == 0xff) rc = SQLITE_NOTFOUND;
  if (rc == SQLITE_OK) {
    int32_t offset = 4;
    uint64_t levels = number(page.bytes, &offset);
    uint64_t all = number(page.bytes, &offset);
    number(page.bytes, &offset);  // how often was written
    if (all > maximum_segments || levels > maximum_segments) rc = SQLITE_CORRUPT;
    if (rc == SQLITE_OK && all > 0) {
      *segments = sqlite3_malloc64((sqlite3_uint64)all * sizeof **segments);
      if (*segments == NULL) rc = SQLITE_NOMEM;
    }
    for (uint64_t level = 0; rc == SQLITE_OK && level < levels; level++) {
      if (offset >= page.end) {
        rc = SQLITE_CORRUPT;
        break;
      }
      number(page.bytes, &offset);  // how many are being merged
      uint64_t of_level = number(page.bytes, &offset);
      if (of_level > all - (uint64_t)*count) {
        rc = SQLITE_CORRUPT;
        break;
      }
      // Those of a level are listed oldest first.
      for (uint64_t i = of_level; i-- > 0;) {
        if (offset >= page.end) {
          rc = SQLITE_CORRUPT;
          break;
        }
        shortlist_segment *segment = &(*segments)[(uint64_t)*count + i];
        segment->id = (int64_t)number(page.bytes, &offset);
        uint64_t first = number(page.bytes, &offset), last = number(page.bytes, &offset);
        if (segment->id < 1 || segment->id > 0xffff || last >= (uint64_t)1 << 31 || first > last) {
          rc = SQLITE_CORRUPT;
          break;
        }
        segment->first = (int32_t)first;
        segment->last = (int32_t)last;
      }
      *count += (int32_t)of_level;
    }
  }
  sqlite3_free(page.bytes);
  return rc;
}

/// Finds the leaf of a segment on which a term may stand, and whether the doclist of the last term on
/// it has an index; or, after `term`, the next leaf that has terms. SQLITE_NOTFOUND when there is none.
static int find_leaf(shortlist_pages *pages, const shortlist_segment *segment,
                     const unsigned char *term, int32_t length, bool is_next, int32_t *leaf,
                     bool *has_firsts) {
  sqlite3_stmt *statement = is_next ? pages->next_leaf : pages->leaf;
  sqlite3_bind_int64(statement, 1, segment->id);
  int rc = sqlite3_bind_blob(statement, 2, term, length, SQLITE_STATIC);
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_step(statement);
  int64_t found = is_next ? 0 : (int64_t)segment->first << 1;
  if (rc == SQLITE_ROW) found = sqlite3_column_int64(statement, 0);
  int reset = sqlite3_reset(statement);
  sqlite3_bind_null(statement, 2);
  if (rc != SQLITE_ROW && rc != SQLITE_DONE) return rc;
  if (reset != SQLITE_OK) return reset;
  // Nothing of the segment is left, or the term would stand before its first page.
  if (segment->first == 0 || found >> 1 < segment->first) return SQLITE_NOTFOUND;
  if (found >> 1 > segment->last) return SQLITE_CORRUPT;
  *leaf = (int32_t)(found >> 1);
  *has_firsts = (found & 1) != 0;
  return SQLITE_OK;
}

/// The terms of a leaf, one after the other.
typedef struct {
  const shortlist_page *page;
  int32_t footer;
  uint64_t start;
  unsigned char text[maximum_term];
  int32_t length;
  /// Where the doclist of the term begins on this leaf, and where the leaf has no more of it.
  int32_t offset, limit;
} leaf_terms;

/// Goes on to the next term. SQLITE_NOTFOUND when there is none.
static int next_term(leaf_terms *terms) {
  const shortlist_page *page = terms->page;
  if (terms->footer >= page->end) return SQLITE_NOTFOUND;
  bool is_first = terms->footer == page->size;
  terms->start += number(page->bytes, &terms->footer);
  if (terms->start < 4 || terms->start >= (uint64_t)page->size) return SQLITE_CORRUPT;
  int32_t offset = (int32_t)terms->start;
  uint64_t kept = is_first ? 0 : number(page->bytes, &offset);
  uint64_t added = number(page->bytes, &offset);
  if (kept > (uint64_t)terms->length || added > maximum_term - kept || offset > page->size ||
      added > (uint64_t)(page->size - offset)) {
    return SQLITE_CORRUPT;
  }
  memcpy(terms->text + kept, page->bytes + offset, (size_t)added);
  terms->length = (int32_t)(kept + added);
  terms->offset = offset + (int32_t)added;
  terms->limit = page->size;
  if (terms->footer < page->end) {
    int32_t footer = terms->footer;
    uint64_t next = terms->start + number(page->bytes, &footer);
    if (next <= (uint64_t)terms->offset || next > (uint64_t)page->size) return SQLITE_CORRUPT;
    terms->limit = (int32_t)next;
  }
  return SQLITE_OK;
}

static int load_leaf_of(shortlist_pages *pages, const shortlist_segment *segment,
                        int32_t leaf, shortlist_page *page) {
  int rc = load(pages, (segment->id << 37) + leaf, page);
  if (rc == SQLITE_NOTFOUND) return SQLITE_CORRUPT;
  if (rc != SQLITE_OK) return rc;
  page->size = two_bytes(page->bytes + 2);
  return page->size < 4 || page->size > page->end ? SQLITE_CORRUPT : SQLITE_OK;
}

/// Opens the doclist of the current term, at its first docid.
static int open_doclist(shortlist_pages *pages, const shortlist_segment *segment,
                        const leaf_terms *terms, int32_t leaf, bool has_firsts,
                        shortlist_doclist *list) {
  const shortlist_page *page = terms->page;
  bool goes_on = terms->limit == page->size;
  // Of one that ends here, no more than itself is kept.
  int32_t start = goes_on ? 0 : terms->offset, end = goes_on ? page->end : terms->limit;
  *list = (shortlist_doclist){
    .segment = segment->id,
    .number = leaf,
    .first_number = leaf,
    .last_number = segment->last,
    .offset = terms->offset - start,
    .limit = terms->limit - start,
    .docid = INT64_MIN,
    .may_have_firsts = has_firsts && goes_on,
    .next_first = has_firsts && goes_on ? INT64_MIN : SHORTLIST_END_OF_DOCIDS,
  };
  list->page.bytes = sqlite3_malloc64((sqlite3_uint64)(end - start) + padding);
  if (list->page.bytes == NULL) return SQLITE_NOMEM;
  memcpy(list->page.bytes, page->bytes + start, (size_t)(end - start));
  memset(list->page.bytes + (end - start), 0, padding);
  list->page.capacity = list->page.end = end - start;
  // What ends before its page does ends for good.
  list->page.size = goes_on ? page->size : list->limit + 1;
  if (list->offset >= list->limit) return enter(pages, list, leaf + 1);
  list->docid = (int64_t)number(list->page.bytes, &list->offset);
  if (list->docid < 0 || list->docid == SHORTLIST_END_OF_DOCIDS) return SQLITE_CORRUPT;
  return read_positions(pages, list);
}

void shortlist_doclist_close(shortlist_doclist *list) {
  sqlite3_free(list->page.bytes);
  sqlite3_free(list->firsts);
  list->page.bytes = NULL;
  list->firsts = NULL;
}

int shortlist_open_term(shortlist_pages *pages, const shortlist_segment *segment,
                        const unsigned char *term, int32_t length, shortlist_doclist *list) {
  int32_t leaf;
  bool has_firsts;
  int rc = find_leaf(pages, segment, term, length, false, &leaf, &has_firsts);
  if (rc != SQLITE_OK) return rc;
  shortlist_page page = {0};
  leaf_terms terms = {.page = &page};
  rc = load_leaf_of(pages, segment, leaf, &page);
  terms.footer = page.size;
  while (rc == SQLITE_OK) {
    rc = next_term(&terms);
    if (rc != SQLITE_OK) break;
    int order = memcmp(terms.text, term, (size_t)(terms.length < length ? terms.length : length));
    if (order > 0 || (order == 0 && terms.length > length)) rc = SQLITE_NOTFOUND;
    if (order == 0 && terms.length == length) {
      rc = open_doclist(pages, segment, &terms, leaf, has_firsts, list);
      if (rc != SQLITE_OK) shortlist_doclist_close(list);
      break;
    }
  }
  sqlite3_free(page.bytes);
  return rc;
}

int shortlist_open_prefix(shortlist_pages *pages, const shortlist_segment *segment,
                          const unsigned char *prefix, int32_t length,
                          int (*receive)(void *context, const unsigned char *term, int32_t length,
                                         shortlist_doclist *list),
                          void *context) {
  int32_t leaf;
  bool has_firsts;
  int rc = find_leaf(pages, segment, prefix, length, false, &leaf, &has_firsts);
  shortlist_page page = {0};
  leaf_terms terms = {.page = &page};
  bool is_behind = false;
  while (rc == SQLITE_OK && !is_behind) {
    rc = load_leaf_of(pages, segment, leaf, &page);
    terms.footer = page.size;
    terms.start = 0;
    terms.length = 0;
    while (rc == SQLITE_OK) {
      rc = next_term(&terms);
      if (rc != SQLITE_OK) break;
      int32_t common = terms.length < length ? terms.length : length;
      int order = memcmp(terms.text, prefix, (size_t)common);
      is_behind = order > 0;
      if (is_behind) break;
      if (order < 0 || terms.length < length) continue;
      shortlist_doclist list;
      rc = open_doclist(pages, segment, &terms, leaf, has_firsts, &list);
      if (rc == SQLITE_OK) rc = receive(context, terms.text, terms.length, &list);
      if (rc != SQLITE_OK) shortlist_doclist_close(&list);
    }
    if (rc != SQLITE_NOTFOUND) break;
    if (terms.length == 0) {  // no leaf with terms, and so none that could be looked for
      rc = SQLITE_CORRUPT;
      break;
    }
    int32_t last = leaf;
    rc = find_leaf(pages, segment, terms.text, terms.length, true, &leaf, &has_firsts);
    if (rc == SQLITE_OK && leaf <= last) rc = SQLITE_CORRUPT;
  }
  sqlite3_free(page.bytes);
  return rc == SQLITE_NOTFOUND ? SQLITE_OK : rc;
}
