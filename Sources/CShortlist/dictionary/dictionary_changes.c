#include <stdlib.h>

#include "dictionary.h"

static int append(shortlist_term_changes *changes, const shortlist_packed_place *place) {
  int rc = shortlist_reserve(&changes->array, &changes->capacity, changes->count + 1);
  if (rc == SQLITE_OK) {
    rc = shortlist_reserve(&changes->bytes, &changes->byte_capacity,
                           (int64_t)changes->size + place->length);
  }
  if (rc != SQLITE_OK) return rc;
  memcpy(changes->bytes + changes->size, place->text, (size_t)place->length);
  changes->size += place->length;
  int32_t number = changes->count++;
  changes->array[number] = (shortlist_term_change){
    .head = shortlist_head_of(place->text, place->length),
    .length = place->length,
    .number = number,
    .items = place->items,
    .titles = place->titles,
  };
  return SQLITE_OK;
}

/// Orders by term, with the latest change first.
static int compare(const void *first, const void *second) {
  const shortlist_term_change *a = first, *b = second;
  if (a->head != b->head) return a->head < b->head ? -1 : 1;
  int order = shortlist_compare_terms(a->text, a->length, b->text, b->length);
  return order != 0 ? order : (a->number < b->number) - (a->number > b->number);
}

/// Sorts the changes and keeps the latest one of each term.
static void settle(shortlist_term_changes *changes) {
  const char *text = changes->bytes;
  // Those of one part are sorted.
  bool is_sorted = true;
  for (int32_t i = 0; i < changes->count; i++) {
    changes->array[i].text = text;
    text += changes->array[i].length;
    is_sorted = is_sorted && (i == 0 || compare(&changes->array[i - 1], &changes->array[i]) < 0);
  }
  if (!is_sorted) {
    qsort(changes->array, (size_t)changes->count, sizeof *changes->array, compare);
  }
  int32_t kept = 0;
  for (int32_t i = 0; i < changes->count; i++) {
    const shortlist_term_change *next = &changes->array[i], *last = &changes->array[kept - (kept > 0)];
    if (kept > 0 &&
        shortlist_compare_terms(last->text, last->length, next->text, next->length) == 0) {
      continue;
    }
    changes->array[kept++] = *next;
  }
  changes->count = kept;
}

void shortlist_begin_packed(shortlist_packed_place *place, sqlite3_stmt *row) {
  place->bytes = sqlite3_column_blob(row, 0);
  place->size = place->bytes == NULL ? 0 : sqlite3_column_bytes(row, 0);
  place->offset = place->length = 0;
}

/// Appends all terms from `place` on.
static int append_all(shortlist_term_changes *changes, shortlist_packed_place *place) {
  int rc;
  while ((rc = shortlist_next_packed(place)) == SQLITE_ROW) {
    rc = append(changes, place);
    if (rc != SQLITE_OK) return rc;
  }
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int shortlist_read_term_changes(sqlite3_stmt *rows, shortlist_term_changes *changes,
                                int32_t *parts) {
  shortlist_packed_place place;
  *parts = 0;
  int rc;
  while ((rc = sqlite3_step(rows)) == SQLITE_ROW) {
    ++*parts;
    shortlist_begin_packed(&place, rows);
    rc = append_all(changes, &place);
    if (rc != SQLITE_OK) break;
  }
  sqlite3_reset(rows);
  if (rc != SQLITE_DONE) return rc;
  settle(changes);
  return SQLITE_OK;
}

int shortlist_unpack_term_changes(const void *bytes, int64_t size,
                                  shortlist_term_changes *changes) {
  shortlist_packed_place place = {.bytes = bytes, .size = size};
  int rc = append_all(changes, &place);
  if (rc == SQLITE_OK) settle(changes);
  return rc;
}

void shortlist_term_changes_free(shortlist_term_changes *changes) {
  sqlite3_free(changes->array);
  sqlite3_free(changes->bytes);
}
