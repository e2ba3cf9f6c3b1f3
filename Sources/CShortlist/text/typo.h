#ifndef SHORTLIST_TYPO_H
#define SHORTLIST_TYPO_H

#include <stdint.h>

#include "fold.h"

#pragma clang assume_nonnull begin

enum {
  /// The most edits that are looked for.
  shortlist_typo_edits = 2,
  /// The longest word that may have an edit: all its positions fit into 64 bits.
  shortlist_typo_characters = 63,
};

/// A typed word, for comparing many terms with it.
typedef struct {
  int count;
  uint32_t characters[shortlist_typo_characters];
  /// Bits 0 to `count`.
  uint64_t all;
  /// For each ASCII character, the positions where it stands.
  uint64_t ascii[128];
} shortlist_typo_word;

/// How much of a word was consumed after some characters of a term: bit *j* of `reached[e]` says that
/// its first *j* characters were, with at most *e* edits. In `swapping`, the character after position
/// *j* was read, and the one at *j* is still to come.
typedef struct {
  uint64_t reached[shortlist_typo_edits + 1], swapping[shortlist_typo_edits + 1];
} shortlist_typo_state;

// Wu and Manber, "Fast text searching allowing errors", 1992: the states of a non-deterministic
// automaton as bits, one row for each number of edits. Added are swaps, and the first letter, whose
// edits count double: they come from two rows above instead of one.

/// Prepares a folded word; 0 when it is too long.
int shortlist_typo_prepare(shortlist_typo_word *word, const char *text, int32_t length);

/// The state before the first character of a term.
shortlist_typo_state shortlist_typo_begin(void);

/// What of the row one edit below, and two below, an edit can start from.
static inline uint64_t shortlist_typo_source(const uint64_t *rows, int edits) {
  uint64_t bits = edits >= 1 ? rows[edits - 1] & ~1ULL : 0;
  return edits >= 2 ? bits | (rows[edits - 2] & 1) : bits;
}

/// Leaves out letters of the word.
static inline void shortlist_typo_leave_out(uint64_t *rows) {
  for (int edits = 1; edits <= shortlist_typo_edits; edits++)
    rows[edits] |= shortlist_typo_source(rows, edits) << 1;
}

/// Where a character stands in the word.
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
    // The same letter; another letter; a letter more; the second of two that were swapped.
    next.reached[edits] = (state->reached[edits] & here) << 1 | edited << 1 | edited |
                          (state->swapping[edits] & here) << 2;
    next.swapping[edits] = edited & here >> 1;
  }
  shortlist_typo_leave_out(next.reached);
  for (int edits = 0; edits <= shortlist_typo_edits; edits++) next.reached[edits] &= word->all;
  return next;
}

/// Whether any character may follow, as some edit is left of so many.
static inline bool shortlist_typo_may_edit(const shortlist_typo_state *state, int allowance) {
  for (int edits = 1; edits <= allowance; edits++)
    if (shortlist_typo_source(state->reached, edits) != 0) return true;
  return false;
}

/// The fewest edits that make the word of what was read, which has `characters`; more than
/// `shortlist_typo_edits` when none do. Two are too many where neither has 9 characters.
static inline int shortlist_typo_accepted(const shortlist_typo_word *word,
                                          const shortlist_typo_state *state, int characters) {
  int most = word->count >= 9 || characters >= 9 ? 2 : 1;
  for (int edits = 0; edits <= most; edits++)
    if (state->reached[edits] >> word->count & 1) return edits;
  return shortlist_typo_edits + 1;
}

#pragma clang assume_nonnull end

#endif
