#include "dictionary.h"

enum {
  /// A dictionary may have one change for so many terms of its base, and in any case so many.
  terms_per_change = 64,
  few_changes = 256,
};

/// Makes the starts of copied terms, and of the one behind them, relative to the bases here. `shift` is
/// how many bytes further on the text of a term is than in the dictionary that it was copied from.
static void shift_starts(shortlist_dictionary *v, const shortlist_dictionary *old, int32_t first,
                         int32_t count, uint32_t shift) {
  enum { terms = shortlist_terms_of_base };
  for (int32_t next = 0; next <= count;) {
    int32_t from = first + next, to = v->count + next;
    if (to % terms == 0) v->bases[to / terms] = shortlist_term_start(old, from) + shift;
    uint16_t step = (uint16_t)(old->bases[from / terms] + shift - v->bases[to / terms]);
    // The bases are the same until one of the two dictionaries gets another.
    int32_t last = from % terms > to % terms ? from % terms : to % terms;
    int32_t end = next + terms - last <= count ? next + terms - last : count + 1;
    for (; next < end; next++) v->terms[v->count + next].start += step;
  }
}

/// Appends the terms of another dictionary from `first` up to, but not including, `last`.
static int append_run(shortlist_dictionary *v, const shortlist_dictionary *old, int32_t first,
                      int32_t last) {
  if (first == last) return SQLITE_OK;
  int rc = shortlist_append_more_counts(v, v->count, old, (shortlist_term_range){first, last});
  if (rc != SQLITE_OK) return rc;
  int32_t count = last - first;
  uint32_t start = shortlist_term_start(old, first), size = shortlist_term_start(old, last) - start;
  uint32_t shift = (uint32_t)v->byte_count - start;
  int32_t shared = 0;
  if (v->count > 0) {
    shared = shortlist_common_prefix(
      old->bytes + start, shortlist_term_length(old, first),
      shortlist_term_text(v, v->count - 1), shortlist_term_length(v, v->count - 1));
  }
  memcpy(v->bytes + v->byte_count, old->bytes + start, size);
  memcpy(v->shared + v->count, old->shared + first, (size_t)count);
  memcpy(v->terms + v->count, old->terms + first, (size_t)(count + 1) * sizeof *v->terms);
  // It may follow another term than in the old dictionary.
  v->shared[v->count] = (uint8_t)shared;
  shift_starts(v, old, first, count, shift);
  v->count += count;
  v->byte_count += size;
  return SQLITE_OK;
}

/// Makes a dictionary of all terms from one of changes.
static int make_whole(const shortlist_dictionary *changed, shortlist_dictionary **whole) {
  const shortlist_dictionary *base = changed->base;
  shortlist_dictionary *v = shortlist_dictionary_create_fixed(
    (int64_t)base->count + changed->count + 1,
    base->byte_count + changed->byte_count + shortlist_longest_packed + 1);
  if (v == NULL) return SQLITE_NOMEM;
  int rc = SQLITE_OK;
  int32_t next = 0;
  for (int32_t i = 0; rc == SQLITE_OK && i < changed->count; i++) {
    int32_t place = shortlist_place(changed, i);
    bool is_in_base = place >= 0;
    if (!is_in_base) place = ~place;
    rc = append_run(v, base, next, place);
    next = place + is_in_base;
    if (rc == SQLITE_OK && changed->terms[i].items > 0) {
      rc = shortlist_dictionary_append(v, shortlist_term_text(changed, i),
                                       shortlist_term_length(changed, i), -1,
                                       shortlist_term_items(changed, i),
                                       shortlist_term_titles(changed, i));
    }
  }
  if (rc == SQLITE_OK) rc = append_run(v, base, next, base->count);
  if (rc == SQLITE_OK) rc = shortlist_dictionary_finish(v);
  if (rc != SQLITE_OK) {
    shortlist_dictionary_free(v);
    return rc;
  }
  *whole = v;
  return SQLITE_OK;
}

/// Appends changes of an earlier dictionary of changes, from `first` up to, but not including,
/// `last`.
static int append_earlier(shortlist_dictionary *v, const shortlist_dictionary *old, int32_t first,
                          int32_t last) {
  // Another thread may find a place meanwhile.
  for (int32_t i = first; i < last; i++) {
    int32_t place = atomic_load_explicit(&old->places[i], memory_order_relaxed);
    atomic_init(&v->places[v->count + i - first], place);
  }
  memcpy(v->updates + v->count, old->updates + first, (size_t)(last - first) * sizeof *v->updates);
  return append_run(v, old, first, last);
}

