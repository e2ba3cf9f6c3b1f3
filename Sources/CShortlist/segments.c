#include "segments.h"

#include <stddef.h>
#include <string.h>

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

int shortlist_next_term(shortlist_leaf_terms *terms) {
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
                        const shortlist_leaf_terms *terms, int32_t leaf, bool has_firsts,
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
static int go_to(shortlist_leaf_terms *terms, const unsigned char *term, int32_t length) {
  while (true) {
    if (!terms->is_read) {
      int rc = shortlist_next_term(terms);
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
  shortlist_leaf_terms terms = {.page = &page};
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
      terms = (shortlist_leaf_terms){.page = &page, .footer = page.size};
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
  shortlist_leaf_terms terms = {.page = &page};
  bool is_behind = false;
  while (rc == SQLITE_OK && !is_behind) {
    rc = shortlist_load_leaf(pages, segment->id, leaf, &page);
    terms.footer = page.size;
    terms.start = 0;
    terms.length = 0;
    while (rc == SQLITE_OK) {
      rc = shortlist_next_term(&terms);
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
