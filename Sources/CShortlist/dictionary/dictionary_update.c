#include "dictionary.h"

/// Appends the terms of another dictionary from `first` up to, but not including, `last`.
static void append_run(shortlist_dictionary *v, const shortlist_dictionary *old, int32_t first,
                       int32_t last) {
  if (first == last) return;
  int32_t count = last - first;
  uint32_t start = old->offsets[first], size = old->offsets[last] - start;
  uint32_t shift = (uint32_t)v->byte_count - start;
  int32_t shared = 0;
  if (v->count > 0) {
    shared = shortlist_common_prefix(
      old->bytes + start, shortlist_term_length(old, first),
      v->bytes + v->offsets[v->count - 1], shortlist_term_length(v, v->count - 1));
  }
  memcpy(v->bytes + v->byte_count, old->bytes + start, size);
  memcpy(v->shared + v->count, old->shared + first, (size_t)count);
  memcpy(v->items + v->count, old->items + first, (size_t)count * sizeof *v->items);
  memcpy(v->titles + v->count, old->titles + first, (size_t)count * sizeof *v->titles);
  // It may follow another term than in the old dictionary.
  v->shared[v->count] = (uint8_t)shared;
  for (int32_t i = 1; i <= count; i++) v->offsets[v->count + i] = old->offsets[first + i] + shift;
  v->count += count;
  v->byte_count += size;
}

static bool is_term(const shortlist_dictionary *v, int32_t term, const shortlist_term_change *change) {
  return term < v->count && shortlist_term_length(v, term) == change->length &&
         memcmp(v->bytes + v->offsets[term], change->text, (size_t)change->length) == 0;
}

/// Appends all terms of another dictionary, and replaces those that have changed.
static int append_changed(shortlist_dictionary *v, const shortlist_dictionary *old,
                          const shortlist_term_changes *changes) {
  int rc = SQLITE_OK;
  int32_t next = 0;
  for (int32_t i = 0; rc == SQLITE_OK && i < changes->count; i++) {
    const shortlist_term_change *change = &changes->array[i];
    int32_t place = shortlist_dictionary_find(old, next, change->text, change->length);
    append_run(v, old, next, place);
    next = is_term(old, place, change) ? place + 1 : place;
    if (change->items > 0) {
      rc = shortlist_dictionary_append(v, change->text, change->length, -1, change->items,
                                       change->titles);
    }
  }
  if (rc == SQLITE_OK) append_run(v, old, next, old->count);
  return rc;
}

int shortlist_dictionary_update(const shortlist_dictionary *old, sqlite3_stmt *changes,
                                int32_t *parts, shortlist_dictionary **dictionary) {
  *dictionary = NULL;
  shortlist_term_changes list = {0};
  int rc = shortlist_read_term_changes(changes, &list, parts);
  shortlist_dictionary *v = NULL;
  if (rc == SQLITE_OK) {
    v = shortlist_dictionary_create_fixed(
      (int64_t)old->count + list.count + 1,
      old->byte_count + list.size + shortlist_longest_packed + 1);
    if (v == NULL) rc = SQLITE_NOMEM;
  }
  if (rc == SQLITE_OK) rc = append_changed(v, old, &list);
  if (rc == SQLITE_OK) rc = shortlist_dictionary_finish(v);
  shortlist_term_changes_free(&list);
  if (rc != SQLITE_OK) {
    shortlist_dictionary_free(v);
    return rc;
  }
  *dictionary = v;
  return SQLITE_OK;
}
