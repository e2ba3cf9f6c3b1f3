#include <stddef.h>
#include <stdlib.h>

#include "postings.h"

static int compare_places(const void *first, const void *second) {
  const shortlist_place *a = first, *b = second;
  if (a->docid != b->docid) return a->docid < b->docid ? -1 : 1;
  return (a->position > b->position) - (a->position < b->position);
}

/// Keeps the occurrences that directly follow one of others.
static void follow(shortlist_places *places, const shortlist_places *before) {
  int32_t kept = 0;
  for (int32_t i = 0, j = 0; i < places->count; i++) {
    shortlist_place wanted = places->array[i];
    if ((uint32_t)wanted.position == 0) continue;  // nothing precedes the first word
    wanted.position--;
    while (j < before->count && compare_places(&before->array[j], &wanted) < 0) j++;
    if (j == before->count) break;
    if (compare_places(&before->array[j], &wanted) == 0) places->array[kept++] = places->array[i];
  }
  places->count = kept;
}

/// Returns the items of sorted occurrences.
static int items_of(const shortlist_places *places, shortlist_docid_list *items) {
  items->count = 0;
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK && i < places->count; i++) {
    int64_t docid = places->array[i].docid;
    if (i == 0 || places->array[i - 1].docid != docid) rc = shortlist_docids_append(items, docid);
  }
  return rc;
}

int shortlist_intersect_phrase(shortlist_index *index, const shortlist_query_node *phrase,
                          const shortlist_docid_list *among, shortlist_docid_list *found) {
  shortlist_places before = {0};
  shortlist_docid_list items = {0};
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK && i < phrase->length; i++) {
    shortlist_places places = {0};
    rc = shortlist_read_places(index, phrase + 1 + i, i == 0 ? among : &items, &places);
    if (rc == SQLITE_OK && places.count > 1) {
      qsort(places.array, (size_t)places.count, sizeof *places.array, compare_places);
    }
    if (i > 0) follow(&places, &before);
    sqlite3_free(before.array);
    before = places;
    if (rc == SQLITE_OK) rc = items_of(&before, &items);
    if (items.count == 0) break;
  }
  for (int32_t i = 0; rc == SQLITE_OK && i < items.count; i++) {
    rc = shortlist_docids_append(found, items.array[i]);
  }
  sqlite3_free(before.array);
  sqlite3_free(items.array);
  return rc;
}
