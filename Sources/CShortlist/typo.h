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

/// Prepares a folded word; 0 when it is too long.
int shortlist_typo_prepare(shortlist_typo_word *word, const char *text, int32_t length);

/// The state before the first character of a term.
shortlist_typo_state shortlist_typo_begin(void);

/// The state after one more character of the term.
shortlist_typo_state shortlist_typo_step(const shortlist_typo_word *word, shortlist_typo_state state,
                                         uint32_t character);

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
