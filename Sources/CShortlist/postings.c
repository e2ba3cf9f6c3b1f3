#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "CShortlist.h"
#include "doclist.h"

enum {
  /// More terms than these a prefix need not be opened for: FTS5 collects them just as fast.
  maximum_terms = 4096,
  maximum_depth = 8,
};

/// A part of a query, which stands at a docid.
typedef struct node {
  /// One of `SHORTLIST_POSTINGS_…`; a prefix becomes any of its terms.
  int kind;
  int64_t head;
  int32_t count;
  /// Of a term, what the segments hold of it, newest first.
  shortlist_doclist *lists;
  /// Of others, their parts. Of `SHORTLIST_POSTINGS_ANY` a heap: that with the lowest docid is first.
  struct node *parts;
} node;

struct shortlist_postings {
  shortlist_pages pages;
  shortlist_segment *segments;
  int32_t segment_count;
  node root;
  /// Where the words of a phrase stand, and where those before them do.
  shortlist_positions found, before;
};

// MARK: Going on

static int seek(shortlist_postings *postings, node *node, int64_t docid);

/// Goes on to the first item that is there and not below `docid`.
static int seek_term(shortlist_postings *postings, node *term, int64_t docid) {
  while (true) {
    int64_t head = SHORTLIST_END_OF_DOCIDS;
    bool is_deleted = false;
    for (int32_t i = 0; i < term->count; i++) {
      shortlist_doclist *list = &term->lists[i];
      if (list->docid < docid) {
        int rc = shortlist_doclist_seek(&postings->pages, list, docid);
        if (rc != SQLITE_OK) return rc;
      }
      if (list->docid < head) {  // of equal ones, the newest counts
        head = list->docid;
        is_deleted = list->is_deleted;
      }
    }
    term->head = head;
    if (!is_deleted || head == SHORTLIST_END_OF_DOCIDS) return SQLITE_OK;
    docid = head + 1;
  }
}

static void sift_down(node *any, int32_t index) {
  node moved = any->parts[index];
  while (true) {
    int32_t child = 2 * index + 1;
    if (child >= any->count) break;
    if (child + 1 < any->count && any->parts[child + 1].head < any->parts[child].head) child++;
    if (any->parts[child].head >= moved.head) break;
    any->parts[index] = any->parts[child];
    index = child;
  }
  any->parts[index] = moved;
}

static int seek_any(shortlist_postings *postings, node *any, int64_t docid) {
  while (any->count > 0 && any->parts[0].head < docid) {
    int rc = seek(postings, &any->parts[0], docid);
    if (rc != SQLITE_OK) return rc;
    sift_down(any, 0);
  }
  any->head = any->count > 0 ? any->parts[0].head : SHORTLIST_END_OF_DOCIDS;
  return SQLITE_OK;
}

static int seek_all(shortlist_postings *postings, node *all, int64_t docid) {
  // Whichever part stands farthest tells the others where to go on.
  for (int32_t met = 0, i = 0; met < all->count; met++) {
    node *part = &all->parts[i];
    if (part->head < docid) {
      int rc = seek(postings, part, docid);
      if (rc != SQLITE_OK) return rc;
    }
    if (part->head > docid) {
      docid = part->head;
      if (docid == SHORTLIST_END_OF_DOCIDS) break;
      met = 0;
    }
    i = i + 1 == all->count ? 0 : i + 1;
  }
  all->head = docid;
  return SQLITE_OK;
}

/// Appends where a part stands in the item, a term or any of some.
static int append_positions(shortlist_postings *postings, const node *part, int32_t index,
                            int64_t docid, shortlist_positions *positions) {
  if (part->kind == SHORTLIST_POSTINGS_TERM) {
    for (int32_t i = 0; i < part->count; i++) {
      if (part->lists[i].docid != docid) continue;
      return shortlist_doclist_positions(&postings->pages, &part->lists[i], positions);
    }
    return SQLITE_OK;
  }
  if (index >= part->count || part->parts[index].head != docid) return SQLITE_OK;
  int rc = append_positions(postings, &part->parts[index], 0, docid, positions);
  if (rc == SQLITE_OK) rc = append_positions(postings, part, 2 * index + 1, docid, positions);
  if (rc == SQLITE_OK) rc = append_positions(postings, part, 2 * index + 2, docid, positions);
  return rc;
}

