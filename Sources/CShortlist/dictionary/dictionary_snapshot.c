#include <stdlib.h>

#include "dictionary.h"

/// A term's counts after one of the recent changes.
typedef struct {
  const char *text;
  int32_t length;
  /// Its position among all changes read.
  int32_t number;
  int64_t items, titles;
} change;

typedef struct {
  change *array;
  int32_t count, capacity;
  char *bytes;
  int32_t size, byte_capacity;
} change_list;

static int append(change_list *changes, const shortlist_packed_place *place) {
  int rc = shortlist_reserve(&changes->array, &changes->capacity, changes->count + 1);
  if (rc == SQLITE_OK) {
    rc = shortlist_reserve(&changes->bytes, &changes->byte_capacity,
                           (int64_t)changes->size + place->length);
  }
  if (rc != SQLITE_OK) return rc;
  memcpy(changes->bytes + changes->size, place->text, (size_t)place->length);
  changes->size += place->length;
  int32_t number = changes->count++;
  changes->array[number] = (change){
    .length = place->length, .number = number, .items = place->items, .titles = place->titles};
  return SQLITE_OK;
}

/// Orders by term, with the latest change first.
static int compare(const void *first, const void *second) {
  const change *a = first, *b = second;
  int order = shortlist_compare_terms(a->text, a->length, b->text, b->length);
  return order != 0 ? order : (a->number < b->number) - (a->number > b->number);
}

/// Sorts the changes and keeps the latest one of each term.
static void settle(change_list *changes) {
  const char *text = changes->bytes;
  for (int32_t i = 0; i < changes->count; i++) {
    changes->array[i].text = text;
    text += changes->array[i].length;
  }
  if (changes->count > 1) {
    qsort(changes->array, (size_t)changes->count, sizeof *changes->array, compare);
  }
  int32_t kept = 0;
  for (int32_t i = 0; i < changes->count; i++) {
    const change *next = &changes->array[i], *last = &changes->array[kept - (kept > 0)];
    if (kept > 0 &&
        shortlist_compare_terms(last->text, last->length, next->text, next->length) == 0) {
      continue;
    }
    changes->array[kept++] = *next;
  }
  changes->count = kept;
}

/// Moves to the first term of the part in the current row.
static void begin(shortlist_packed_place *place, sqlite3_stmt *row) {
  place->bytes = sqlite3_column_blob(row, 0);
  place->size = place->bytes == NULL ? 0 : sqlite3_column_bytes(row, 0);
  place->offset = place->length = 0;
}

static int read_changes(sqlite3_stmt *rows, change_list *changes, int32_t *parts) {
  shortlist_packed_place place;
  int rc;
  while ((rc = sqlite3_step(rows)) == SQLITE_ROW) {
    ++*parts;
    begin(&place, rows);
    while ((rc = shortlist_next_packed(&place)) == SQLITE_ROW) {
      rc = append(changes, &place);
      if (rc != SQLITE_OK) return rc;
    }
    if (rc != SQLITE_DONE) return rc;
  }
  return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/// Appends the changed terms up to and including `end`, or all of them. Leaves out terms that no
/// item holds any more.
static int append_changes(shortlist_dictionary *v, const change_list *changes, int32_t *next,
                          const shortlist_packed_place *end, bool *is_changed) {
  *is_changed = false;
  while (*next < changes->count && !*is_changed) {
    const change *changed = &changes->array[*next];
    int order = end == NULL ? -1
                            : shortlist_compare_terms(changed->text, changed->length, end->text,
                                                      end->length);
    if (order > 0) break;
    *is_changed = order == 0;
    ++*next;
    if (changed->items <= 0) continue;
    int rc = shortlist_dictionary_append(v, changed->text, changed->length, -1, changed->items,
                                         changed->titles);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

/// Reads all terms, and replaces those that have changed.
static int read_terms(shortlist_dictionary *v, sqlite3_stmt *rows, const change_list *changes) {
  shortlist_packed_place place;
  char last[shortlist_longest_packed];
  int32_t last_length = 0, next = 0;
  bool is_changed;
  int rc;
  while ((rc = sqlite3_step(rows)) == SQLITE_ROW) {
    begin(&place, rows);
    // The dictionary's count right after it took the previous term of this part unchanged;
    // otherwise -1.
    int32_t behind = -1;
    while ((rc = shortlist_next_packed(&place)) == SQLITE_ROW) {
      if (last_length > 0 &&
          shortlist_compare_terms(last, last_length, place.text, place.length) >= 0) {
        return SQLITE_CORRUPT;
      }
      last_length = 0;
      rc = append_changes(v, changes, &next, &place, &is_changed);
      if (rc == SQLITE_OK && !is_changed) {
        int32_t shared = v->count == behind ? place.shared : -1;
        rc = shortlist_dictionary_append(v, place.text, place.length, shared, place.items,
                                         place.titles);
      }
      if (rc != SQLITE_OK) return rc;
      behind = is_changed ? -1 : v->count;
    }
    if (rc != SQLITE_DONE || place.length == 0) return rc == SQLITE_DONE ? SQLITE_CORRUPT : rc;
    memcpy(last, place.text, (size_t)place.length);
    last_length = place.length;
  }
  return rc == SQLITE_DONE ? append_changes(v, changes, &next, NULL, &is_changed) : rc;
}

int shortlist_dictionary_read(sqlite3_stmt *terms, sqlite3_stmt *changes, int32_t *parts,
                              shortlist_dictionary **dictionary) {
  *dictionary = NULL;
  *parts = 0;
  shortlist_dictionary *v = shortlist_dictionary_create();
  if (v == NULL) return SQLITE_NOMEM;
  change_list list = {0};
  int rc = read_changes(changes, &list, parts);
  sqlite3_reset(changes);
  if (rc == SQLITE_OK) {
    settle(&list);
    rc = read_terms(v, terms, &list);
    sqlite3_reset(terms);
  }
  sqlite3_free(list.array);
  sqlite3_free(list.bytes);
  if (rc == SQLITE_OK) rc = shortlist_dictionary_finish(v);
  if (rc != SQLITE_OK) {
    shortlist_dictionary_free(v);
    return rc;
  }
  *dictionary = v;
  return SQLITE_OK;
}
