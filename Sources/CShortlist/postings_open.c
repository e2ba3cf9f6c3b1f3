#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "postings.h"

enum {
  /// More terms than these are not opened for prefixes: they would take more than 20 MB.
  maximum_terms = 65536,
  maximum_depth = 8,
};

void shortlist_close_node(shortlist_node *node) {
  for (int32_t i = 0; i < node->count; i++) {
    if (node->lists != NULL) shortlist_doclist_close(&node->lists[i]);
    if (node->parts != NULL) shortlist_close_node(&node->parts[i]);
  }
  sqlite3_free(node->lists);
  sqlite3_free(node->parts);
  sqlite3_free(node->docids);
}

static int receive_term(void *context, int32_t index, shortlist_doclist *list) {
  (void)index;
  shortlist_node *term = context;
  term->lists[term->count++] = *list;
  return SQLITE_OK;
}

static int open_term(shortlist_postings *postings, const shortlist_postings_part *part,
                     shortlist_node *term) {
  shortlist_index *index = postings->index;
  if (index->segment_count == 0) return SQLITE_OK;
  term->lists = sqlite3_malloc64((sqlite3_uint64)index->segment_count * sizeof *term->lists);
  if (term->lists == NULL) return SQLITE_NOMEM;
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK && i < index->segment_count; i++) {
    rc = shortlist_open_terms(&index->pages, &index->segments[i], part, 1, receive_term, term);
  }
  return rc;
}

/// What a segment holds of a term, until that of other segments is known.
typedef struct {
  unsigned char *term;
  int32_t length, segment;
  shortlist_doclist list;
} found_list;

typedef struct {
  found_list *array;
  int32_t count, capacity, limit, segment;
} found_lists;

static int receive_list(void *context, const unsigned char *term, int32_t length,
                        shortlist_doclist *list) {
  found_lists *found = context;
  if (found->count == found->limit) return SQLITE_TOOBIG;
  if (found->count == found->capacity) {
    int32_t capacity = found->capacity * 2 + 16;
    found_list *longer =
      sqlite3_realloc64(found->array, (sqlite3_uint64)capacity * sizeof *longer);
    if (longer == NULL) return SQLITE_NOMEM;
    found->array = longer;
    found->capacity = capacity;
  }
  unsigned char *copy = sqlite3_malloc64((sqlite3_uint64)length + 1);
  if (copy == NULL) return SQLITE_NOMEM;
  memcpy(copy, term, (size_t)length);
  found->array[found->count++] =
    (found_list){.term = copy, .length = length, .segment = found->segment, .list = *list};
  return SQLITE_OK;
}

static int compare_terms(const found_list *a, const found_list *b) {
  int order = memcmp(a->term, b->term, (size_t)(a->length < b->length ? a->length : b->length));
  return order != 0 ? order : a->length - b->length;
}

/// By term; what is newest first.
static int compare_found(const void *a, const void *b) {
  int order = compare_terms(a, b);
  return order != 0 ? order : ((const found_list *)a)->segment - ((const found_list *)b)->segment;
}

/// Makes one part of what the segments hold of each term.
static int group(found_lists *found, shortlist_node *any) {
  if (found->count == 0) return SQLITE_OK;
  qsort(found->array, (size_t)found->count, sizeof *found->array, compare_found);
  any->parts = sqlite3_malloc64((sqlite3_uint64)found->count * sizeof *any->parts);
  if (any->parts == NULL) return SQLITE_NOMEM;
  for (int32_t begin = 0, end = 1; begin < found->count; begin = end++) {
    while (end < found->count &&
           compare_terms(&found->array[begin], &found->array[end]) == 0) {
      end++;
    }
    shortlist_node term = {.kind = SHORTLIST_POSTINGS_TERM, .phrase = -1, .head = INT64_MIN};
    term.lists = sqlite3_malloc64((sqlite3_uint64)(end - begin) * sizeof *term.lists);
    if (term.lists == NULL) return SQLITE_NOMEM;
    for (int32_t i = begin; i < end; i++) {
      term.lists[term.count++] = found->array[i].list;
      found->array[i].list = (shortlist_doclist){0};
    }
    any->parts[any->count++] = term;
  }
  return SQLITE_OK;
}

