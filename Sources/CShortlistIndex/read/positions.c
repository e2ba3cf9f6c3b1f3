#include <stddef.h>
#include <stdlib.h>

#include "postings.h"

/// Appends the positions of a term, or of any of some, in the item.
static int append_positions(shortlist_postings *postings, const shortlist_iterator *part, int32_t index,
                            int64_t docid, shortlist_positions *positions) {
  if (part->kind == SHORTLIST_POSTINGS_TERM) {
    for (int32_t i = 0; i < part->count; i++) {
      if (part->lists[i].docid != docid) continue;
      return shortlist_doclist_positions(&postings->index->pages, &part->lists[i], positions);
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

/// Whether positions are sorted, as those of a single node are.
static bool are_sorted(const shortlist_positions *positions) {
  for (int32_t i = 1; i < positions->count; i++) {
    if (positions->array[i] < positions->array[i - 1]) return false;
  }
  return true;
}

/// Finds the positions of a term, or of any of some.
static int collect(shortlist_postings *postings, const shortlist_iterator *part,
                   shortlist_positions *positions) {
  positions->count = 0;
  int rc = append_positions(postings, part, 0, part->head, positions);
  if (part->kind != SHORTLIST_POSTINGS_TERM && !are_sorted(positions)) {
    qsort(positions->array, (size_t)positions->count, sizeof *positions->array,
          compare_positions);
  }
  return rc;
}

static int find_phrase(shortlist_postings *postings, const shortlist_iterator *phrase) {
  shortlist_positions *found = &postings->found, *before = &postings->before;
  for (int32_t i = 0; i < phrase->count; i++) {
    int rc = collect(postings, &phrase->parts[i], before);
    if (rc != SQLITE_OK) return rc;
    if (i > 0) {
      int32_t kept = 0;
      for (int32_t j = 0, k = 0; j < before->count; j++) {
        while (k < found->count && found->array[k] + 1 < before->array[j]) k++;
        if (k < found->count && found->array[k] + 1 == before->array[j]) {
          before->array[kept++] = before->array[j];
        }
      }
      before->count = kept;
    }
    shortlist_positions swapped = *found;
    *found = *before;
    *before = swapped;
    if (found->count == 0) break;
  }
  return SQLITE_OK;
}

int shortlist_find_positions(shortlist_postings *postings, const shortlist_iterator *part) {
  return part->kind == SHORTLIST_POSTINGS_PHRASE ? find_phrase(postings, part)
                                                 : collect(postings, part, &postings->found);
}
