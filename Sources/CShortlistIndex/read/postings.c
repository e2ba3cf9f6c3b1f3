#include <stddef.h>

#include "postings.h"

static int seek_node(shortlist_postings *postings, shortlist_iterator *node, int64_t docid);

/// Moves to the first item that exists and is not below `docid`.
static int seek_term(shortlist_postings *postings, shortlist_iterator *term, int64_t docid) {
  while (true) {
    int64_t head = SHORTLIST_END_OF_DOCIDS, bound = SHORTLIST_END_OF_DOCIDS;
    int32_t lead = 0;
    for (int32_t i = 0; i < term->count; i++) {
      shortlist_doclist *list = &term->lists[i];
      if (list->docid < docid) {
        int rc = shortlist_doclist_seek(&postings->index->pages, list, docid);
        if (rc != SQLITE_OK) return rc;
      }
      if (list->docid < head) {  // among equal ones, the newest counts
        bound = head;
        head = list->docid;
        lead = i;
      } else if (list->docid < bound) {
        bound = list->docid;
      }
    }
    term->head = head;
    term->lead = lead;
    term->bound = bound;
    if (head == SHORTLIST_END_OF_DOCIDS || !term->lists[lead].is_deleted) return SQLITE_OK;
    docid = head + 1;
  }
}

/// Does the same as `seek_node`, with a short cut for a term that a single list decides.
static inline int seek_part(shortlist_postings *postings, shortlist_iterator *part, int64_t docid) {
  if (!shortlist_is_one_list(part) || docid >= part->bound) {
    return seek_node(postings, part, docid);
  }
  shortlist_doclist *list = &part->lists[part->lead];
  if (!shortlist_doclist_reach(list, docid) || list->docid >= part->bound || list->is_deleted) {
    return seek_node(postings, part, docid);
  }
  part->head = list->docid;
  return SQLITE_OK;
}

/// Restores the heap after its first node has moved.
static void sift_down(shortlist_iterator *any) {
  int64_t head = any->parts[0].head;
  if ((any->count < 2 || any->parts[1].head >= head) &&
      (any->count < 3 || any->parts[2].head >= head)) {
    return;  // usual when one node has most of the docids
  }
  shortlist_iterator moved = any->parts[0];
  int32_t index = 0;
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

static int seek_any(shortlist_postings *postings, shortlist_iterator *any, int64_t docid) {
  while (any->count > 0 && any->parts[0].head < docid) {
    int rc = seek_part(postings, &any->parts[0], docid);
    if (rc != SQLITE_OK) return rc;
    sift_down(any);
  }
  any->head = any->count > 0 ? any->parts[0].head : SHORTLIST_END_OF_DOCIDS;
  return SQLITE_OK;
}

static int seek_docids(shortlist_iterator *any, int64_t docid) {
  any->passed = shortlist_docids_find(any->docids, any->count, any->passed, docid);
  any->head = any->passed < any->count ? any->docids[any->passed] : SHORTLIST_END_OF_DOCIDS;
  return SQLITE_OK;
}

static int seek_all(shortlist_postings *postings, shortlist_iterator *all, int64_t docid) {
  // The node that is furthest ahead decides where the others continue.
  for (int32_t met = 0, i = 0; met < all->count; met++) {
    shortlist_iterator *part = &all->parts[i];
    if (part->head < docid) {
      int rc = seek_part(postings, part, docid);
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

static int seek_phrase(shortlist_postings *postings, shortlist_iterator *phrase, int64_t docid) {
  while (true) {
    int rc = seek_all(postings, phrase, docid);
    if (rc != SQLITE_OK || phrase->head == SHORTLIST_END_OF_DOCIDS) return rc;
    rc = shortlist_find_positions(postings, phrase);
    if (rc != SQLITE_OK || postings->found.count > 0) return rc;
    docid = phrase->head + 1;
  }
}

/// Moves to the first item that is not below `docid`.
static int seek_node(shortlist_postings *postings, shortlist_iterator *node, int64_t docid) {
  switch (node->kind) {
  case SHORTLIST_POSTINGS_TERM: return seek_term(postings, node, docid);
  case SHORTLIST_POSTINGS_ALL: return seek_all(postings, node, docid);
  case SHORTLIST_POSTINGS_PHRASE: return seek_phrase(postings, node, docid);
  case SHORTLIST_POSTINGS_ANY_TERM: return seek_docids(node, docid);
  case shortlist_ranked_kind:
    node->head = shortlist_filtered_ranks_seek(node->filtered, docid);
    return SQLITE_OK;
  default: return seek_any(postings, node, docid);
  }
}

/// Moves back before the first docid, if that takes no page reads.
static bool rewind_node(shortlist_iterator *node) {
  for (int32_t i = 0; i < node->count; i++) {
    if (node->lists != NULL && !shortlist_doclist_rewind(&node->lists[i])) return false;
    if (node->parts != NULL && !rewind_node(&node->parts[i])) return false;
  }
  if (node->filtered != NULL) shortlist_filtered_ranks_rewind(node->filtered);
  node->head = INT64_MIN;
  node->passed = 0;
  return true;
}

int shortlist_postings_rewind(shortlist_postings *postings) { return rewind_node(&postings->root); }

int shortlist_postings_seek(shortlist_postings *postings, int64_t docid, int64_t *head) {
  shortlist_iterator *root = &postings->root;
  const shortlist_docid_filter *filter = &postings->filter;
  while (root->head < docid) {
    if (filter->next != NULL) {
      docid = filter->next(filter->context, docid, &postings->filter_place);
      if (docid == SHORTLIST_END_OF_DOCIDS) {
        root->head = docid;
        break;
      }
    }
    int rc = seek_node(postings, root, docid);
    if (rc != SQLITE_OK) return rc;
    if (root->head == SHORTLIST_END_OF_DOCIDS || shortlist_is_accepted(postings, root->head) ||
        shortlist_postings_step(postings)) {
      break;
    }
    docid = root->head + 1;
  }
  *head = root->head;
  return SQLITE_OK;
}

int shortlist_postings_enter(shortlist_postings *postings, int64_t docid, int64_t last,
                             int64_t *head) {
  shortlist_iterator *root = &postings->root;
  if (root->kind == SHORTLIST_POSTINGS_TERM && root->count > 0 && root->head < docid) {
    // The oldest segment is usually the largest.
    int rc = shortlist_doclist_whole_page(&postings->index->pages, &root->lists[root->count - 1],
                                          docid, last, &docid);
    if (rc != SQLITE_OK) return rc;
  }
  return shortlist_postings_seek(postings, docid, head);
}
