#include <stdlib.h>

#include "../text/typo.h"
#include "dictionary.h"

static int add(shortlist_corrections *found, shortlist_correction correction) {
  int rc = shortlist_reserve(&found->array, &found->capacity, found->count + 1);
  if (rc == SQLITE_OK) found->array[found->count++] = correction;
  return rc;
}

/// Orders by fewest edits, then most items, then bytes.
static int by_rank(const void *first, const void *second) {
  const shortlist_correction *a = first, *b = second;
  if (a->edits != b->edits) return a->edits < b->edits ? -1 : 1;
  if (a->items != b->items) return a->items > b->items ? -1 : 1;
  return shortlist_compare_terms(a->text, a->length, b->text, b->length);
}

/// A search among the terms of a dictionary itself, without its base. Of a dictionary of changes, it
/// finds by how much the changes alter beginnings, and words without items.
typedef struct {
  const shortlist_dictionary *dictionary;
  const shortlist_typo_word *word;
  int allowance;
  shortlist_corrections *words;
  /// NULL unless the caller wants beginnings.
  shortlist_corrections *beginnings;
} search;

/// A beginning and the terms that share it.
typedef struct {
  int32_t first, last;
  /// Its length in bytes, and in characters.
  int32_t end;
  int characters;
  shortlist_typo_state state;
  /// A longer beginning counts only if it has fewer edits than this.
  int below;
  /// The correction that its terms count for so far, or -1.
  int32_t index;
} beginning;

/// Returns the positions of the word's letters that may come next, as bits; 0 when any continuation
/// has too many edits.
static uint64_t next_letters(const search *s, const shortlist_typo_state *state) {
  uint64_t bits = 0;
  for (int edits = 0; edits <= s->allowance; edits++)
    bits |= state->reached[edits] | state->swapping[edits];
  return bits;
}

/// Returns the number of items that hold a term, summed over a range; of changes, by how much they
/// alter it.
static int64_t items(const shortlist_dictionary *v, int32_t first, int32_t last) {
  int64_t sum = shortlist_sum_counts(v, (shortlist_term_range){first, last}, false);
  for (int32_t term = first; v->base && term < last; term++) {
    int32_t place = shortlist_place(v, term);
    if (place >= 0) sum -= shortlist_term_items(v->base, place);
  }
  return sum;
}

/// Returns the number of terms in a range; of changes, by how much they alter it.
static int32_t terms(const shortlist_dictionary *v, int32_t first, int32_t last) {
  if (!v->base) return last - first;
  int32_t sum = 0;
  for (int32_t term = first; term < last; term++)
    sum += (v->terms[term].items > 0) - shortlist_is_in_base(v, term);
  return sum;
}

/// Up to this many terms are faster to scan than to search.
enum { few_terms = 64 };

static int look_behind(search *s, const beginning *here);

/// Visits the terms in which `character` follows a beginning.
static int look_at(search *s, const beginning *above, int32_t first, int32_t last,
                   uint32_t character, int length) {
  beginning here = {
    .first = first,
    .last = last,
    .end = above->end + length,
    .characters = above->characters + 1,
    .state = shortlist_typo_step(s->word, &above->state, character),
    .below = above->below,
    .index = above->index,
  };
  if (s->beginnings) {
    int edits = shortlist_typo_accepted(s->word, &here.state, here.characters);
    if (edits < here.below) {
      int64_t sum = items(s->dictionary, first, last);
      if (here.index >= 0) s->beginnings->array[here.index].items -= sum;
      here.below = edits;
      here.index = -1;
      if (edits > 0) {
        const char *text = shortlist_term_text(s->dictionary, first);
        here.index = s->beginnings->count;
        int rc = add(s->beginnings,
                     (shortlist_correction){text, here.end, edits,
                                            terms(s->dictionary, first, last), sum});
        if (rc != SQLITE_OK) return rc;
      }
    }
  }
  return next_letters(s, &here.state) ? look_behind(s, &here) : SQLITE_OK;
}

