#pragma once

#include <stdint.h>

#include "fold.h"
#include "shortlist_dictionary.h"

#pragma clang assume_nonnull begin

/// A typed word, prepared for comparing it with many terms.
typedef struct {
  int count;
  uint32_t characters[shortlist_typo_characters];
  /// Bits 0 to `count`.
  uint64_t all;
  /// The positions of each ASCII character.
  uint64_t ascii[128];
} shortlist_typo_word;

/// The positions reached in a word after some characters of a term. Bit *j* of `reached[e]` says
/// that the first *j* characters of the word are consumed, with at most *e* edits. Bit *j* of
/// `swapping[e]` says that the character after position *j* was read first, and the one at *j* must
/// follow.
typedef struct {
  uint64_t reached[shortlist_typo_edits + 1], swapping[shortlist_typo_edits + 1];
} shortlist_typo_state;

// Wu and Manber, "Fast text searching allowing errors", 1992: the states of a non-deterministic
// automaton as bits, one row for each number of edits. Two additions: swaps, and the first letter,
// whose edits count double and so come from two rows above instead of one.

/// Prepares a folded word; returns 0 if it is too long.
int shortlist_typo_prepare(shortlist_typo_word *word, const char *text, int32_t length);

/// The state before the first character of a term.
shortlist_typo_state shortlist_typo_begin(void);

/// The states from which an edit can start, one row below and, for the first letter, two.
static inline uint64_t shortlist_typo_source(const uint64_t *rows, int edits) {
  uint64_t bits = edits >= 1 ? rows[edits - 1] & ~1ULL : 0;
  return edits >= 2 ? bits | (rows[edits - 2] & 1) : bits;
}

/// Applies deletions of letters of the word.
static inline void shortlist_typo_leave_out(uint64_t *rows) {
  for (int edits = 1; edits <= shortlist_typo_edits; edits++)
    rows[edits] |= shortlist_typo_source(rows, edits) << 1;
}

/// The positions of a character in the word.
static inline uint64_t shortlist_typo_positions(const shortlist_typo_word *word,
                                                uint32_t character) {
  if (character < 128) return word->ascii[character];
  uint64_t mask = 0;
  for (int i = 0; i < word->count; i++)
    if (word->characters[i] == character) mask |= 1ULL << i;
  return mask;
}

/// The state after one more character of the term.
static inline shortlist_typo_state shortlist_typo_step(const shortlist_typo_word *word,
                                                       const shortlist_typo_state *state,
                                                       uint32_t character) {
  shortlist_typo_state next;
  uint64_t here = shortlist_typo_positions(word, character);
  for (int edits = 0; edits <= shortlist_typo_edits; edits++) {
    uint64_t edited = shortlist_typo_source(state->reached, edits);
    // The same letter; another letter; an extra letter; the second of two swapped letters.
    next.reached[edits] = (state->reached[edits] & here) << 1 | edited << 1 | edited |
                          (state->swapping[edits] & here) << 2;
    next.swapping[edits] = edited & here >> 1;
  }
  shortlist_typo_leave_out(next.reached);
  for (int edits = 0; edits <= shortlist_typo_edits; edits++) next.reached[edits] &= word->all;
  return next;
}

/// Whether any character may follow, because an edit is left.
static inline bool shortlist_typo_may_edit(const shortlist_typo_state *state, int allowance) {
  for (int edits = 1; edits <= allowance; edits++)
    if (shortlist_typo_source(state->reached, edits) != 0) return true;
  return false;
}

/// The fewest edits between the word and the text read so far, of `characters`; more than
/// `shortlist_typo_edits` if it does not match.
static inline int shortlist_typo_accepted(const shortlist_typo_word *word,
                                          const shortlist_typo_state *state, int characters) {
  int longest = word->count > characters ? word->count : characters;
  int most = longest >= shortlist_typo_two_edits_of_either ? 2 : 1;
  for (int edits = 0; edits <= most; edits++)
    if (state->reached[edits] >> word->count & 1) return edits;
  return shortlist_typo_edits + 1;
}

/// `shortlist_typo_distance` of a prepared word.
int shortlist_typo_distance_to(const shortlist_typo_word *word, const char *term,
                               int32_t term_length, int is_prefix, int32_t *matched);

#pragma clang assume_nonnull end