/// SQLITE_NOTFOUND when too many terms begin with the prefix.
static int open_prefix(shortlist_postings *postings, const shortlist_postings_part *part,
                       shortlist_node *any) {
  shortlist_index *index = postings->index;
  found_lists found = {.limit = maximum_terms - postings->prefix_terms};
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK && i < index->segment_count; i++) {
    found.segment = i;
    rc = shortlist_open_prefix(&index->pages, &index->segments[i],
                               (const unsigned char *)part->bytes, part->length, receive_list,
                               &found);
  }
  postings->prefix_terms += found.count;
  if (rc == SQLITE_OK) rc = group(&found, any);
  for (int32_t i = 0; i < found.count; i++) {
    shortlist_doclist_close(&found.array[i].list);
    sqlite3_free(found.array[i].term);
  }
  sqlite3_free(found.array);
  return rc == SQLITE_TOOBIG ? SQLITE_NOTFOUND : rc;
}

/// Reads the docids of a part.
static int collect(shortlist_postings *postings, const shortlist_postings_part *part,
                   const shortlist_postings_part *end, shortlist_node *collected) {
  shortlist_docid_list docids = {0};
  int rc = shortlist_meet(postings, part, end, &docids);
  collected->docids = docids.array;
  if (rc == SQLITE_OK) collected->count = docids.count;
  return rc;
}

int shortlist_open_node(shortlist_postings *postings, const shortlist_postings_part **next,
                        const shortlist_postings_part *end, int depth, bool is_in_phrase,
                        shortlist_node *opened) {
  const shortlist_postings_part *part = (*next)++;
  *opened = (shortlist_node){.kind = part->kind, .phrase = -1, .head = INT64_MIN};
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
  if (part->length <= 0 || part->length > end - *next || depth == maximum_depth ||
      part->kind == SHORTLIST_POSTINGS_DOCIDS) {
    return SQLITE_MISUSE;
  }
  bool is_collected = part->kind == SHORTLIST_POSTINGS_COLLECTED;
  if (is_collected || part->kind == SHORTLIST_POSTINGS_ANY_TERM) {
    const shortlist_postings_part *first = is_collected ? *next : part;
    const shortlist_postings_part *behind = shortlist_part_behind(first, end, depth);
    if (behind == NULL || part->length > behind - *next || is_in_phrase) return SQLITE_MISUSE;
    if (is_collected && !shortlist_is_collected(first, end)) {
      return shortlist_open_node(postings, next, end, depth + 1, false, opened);
    }
    *next = behind;
    opened->kind = SHORTLIST_POSTINGS_ANY_TERM;
    return collect(postings, first, end, opened);
  }
  opened->parts = sqlite3_malloc64((sqlite3_uint64)part->length * sizeof *opened->parts);
  if (opened->parts == NULL) return SQLITE_NOMEM;
  while (opened->count < part->length) {
    if (*next == end) return SQLITE_MISUSE;
    int rc = shortlist_open_node(postings, next, end, depth + 1, is_in_phrase || is_phrase,
                                 &opened->parts[opened->count++]);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

int shortlist_index_open(sqlite3_stmt *page, sqlite3_stmt *leaf, sqlite3_stmt *next_leaf,
                         shortlist_budget *budget, shortlist_index **result) {
  *result = NULL;
  shortlist_index *index = sqlite3_malloc64(sizeof *index);
  if (index == NULL) return SQLITE_NOMEM;
  *index = (shortlist_index){
    .pages = {.page = page, .leaf = leaf, .next_leaf = next_leaf, .budget = budget},
  };
  shortlist_segment_list list;
  int rc = shortlist_segment_list_read(&index->pages, &list);
  if (rc == SQLITE_OK) {
    index->segments = list.segments;
    index->segment_count = list.count;
    list.segments = NULL;
    shortlist_segment_list_free(&list);
    *result = index;
  } else {
    shortlist_index_free(index);
  }
  return rc;
}

void shortlist_index_free(shortlist_index *index) {
  if (index == NULL) return;
  sqlite3_free(index->segments);
  shortlist_forget_terms(&index->known);
  sqlite3_free(index);
}

int shortlist_postings_open(shortlist_index *index, const shortlist_postings_part *parts,
                            int32_t count, shortlist_postings **result) {
  *result = NULL;
  if (count < 1) return SQLITE_MISUSE;
  shortlist_postings *postings = sqlite3_malloc64(sizeof *postings);
  if (postings == NULL) return SQLITE_NOMEM;
  *postings = (shortlist_postings){.index = index};
  const shortlist_postings_part *next = parts;
  int rc = shortlist_open_node(postings, &next, parts + count, 0, false, &postings->root);
  if (rc == SQLITE_OK) {
    *result = postings;
  } else {
    shortlist_postings_free(postings);
  }
  return rc;
}

void shortlist_postings_free(shortlist_postings *postings) {
  if (postings == NULL) return;
  shortlist_close_node(&postings->root);
  sqlite3_free(postings->found.array);
  sqlite3_free(postings->before.array);
  sqlite3_free(postings);
}
