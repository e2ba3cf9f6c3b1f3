#include "typo.h"

#include <string.h>

#include "CShortlist.h"

// Wu and Manber, "Fast text searching allowing errors", 1992: the states of a non-deterministic
// automaton as bits, one row for each number of edits. Added are swaps, and the first letter, whose
// edits count double: they come from two rows above instead of one.

int shortlist_typo_prepare(shortlist_typo_word *word, const char *text, int32_t length) {
  memset(word, 0, sizeof *word);
  int64_t offset = 0;
  while (offset < length) {
    if (word->count == shortlist_typo_characters) return 0;
    uint32_t character = shortlist_decode(text, length, &offset);
    if (character < 128) word->ascii[character] |= 1ULL << word->count;
    word->characters[word->count++] = character;
  }
  word->all = ~0ULL >> (63 - word->count);
  return word->count > 0;
}

static uint64_t positions(const shortlist_typo_word *word, uint32_t character) {
  if (character < 128) return word->ascii[character];
  uint64_t mask = 0;
  for (int i = 0; i < word->count; i++)
    if (word->characters[i] == character) mask |= 1ULL << i;
  return mask;
}

/// What of the row one edit below, and two below, an edit can start from.
static uint64_t source(const uint64_t *rows, int edits) {
  uint64_t bits = edits >= 1 ? rows[edits - 1] & ~1ULL : 0;
  return edits >= 2 ? bits | (rows[edits - 2] & 1) : bits;
}

/// Leaves out letters of the word.
static void leave_out(uint64_t *rows) {
  for (int edits = 1; edits <= shortlist_typo_edits; edits++) rows[edits] |= source(rows, edits) << 1;
}

shortlist_typo_state shortlist_typo_begin(void) {
  shortlist_typo_state state = {0};
  for (int edits = 0; edits <= shortlist_typo_edits; edits++) state.reached[edits] = 1;
  leave_out(state.reached);
  return state;
}

shortlist_typo_state shortlist_typo_step(const shortlist_typo_word *word, shortlist_typo_state state,
                                         uint32_t character) {
  shortlist_typo_state next;
  uint64_t here = positions(word, character);
  for (int edits = 0; edits <= shortlist_typo_edits; edits++) {
    uint64_t edited = source(state.reached, edits);
    // The same letter; another letter; a letter more; the second of two that were swapped.
    next.reached[edits] = (state.reached[edits] & here) << 1 | edited << 1 | edited |
                          (state.swapping[edits] & here) << 2;
    next.swapping[edits] = edited & here >> 1;
  }
  leave_out(next.reached);
  for (int edits = 0; edits <= shortlist_typo_edits; edits++) next.reached[edits] &= word->all;
  return next;
}

int32_t shortlist_typo_allowance(const char *text, int32_t length) {
  int64_t offset = 0;
  int32_t characters = 0;
  while (offset < length) {
    switch (shortlist_class_of(shortlist_decode(text, length, &offset))) {
      case SHORTLIST_LETTER:
      case SHORTLIST_MARK: characters++; break;
      default: return 0;
    }
  }
  if (characters > shortlist_typo_characters) return 0;
  return characters < 5 ? 0 : characters < 7 ? 1 : 2;
}

int32_t shortlist_typo_distance(const char *word, int32_t word_length, const char *term,
                                int32_t term_length, int is_prefix, int32_t *matched) {
  shortlist_typo_word prepared;
  *matched = 0;
  if (!shortlist_typo_prepare(&prepared, word, word_length)) return shortlist_typo_edits + 1;
  shortlist_typo_state state = shortlist_typo_begin();
  int best = shortlist_typo_edits + 1;
  int64_t offset = 0;
  for (int characters = 1; offset < term_length; characters++) {
    state = shortlist_typo_step(&prepared, state, shortlist_decode(term, term_length, &offset));
    if (!is_prefix && offset < term_length) continue;
    int edits = shortlist_typo_accepted(&prepared, &state, characters);
    if (edits <= shortlist_typo_edits && edits <= best) {
      best = edits;
      *matched = (int32_t)offset;
    }
  }
  return best;
}
