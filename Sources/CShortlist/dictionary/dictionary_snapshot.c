#include "dictionary.h"

/// Appends the changed terms up to and including `end`, or all of them. Leaves out terms that no
/// item holds any more.
static int append_changes(shortlist_dictionary *v, const shortlist_term_changes *changes, int32_t *next,
                          const shortlist_packed_place *end, bool *is_changed) {
  *is_changed = false;
  while (*next < changes->count && !*is_changed) {
    const shortlist_term_change *changed = &changes->array[*next];
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
static int read_terms(shortlist_dictionary *v, sqlite3_stmt *rows, const shortlist_term_changes *changes) {
  shortlist_packed_place place;
  char last[shortlist_longest_packed];
  int32_t last_length = 0, next = 0;
  bool is_changed;
  int rc;
  while ((rc = sqlite3_step(rows)) == SQLITE_ROW) {
    shortlist_begin_packed(&place, rows);
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
  shortlist_dictionary *v = shortlist_dictionary_create();
  if (v == NULL) return SQLITE_NOMEM;
  shortlist_term_changes list = {0};
  int rc = shortlist_read_term_changes(changes, &list, parts);
  if (rc == SQLITE_OK) {
    rc = read_terms(v, terms, &list);
    sqlite3_reset(terms);
  }
  shortlist_term_changes_free(&list);
  if (rc == SQLITE_OK) rc = shortlist_dictionary_finish(v);
  if (rc != SQLITE_OK) {
    shortlist_dictionary_free(v);
    return rc;
  }
  *dictionary = v;
  return SQLITE_OK;
}
