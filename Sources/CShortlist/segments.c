#include "segments.h"

#include <stddef.h>
#include <string.h>

// MARK: Segments

/// Reads which segments there are, newest first. SQLITE_NOTFOUND where their format is another.
int shortlist_read_segments(shortlist_pages *pages, shortlist_segment **segments,
                            int32_t *count) {
  shortlist_page page = {0};
  int rc = shortlist_load_page(pages, shortlist_segment_list_id, &page);
  *segments = NULL;
  *count = 0;
  if (rc == SQLITE_NOTFOUND) rc = SQLITE_CORRUPT;
  if (rc == SQLITE_OK && page.end < 4) rc = SQLITE_CORRUPT;
  // Newer versions of SQLite mark what this reader does not know so.
  if (rc == SQLITE_OK && page.bytes[4] == 0xff) rc = SQLITE_NOTFOUND;
  if (rc == SQLITE_OK) {
    int32_t offset = 4;
    uint64_t levels = shortlist_number(page.bytes, &offset);
    uint64_t all = shortlist_number(page.bytes, &offset);
    shortlist_number(page.bytes, &offset);  // how often was written
    if (all > shortlist_most_segments || levels > shortlist_most_segments) rc = SQLITE_CORRUPT;
    if (rc == SQLITE_OK && all > 0) {
      *segments = sqlite3_malloc64((sqlite3_uint64)all * sizeof **segments);
      if (*segments == NULL) rc = SQLITE_NOMEM;
    }
    for (uint64_t level = 0; rc == SQLITE_OK && level < levels; level++) {
      if (offset >= page.end) {
        rc = SQLITE_CORRUPT;
        break;
      }
      shortlist_number(page.bytes, &offset);  // how many are being merged
      uint64_t of_level = shortlist_number(page.bytes, &offset);
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
        segment->id = (int64_t)shortlist_number(page.bytes, &offset);
        uint64_t first = shortlist_number(page.bytes, &offset);
        uint64_t last = shortlist_number(page.bytes, &offset);
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

// MARK: Terms

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
  unsigned char text[shortlist_longest_term];
  int32_t length;
  /// Where the doclist of the term begins on this leaf, and where the leaf has no more of it.
  int32_t offset, limit;
  /// Whether there is a term that was not passed over.
  bool is_read;
} leaf_terms;

/// Goes on to the next term. SQLITE_NOTFOUND when there is none.
static int next_term(leaf_terms *terms) {
  const shortlist_page *page = terms->page;
  if (terms->footer >= page->end) return SQLITE_NOTFOUND;
  bool is_first = terms->footer == page->size;
  terms->start += shortlist_number(page->bytes, &terms->footer);
  if (terms->start < 4 || terms->start >= (uint64_t)page->size) return SQLITE_CORRUPT;
  int32_t offset = (int32_t)terms->start;
  uint64_t kept = is_first ? 0 : shortlist_number(page->bytes, &offset);
  uint64_t added = shortlist_number(page->bytes, &offset);
  if (kept > (uint64_t)terms->length || added > shortlist_longest_term - kept || offset > page->size ||
      added > (uint64_t)(page->size - offset)) {
    return SQLITE_CORRUPT;
  }
  memcpy(terms->text + kept, page->bytes + offset, (size_t)added);
  terms->length = (int32_t)(kept + added);
  terms->offset = offset + (int32_t)added;
  terms->limit = page->size;
  if (terms->footer < page->end) {
    int32_t footer = terms->footer;
    uint64_t next = terms->start + shortlist_number(page->bytes, &footer);
    if (next <= (uint64_t)terms->offset || next > (uint64_t)page->size) return SQLITE_CORRUPT;
    terms->limit = (int32_t)next;
  }
  return SQLITE_OK;
}

/// Opens the doclist of the current term, at its first docid.
static int open_doclist(shortlist_pages *pages, const shortlist_segment *segment,
                        const leaf_terms *terms, int32_t leaf, bool has_firsts,
                        shortlist_doclist *list) {
  shortlist_doclist_start start = {
    .segment = segment->id,
    .leaf = leaf,
    .last_leaf = segment->last,
    .has_firsts = has_firsts,
    .page = terms->page,
    .offset = terms->offset,
    .limit = terms->limit,
  };
  return shortlist_doclist_open(pages, &start, list);
}

/// Goes on to the first term of the leaf that is not below another. SQLITE_NOTFOUND when it is another
/// one, SQLITE_DONE when there is none.
static int go_to(leaf_terms *terms, const unsigned char *term, int32_t length) {
  while (true) {
    if (!terms->is_read) {
      int rc = next_term(terms);
      if (rc != SQLITE_OK) return rc == SQLITE_NOTFOUND ? SQLITE_DONE : rc;
      terms->is_read = true;
    }
    int order = memcmp(terms->text, term, (size_t)(terms->length < length ? terms->length : length));
    if (order > 0 || (order == 0 && terms->length > length)) return SQLITE_NOTFOUND;
    if (order == 0 && terms->length == length) return SQLITE_OK;
    terms->is_read = false;
  }
}

int shortlist_open_terms(shortlist_pages *pages, const shortlist_segment *segment,
                         const shortlist_postings_part *wanted, int32_t count,
                         int (*receive)(void *context, int32_t index, shortlist_doclist *list),
                         void *context) {
  shortlist_page page = {0};
  leaf_terms terms = {.page = &page};
  int32_t leaf = 0;
  bool has_firsts = false;
  int rc = SQLITE_DONE;
  for (int32_t i = 0; i < count; i++) {
    const unsigned char *term = (const unsigned char *)wanted[i].bytes;
    int32_t length = wanted[i].length;
    // The next one often stands on the same leaf.
    rc = leaf != 0 ? go_to(&terms, term, length) : SQLITE_DONE;
    if (rc == SQLITE_DONE) {
      rc = find_leaf(pages, segment, term, length, false, &leaf, &has_firsts);
      if (rc == SQLITE_OK) rc = shortlist_load_leaf(pages, segment->id, leaf, &page);
      terms = (leaf_terms){.page = &page, .footer = page.size};
      if (rc == SQLITE_OK) rc = go_to(&terms, term, length);
    }
    if (rc == SQLITE_NOTFOUND || rc == SQLITE_DONE) continue;
    shortlist_doclist list;
    if (rc == SQLITE_OK) rc = open_doclist(pages, segment, &terms, leaf, has_firsts, &list);
    if (rc != SQLITE_OK) break;
    rc = receive(context, i, &list);
    if (rc != SQLITE_OK) {
      shortlist_doclist_close(&list);
      break;
    }
  }
  sqlite3_free(page.bytes);
  return rc == SQLITE_NOTFOUND || rc == SQLITE_DONE ? SQLITE_OK : rc;
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
    rc = shortlist_load_leaf(pages, segment->id, leaf, &page);
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
      if (rc != SQLITE_OK) break;
      rc = receive(context, terms.text, terms.length, &list);
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