/// Appends a change.
static int append_later(shortlist_dictionary *v, const shortlist_term_change *change, int32_t place,
                        uint32_t number) {
  atomic_init(&v->places[v->count], place);
  v->updates[v->count] = number;
  bool is_gone = change->items <= 0;
  return shortlist_dictionary_append(v, change->text, change->length, -1,
                                     is_gone ? 0 : change->items, is_gone ? 0 : change->titles);
}

static bool has_text(const shortlist_dictionary *v, int32_t term, const shortlist_term_change *change) {
  return shortlist_term_length(v, term) == change->length &&
         memcmp(shortlist_term_text(v, term), change->text, (size_t)change->length) == 0;
}

/// Appends the changes of an earlier dictionary, if it is one of changes, and later ones, which win.
static int append_all(shortlist_dictionary *v, const shortlist_dictionary *_Nullable earlier,
                      const shortlist_term_changes *later, uint32_t number) {
  int rc = SQLITE_OK;
  int32_t next = 0;
  for (int32_t i = 0; rc == SQLITE_OK && i < later->count; i++) {
    const shortlist_term_change *change = &later->array[i];
    int32_t place = shortlist_unknown_place;
    if (earlier) {
      int32_t known = shortlist_dictionary_find(earlier, next, change->text, change->length);
      rc = append_earlier(v, earlier, next, known);
      if (rc != SQLITE_OK) return rc;
      next = known;
      if (known < earlier->count && has_text(earlier, known, change)) {
        place = atomic_load_explicit(&earlier->places[known], memory_order_relaxed);
        next++;
      }
    }
    rc = append_later(v, change, place, number);
  }
  if (rc == SQLITE_OK && earlier) rc = append_earlier(v, earlier, next, earlier->count);
  return rc;
}

/// Makes another dictionary from one and later changes.
static int update(shortlist_dictionary *old, const shortlist_term_changes *changes, uint32_t number,
                  shortlist_dictionary **dictionary, int32_t *is_whole) {
  const shortlist_dictionary *earlier = old->base ? old : NULL;
  shortlist_dictionary *base = earlier ? old->base : old;
  int64_t count = changes->count + 1, size = changes->size + shortlist_longest_packed + 1;
  if (earlier) count += earlier->count, size += earlier->byte_count;
  shortlist_dictionary *v = shortlist_dictionary_create_changes(base, count, size);
  if (v == NULL) return SQLITE_NOMEM;
  int rc = append_all(v, earlier, changes, number);
  if (rc == SQLITE_OK) rc = shortlist_dictionary_finish(v);
  if (rc == SQLITE_OK && v->count > few_changes && v->count > base->count / terms_per_change) {
    shortlist_dictionary *whole = NULL;
    rc = make_whole(v, &whole);
    shortlist_dictionary_free(v);
    v = whole;
    *is_whole = 1;
  }
  if (rc != SQLITE_OK) {
    shortlist_dictionary_free(v);
    return rc;
  }
  *dictionary = v;
  return SQLITE_OK;
}

int shortlist_dictionary_update(shortlist_dictionary *old, sqlite3_stmt *rows, uint32_t number,
                                int32_t *parts, shortlist_dictionary **dictionary,
                                int32_t *is_whole) {
  *dictionary = NULL;
  *is_whole = 0;
  shortlist_term_changes changes = {0};
  int rc = shortlist_read_term_changes(rows, &changes, parts);
  if (rc == SQLITE_OK && *parts > 0) rc = update(old, &changes, number, dictionary, is_whole);
  shortlist_term_changes_free(&changes);
  return rc;
}

int shortlist_dictionary_update_with_part(shortlist_dictionary *old, const void *bytes,
                                          int64_t size, uint32_t number,
                                          shortlist_dictionary **dictionary, int32_t *is_whole) {
  *dictionary = NULL;
  *is_whole = 0;
  shortlist_term_changes changes = {0};
  int rc = shortlist_unpack_term_changes(bytes, size, &changes);
  if (rc == SQLITE_OK) rc = update(old, &changes, number, dictionary, is_whole);
  shortlist_term_changes_free(&changes);
  return rc;
}