static int compare_positions(const void *a, const void *b) {
  uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
  return first < second ? -1 : first > second;
}

/// Whether the parts of a phrase stand one after the other in the item that all of them are in.
static int is_phrase(shortlist_postings *postings, const node *phrase, bool *result) {
  *result = false;
  for (int32_t i = 0; i < phrase->count; i++) {
    const node *part = &phrase->parts[i];
    shortlist_positions *found = &postings->found, *before = &postings->before;
    found->count = 0;
    int rc = append_positions(postings, part, 0, phrase->head, found);
    if (rc != SQLITE_OK) return rc;
    if (part->kind != SHORTLIST_POSTINGS_TERM && found->count > 1) {
      qsort(found->array, (size_t)found->count, sizeof *found->array, compare_positions);
    }
    if (i > 0) {
      int32_t kept = 0;
      for (int32_t j = 0, k = 0; j < found->count; j++) {
        while (k < before->count && before->array[k] + 1 < found->array[j]) k++;
        if (k < before->count && before->array[k] + 1 == found->array[j]) {
          found->array[kept++] = found->array[j];
        }
      }
      found->count = kept;
    }
    if (found->count == 0) return SQLITE_OK;
    shortlist_positions swapped = *found;
    *found = *before;
    *before = swapped;
  }
  *result = true;
  return SQLITE_OK;
}

static int seek_phrase(shortlist_postings *postings, node *phrase, int64_t docid) {
  while (true) {
    int rc = seek_all(postings, phrase, docid);
    if (rc != SQLITE_OK || phrase->head == SHORTLIST_END_OF_DOCIDS) return rc;
    bool is_met = false;
    rc = is_phrase(postings, phrase, &is_met);
    if (rc != SQLITE_OK || is_met) return rc;
    docid = phrase->head + 1;
  }
}

static int seek(shortlist_postings *postings, node *node, int64_t docid) {
  switch (node->kind) {
  case SHORTLIST_POSTINGS_TERM: return seek_term(postings, node, docid);
  case SHORTLIST_POSTINGS_ALL: return seek_all(postings, node, docid);
  case SHORTLIST_POSTINGS_PHRASE: return seek_phrase(postings, node, docid);
  default: return seek_any(postings, node, docid);
  }
}

int shortlist_postings_seek(shortlist_postings *postings, int64_t docid, int64_t *head) {
  if (postings->root.head < docid) {
    int rc = seek(postings, &postings->root, docid);
    if (rc != SQLITE_OK) return rc;
  }
  *head = postings->root.head;
  return SQLITE_OK;
}

// MARK: Opening

static void close_node(node *node) {
  for (int32_t i = 0; i < node->count; i++) {
    if (node->lists != NULL) shortlist_doclist_close(&node->lists[i]);
    if (node->parts != NULL) close_node(&node->parts[i]);
  }
  sqlite3_free(node->lists);
  sqlite3_free(node->parts);
}

static int open_term(shortlist_postings *postings, const shortlist_postings_part *part,
                     node *term) {
  if (postings->segment_count == 0) return SQLITE_OK;
  term->lists =
    sqlite3_malloc64((sqlite3_uint64)postings->segment_count * sizeof *term->lists);
  if (term->lists == NULL) return SQLITE_NOMEM;
  for (int32_t i = 0; i < postings->segment_count; i++) {
    int rc = shortlist_open_term(&postings->pages, &postings->segments[i],
                                 (const unsigned char *)part->bytes, part->length,
                                 &term->lists[term->count]);
    if (rc == SQLITE_OK) {
      term->count++;
    } else if (rc != SQLITE_NOTFOUND) {
      return rc;
    }
  }
  return SQLITE_OK;
}

/// What a segment holds of a term, until that of other segments is known.
typedef struct {
  unsigned char *term;
  int32_t length, segment;
  shortlist_doclist list;
} found_list;

typedef struct {
  found_list *array;
  int32_t count, capacity, segment;
} found_lists;