/// Returns the first term whose character at `end` is `letter` or sorts after it.
static int32_t first_with(const shortlist_dictionary *v, int32_t first, int32_t last, int32_t end,
                          const char *letter, int length) {
  while (first < last) {
    int32_t middle = first + (last - first) / 2;
    if (shortlist_compare_characters(shortlist_term_text(v, middle) + end, letter, length) < 0)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

/// Continues with those letters of the word whose positions are set in `letters`, by binary search
/// among the longer terms.
static int look_up(search *s, const beginning *here, int32_t from, uint64_t letters) {
  const shortlist_dictionary *v = s->dictionary;
  int rc = SQLITE_OK;
  for (int i = 0; i < s->word->count && rc == SQLITE_OK; i++) {
    uint32_t character = s->word->characters[i];
    uint64_t places = shortlist_typo_positions(s->word, character) & letters;
    if (places == 0 || (places & ~(places - 1)) != 1ULL << i) continue;  // each letter once
    char bytes[4];
    int length = shortlist_encode(character, bytes);
    int32_t first = first_with(v, from, here->last, here->end, bytes, length);
    if (first == here->last ||
        shortlist_compare_characters(shortlist_term_text(v, first) + here->end, bytes, length) != 0) {
      continue;
    }
    int32_t last =
      shortlist_terms_end(v, first, here->last, here->end, here->end + length);
    rc = look_at(s, here, first, last, character, length);
  }
  return rc;
}

/// Continues with each character that can still lead to a correction.
static int look_behind(search *s, const beginning *here) {
  const shortlist_dictionary *v = s->dictionary;
  int32_t first = here->first, last = here->last;
  int rc = SQLITE_OK;
  if (shortlist_term_length(v, first) == here->end) {
    int edits = shortlist_typo_accepted(s->word, &here->state, here->characters);
    if (edits > 0 && edits <= s->allowance) {
      rc = add(s->words, (shortlist_correction){shortlist_term_text(v, first), here->end, edits, 1,
                                                shortlist_term_items(v, first)});
      if (rc != SQLITE_OK) return rc;
    }
    first++;
  }
  // With no edit left, only letters of the word can follow.
  bool may_edit = shortlist_typo_may_edit(&here->state, s->allowance);
  uint64_t letters = next_letters(s, &here->state);
  if (!may_edit && last - first > few_terms) return look_up(s, here, first, letters);
  while (rc == SQLITE_OK && first < last) {
    const char *text = shortlist_term_text(v, first);
    int64_t end = here->end + 1;
    uint32_t character = (unsigned char)text[here->end];
    if (character >= 0x80) {
      end = here->end;
      character = shortlist_decode(text, shortlist_term_length(v, first), &end);
    }
    int32_t next = shortlist_terms_end(v, first, last, here->end, (int32_t)end);
    if (may_edit || shortlist_typo_positions(s->word, character) & letters) {
      rc = look_at(s, here, first, next, character, (int)end - here->end);
    }
    first = next;
  }
  return rc;
}

/// Visits all terms. The first letter may differ only when two edits are allowed.
static int look(search *s) {
  const shortlist_dictionary *v = s->dictionary;
  beginning none = {0, v->count, 0, 0, shortlist_typo_begin(), s->allowance + 1, -1};
  if (v->count == 0) return SQLITE_OK;
  if (s->allowance < 2) return look_behind(s, &none);
  int rc = SQLITE_OK;
  for (int32_t i = 0; i < v->block_count && rc == SQLITE_OK; i++) {
    const shortlist_term_block *b = &v->blocks[i];
    rc = look_at(s, &none, b->first, b->last, b->character, b->length);
  }
  return rc;
}

static bool has_text_of(const shortlist_correction *a, const shortlist_correction *b) {
  return a->length == b->length && a->edits == b->edits &&
         memcmp(a->text, b->text, (size_t)a->length) == 0;
}

/// Removes corrections by no term.
static void remove_empty(shortlist_corrections *found) {
  int32_t kept = 0;
  for (int32_t i = 0; i < found->count; i++)
    if (found->array[i].terms > 0) found->array[kept++] = found->array[i];
  found->count = kept;
}

/// Adds to corrections by the terms of a base those by changes. Words are replaced, and beginnings
/// add up.
static int merge(shortlist_corrections *found, const shortlist_corrections *changes, bool adds) {
  int32_t count = found->count;
  for (int32_t i = 0; i < changes->count; i++) {
    shortlist_correction change = changes->array[i];
    if (!adds) change.terms = change.items > 0;
    int32_t place = 0;
    while (place < count && !has_text_of(&found->array[place], &change)) place++;
    if (place == count) {
      int rc = add(found, change);
      if (rc != SQLITE_OK) return rc;
    } else if (adds) {
      found->array[place].terms += change.terms;
      found->array[place].items += change.items;
    } else {
      found->array[place] = change;
    }
  }
  remove_empty(found);
  return SQLITE_OK;
}

/// Finds corrections by changes, and adds them to those by the base.
static int look_at_changes(const search *all, const shortlist_dictionary *changed) {
  shortlist_corrections words = {0}, beginnings = {0};
  search s = *all;
  s.dictionary = changed;
  s.words = &words;
  if (s.beginnings) s.beginnings = &beginnings;
  int rc = look(&s);
  if (rc == SQLITE_OK) rc = merge(all->words, &words, false);
  if (rc == SQLITE_OK && all->beginnings) rc = merge(all->beginnings, &beginnings, true);
  sqlite3_free(words.array);
  sqlite3_free(beginnings.array);
  return rc;
}

/// Sorts the corrections and keeps the best, or none after an error.
static void settle(shortlist_corrections *found, int32_t limit, int rc) {
  if (rc != SQLITE_OK) {
    sqlite3_free(found->array);
    *found = (shortlist_corrections){0};
  }
  if (found->count > 1) qsort(found->array, (size_t)found->count, sizeof *found->array, by_rank);
  if (found->count > limit) found->count = limit;
}

/// Prepares a word; returns `false` if it has no corrections.
static bool prepare(shortlist_typo_word *word, const char *text, int32_t length,
                    int32_t *allowance) {
  if (*allowance > shortlist_typo_edits) *allowance = shortlist_typo_edits;
  return *allowance >= 1 && shortlist_typo_prepare(word, text, length);
}

int shortlist_dictionary_corrections(const shortlist_dictionary *v, const char *text,
                                     int32_t length, int32_t allowance, int32_t limit,
                                     shortlist_corrections *words,
                                     shortlist_corrections *beginnings) {
  shortlist_typo_word word;
  *words = (shortlist_corrections){0};
  if (beginnings) *beginnings = (shortlist_corrections){0};
  if (!prepare(&word, text, length, &allowance)) return SQLITE_OK;
  search s = {v->base ? v->base : v, &word, allowance, words, beginnings};
  int rc = look(&s);
  if (rc == SQLITE_OK && v->base) rc = look_at_changes(&s, v);
  settle(words, limit, rc);
  if (beginnings) settle(beginnings, limit, rc);
  return rc;
}

int shortlist_dictionary_may_correct_otherwise(const shortlist_dictionary *v, const char *text,
                                               int32_t length, int32_t allowance,
                                               int with_beginnings, uint32_t number) {
  shortlist_typo_word word;
  if (!v->base || !prepare(&word, text, length, &allowance)) return 0;
  for (int32_t i = 0; i < v->count; i++) {
    if (v->updates[i] <= number) continue;
    int32_t matched = 0;
    int edits = shortlist_typo_distance_to(&word, shortlist_term_text(v, i),
                                           shortlist_term_length(v, i), with_beginnings, &matched);
    if (edits <= allowance) return 1;
  }
  return 0;
}
