#include "dictionary.h"

enum { largest_small = UINT8_MAX };

static uint32_t clamped(int64_t count) {
  return count < 0 ? 0 : count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

static uint8_t small_part(uint32_t count) {
  return count < largest_small ? (uint8_t)count : largest_small;
}

static int append_more(shortlist_dictionary *v, shortlist_more_counts more) {
  int rc = shortlist_reserve(&v->more, &v->more_capacity, (int64_t)v->more_count + 1);
  if (rc == SQLITE_OK) v->more[v->more_count++] = more;
  return rc;
}

int shortlist_set_counts(shortlist_dictionary *v, int64_t items, int64_t titles) {
  shortlist_more_counts more = {v->count, clamped(items), clamped(titles)};
  shortlist_term *term = &v->terms[v->count];
  more.items -= term->items = small_part(more.items);
  more.titles -= term->titles = small_part(more.titles);
  return more.items == 0 && more.titles == 0 ? SQLITE_OK : append_more(v, more);
}

/// Returns the index in `more` of the first term from `term` on.
static int32_t first_more(const shortlist_dictionary *v, int32_t term) {
  int32_t first = 0, last = v->more_count;
  while (first < last) {
    int32_t middle = first + (last - first) / 2;
    if (v->more[middle].term < term)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

int shortlist_append_more_counts(shortlist_dictionary *v, int32_t term,
                                 const shortlist_dictionary *from, shortlist_term_range range) {
  int rc = SQLITE_OK;
  for (int32_t i = first_more(from, range.first);
       rc == SQLITE_OK && i < from->more_count && from->more[i].term < range.last; i++) {
    shortlist_more_counts more = from->more[i];
    more.term += term - range.first;
    rc = append_more(v, more);
  }
  return rc;
}

static shortlist_more_counts more_of(const shortlist_dictionary *v, int32_t term) {
  int32_t place = first_more(v, term);
  bool has_more = place < v->more_count && v->more[place].term == term;
  return has_more ? v->more[place] : (shortlist_more_counts){0};
}

uint32_t shortlist_term_items(const shortlist_dictionary *v, int32_t term) {
  uint32_t count = v->terms[term].items;
  return count < largest_small ? count : count + more_of(v, term).items;
}

uint32_t shortlist_term_titles(const shortlist_dictionary *v, int32_t term) {
  uint32_t count = v->terms[term].titles;
  return count < largest_small ? count : count + more_of(v, term).titles;
}

int64_t shortlist_sum_counts(const shortlist_dictionary *v, shortlist_term_range range,
                             bool in_titles) {
  int64_t sum = 0;
  if (in_titles) {
    for (int32_t i = range.first; i < range.last; i++) sum += v->terms[i].titles;
  } else {
    for (int32_t i = range.first; i < range.last; i++) sum += v->terms[i].items;
  }
  for (int32_t i = first_more(v, range.first);
       i < v->more_count && v->more[i].term < range.last; i++) {
    sum += in_titles ? v->more[i].titles : v->more[i].items;
  }
  return sum;
}
