#include <stddef.h>

#include "postings.h"

/// The most terms opened for prefixes; more would take over 20 MB.
enum { maximum_terms = 65536 };

static void close_node(shortlist_iterator *node) {
  for (int32_t i = 0; i < node->count; i++) {
    if (node->lists != NULL) shortlist_doclist_close(&node->lists[i]);
    if (node->parts != NULL) close_node(&node->parts[i]);
  }
  sqlite3_free(node->lists);
  sqlite3_free(node->parts);
  sqlite3_free(node->docids);
  shortlist_filtered_ranks_free(node->filtered);
}

static int open_term(shortlist_postings *postings, const shortlist_query_node *part,
                     shortlist_iterator *term) {
  shortlist_index *index = postings->index;
  if (index->segment_count == 0) return SQLITE_OK;
  term->lists = sqlite3_malloc64((sqlite3_uint64)index->segment_count * sizeof *term->lists);
  if (term->lists == NULL) return SQLITE_NOMEM;
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK && i < index->segment_count; i++) {
    shortlist_term_cursor cursor;
    shortlist_term_cursor_init(&cursor, &index->segments[i]);
    rc = shortlist_find_term(&index->pages, &cursor, (const unsigned char *)part->bytes,
                             part->length);
    if (rc == SQLITE_OK) {
      rc = shortlist_open_doclist(&index->pages, &cursor, false, &term->lists[term->count]);
      if (rc == SQLITE_OK) term->count++;
    } else if (rc == SQLITE_NOTFOUND) {
      rc = SQLITE_OK;
    }
    shortlist_term_cursor_close(&cursor);
  }
  return rc;
}

/// Adds an empty term node with room for its lists.
static int add_term(shortlist_iterator *any, int32_t *capacity, int32_t list_count) {
  int rc = shortlist_reserve(&any->parts, capacity, (int64_t)any->count + 1);
  if (rc != SQLITE_OK) return rc;
  shortlist_iterator term = {.kind = SHORTLIST_POSTINGS_TERM, .phrase = -1, .head = INT64_MIN};
  term.lists = sqlite3_malloc64((sqlite3_uint64)list_count * sizeof *term.lists);
  if (term.lists == NULL) return SQLITE_NOMEM;
  any->parts[any->count++] = term;
  return SQLITE_OK;
}

/// Opens a prefix. Returns SQLITE_NOTFOUND when it has too many terms.
static int open_prefix(shortlist_postings *postings, const shortlist_query_node *part,
                       shortlist_iterator *any) {
  shortlist_index *index = postings->index;
  int32_t segments = index->segment_count, capacity = 0;
  shortlist_term_cursor *cursors;
  int rc = shortlist_open_cursors(index->segments, index->segment_count, &cursors);
  while (rc == SQLITE_OK) {
    const shortlist_term_cursor *term;
    rc = shortlist_next_prefixed(&index->pages, cursors, segments,
                                 (const unsigned char *)part->bytes, part->length, &term);
    int32_t holders = 0;
    for (int32_t i = 0; rc == SQLITE_OK && i < segments; i++) holders += cursors[i].is_current;
    if (rc == SQLITE_OK && holders > maximum_terms - postings->prefix_terms) rc = SQLITE_TOOBIG;
    if (rc == SQLITE_OK) rc = add_term(any, &capacity, holders);
    postings->prefix_terms += holders;
    for (int32_t i = 0; rc == SQLITE_OK && i < segments; i++) {
      if (!cursors[i].is_current) continue;
      shortlist_iterator *opened = &any->parts[any->count - 1];
      rc = shortlist_open_doclist(&index->pages, &cursors[i], false, &opened->lists[opened->count]);
      if (rc == SQLITE_OK) opened->count++;
    }
  }
  shortlist_close_cursors(index->segment_count, cursors);
  if (rc == SQLITE_NOTFOUND) return SQLITE_OK;
  return rc == SQLITE_TOOBIG ? SQLITE_NOTFOUND : rc;
}