static int receive_list(void *context, const unsigned char *term, int32_t length,
                        shortlist_doclist *list) {
  found_lists *found = context;
  if (found->count == maximum_terms) return SQLITE_TOOBIG;
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
static int group(found_lists *found, node *any) {
  if (found->count == 0) return SQLITE_OK;
  qsort(found->array, (size_t)found->count, sizeof *found->array, compare_found);
  any->parts = sqlite3_malloc64((sqlite3_uint64)found->count * sizeof *any->parts);
  if (any->parts == NULL) return SQLITE_NOMEM;
  for (int32_t begin = 0, end = 1; begin < found->count; begin = end++) {
    while (end < found->count &&
           compare_terms(&found->array[begin], &found->array[end]) == 0) {
      end++;
    }
    node term = {.kind = SHORTLIST_POSTINGS_TERM, .head = INT64_MIN};
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
                       node *any) {
  found_lists found = {0};
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK && i < postings->segment_count; i++) {
    found.segment = i;
    rc = shortlist_open_prefix(&postings->pages, &postings->segments[i],
                               (const unsigned char *)part->bytes, part->length, receive_list,
                               &found);
  }
  if (rc == SQLITE_OK) rc = group(&found, any);
  for (int32_t i = 0; i < found.count; i++) {
    shortlist_doclist_close(&found.array[i].list);
    sqlite3_free(found.array[i].term);
  }
  sqlite3_free(found.array);
  return rc == SQLITE_TOOBIG ? SQLITE_NOTFOUND : rc;
}

/// Opens the part at `*next`, and moves that on behind it and its own parts.
static int open_node(shortlist_postings *postings, const shortlist_postings_part **next,
                     const shortlist_postings_part *end, int depth, node *opened) {
  const shortlist_postings_part *part = (*next)++;
  *opened = (node){.kind = part->kind, .head = INT64_MIN};
  if (part->kind == SHORTLIST_POSTINGS_TERM) return open_term(postings, part, opened);
  if (part->kind == SHORTLIST_POSTINGS_PREFIX) {
    opened->kind = SHORTLIST_POSTINGS_ANY;
    return open_prefix(postings, part, opened);
  }
  if (part->length <= 0 || part->length > end - *next || depth == maximum_depth) {
    return SQLITE_MISUSE;
  }
  opened->parts = sqlite3_malloc64((sqlite3_uint64)part->length * sizeof *opened->parts);
  if (opened->parts == NULL) return SQLITE_NOMEM;
  while (opened->count < part->length) {
    if (*next == end) return SQLITE_MISUSE;
    int rc = open_node(postings, next, end, depth + 1, &opened->parts[opened->count++]);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

int shortlist_postings_open(sqlite3_stmt *page, sqlite3_stmt *leaf, sqlite3_stmt *next_leaf,
                            int has_details, shortlist_budget *budget,
                            const shortlist_postings_part *parts, int32_t count,
                            shortlist_postings **result) {
  *result = NULL;
  shortlist_postings *postings = sqlite3_malloc64(sizeof *postings);
  if (postings == NULL) return SQLITE_NOMEM;
  *postings = (shortlist_postings){
    .pages = {.page = page,
              .leaf = leaf,
              .next_leaf = next_leaf,
              .has_details = has_details != 0,
              .budget = budget},
  };
  int rc = shortlist_read_segments(&postings->pages, &postings->segments, &postings->segment_count);
  if (rc == SQLITE_OK && count < 1) rc = SQLITE_MISUSE;
  if (rc == SQLITE_OK) {
    const shortlist_postings_part *next = parts;
    rc = open_node(postings, &next, parts + count, 0, &postings->root);
  }
  if (rc == SQLITE_OK) {
    *result = postings;
  } else {
    shortlist_postings_free(postings);
  }
  return rc;
}

void shortlist_postings_free(shortlist_postings *postings) {
  if (postings == NULL) return;
  close_node(&postings->root);
  sqlite3_free(postings->segments);
  sqlite3_free(postings->found.array);
  sqlite3_free(postings->before.array);
  sqlite3_free(postings);
}