/// Materialises a node. If it is the whole query, it is narrowed by the filter.
static int collect(shortlist_postings *postings, const shortlist_query_node *part,
                   const shortlist_query_node *end, shortlist_iterator *collected) {
  if (postings->filter.narrow != NULL && collected == &postings->root) {
    collected->kind = shortlist_ranked_kind;
    int rc = shortlist_read_ranks(postings->index, part, end, &postings->filter,
                                   &collected->filtered);
    postings->filter = (shortlist_docid_filter){0};
    return rc;
  }
  shortlist_docid_list docids = {0};
  int rc = shortlist_intersect(postings->index, part, end, NULL, &docids);
  collected->docids = docids.array;
  if (rc == SQLITE_OK) collected->count = docids.count;
  return rc;
}

/// Opens the node at `*next`, and moves `*next` past it and its children.
static int open_node(shortlist_postings *postings, const shortlist_query_node **next,
                     const shortlist_query_node *end, int depth, bool is_in_phrase,
                     shortlist_iterator *opened) {
  const shortlist_query_node *part = (*next)++;
  *opened = (shortlist_iterator){.kind = part->kind, .phrase = -1, .head = INT64_MIN};
  if (opened->kind == SHORTLIST_POSTINGS_LONGER) opened->kind = SHORTLIST_POSTINGS_PREFIX;
  bool is_phrase = part->kind == SHORTLIST_POSTINGS_PHRASE;
  if (!is_in_phrase && (is_phrase || part->kind == SHORTLIST_POSTINGS_TERM ||
                        opened->kind == SHORTLIST_POSTINGS_PREFIX)) {
    opened->phrase = postings->phrase_count++;
  }
  if (part->kind == SHORTLIST_POSTINGS_TERM) return open_term(postings, part, opened);
  if (opened->kind == SHORTLIST_POSTINGS_PREFIX) {
    opened->kind = SHORTLIST_POSTINGS_ANY;
    return open_prefix(postings, part, opened);
  }
  if (part->length <= 0 || part->length > end - *next || depth == shortlist_maximum_depth ||
      part->kind == SHORTLIST_POSTINGS_DOCIDS) {
    return SQLITE_MISUSE;
  }
  bool is_materialised = part->kind == SHORTLIST_POSTINGS_MATERIALISED;
  if (is_materialised || part->kind == SHORTLIST_POSTINGS_ANY_TERM) {
    const shortlist_query_node *first = is_materialised ? *next : part;
    const shortlist_query_node *behind = shortlist_node_behind(first, end, depth);
    if (behind == NULL || part->length > behind - *next || is_in_phrase) return SQLITE_MISUSE;
    bool is_small = postings->filter.narrow == NULL
                      ? shortlist_is_materialised(first, end, -1)
                      : shortlist_is_read_as_ranks(postings->index, first, end,
                                                    &postings->filter, part->count);
    if (is_materialised && !is_small) {
      return open_node(postings, next, end, depth + 1, false, opened);
    }
    *next = behind;
    opened->kind = SHORTLIST_POSTINGS_ANY_TERM;
    return collect(postings, first, end, opened);
  }
  opened->parts = sqlite3_malloc64((sqlite3_uint64)part->length * sizeof *opened->parts);
  if (opened->parts == NULL) return SQLITE_NOMEM;
  while (opened->count < part->length) {
    if (*next == end) return SQLITE_MISUSE;
    int rc = open_node(postings, next, end, depth + 1, is_in_phrase || is_phrase,
                       &opened->parts[opened->count++]);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

int shortlist_postings_open(shortlist_index *index, const shortlist_query_node *parts,
                            int32_t count, const shortlist_docid_filter *filter,
                            shortlist_postings **result) {
  *result = NULL;
  if (count < 1) return SQLITE_MISUSE;
  shortlist_postings *postings = sqlite3_malloc64(sizeof *postings);
  if (postings == NULL) return SQLITE_NOMEM;
  *postings = (shortlist_postings){.index = index, .filter_word = -1};
  if (filter != NULL) postings->filter = *filter;
  const shortlist_query_node *next = parts;
  int rc = open_node(postings, &next, parts + count, 0, false, &postings->root);
  if (postings->filter.accepts_all) postings->filter = (shortlist_docid_filter){0};
  if (rc == SQLITE_OK) {
    *result = postings;
  } else {
    shortlist_postings_free(postings);
  }
  return rc;
}

void shortlist_postings_free(shortlist_postings *postings) {
  if (postings == NULL) return;
  shortlist_end_lengths(postings);
  close_node(&postings->root);
  sqlite3_free(postings->phrases);
  sqlite3_free(postings->found.array);
  sqlite3_free(postings->before.array);
  sqlite3_free(postings);
}
