#include "typo.h"

#include <string.h>

#include "CShortlist.h"

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

shortlist_typo_state shortlist_typo_begin(void) {
  shortlist_typo_state state = {0};
  for (int edits = 0; edits <= shortlist_typo_edits; edits++) state.reached[edits] = 1;
  shortlist_typo_leave_out(state.reached);
  return state;
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
  return (characters >= shortlist_typo_one_edit) + (characters >= shortlist_typo_two_edits);
}

/// Whether a term is too short to match a word with any allowed edits.
static bool is_too_short(const char *word, int32_t word_length, int32_t term_length) {
  int32_t characters = 0;
  for (int32_t i = 0; i < word_length; i++) characters += ((unsigned char)word[i] & 0xc0) != 0x80;
  return term_length + shortlist_typo_edits < characters;
}

int shortlist_typo_distance_to(const shortlist_typo_word *word, const char *term,
                               int32_t term_length, int is_prefix, int32_t *matched) {
  shortlist_typo_state state = shortlist_typo_begin();
  int best = shortlist_typo_edits + 1;
  int64_t offset = 0;
  *matched = 0;
  for (int characters = 1; offset < term_length; characters++) {
    state = shortlist_typo_step(word, &state, shortlist_decode(term, term_length, &offset));
    if (!is_prefix && offset < term_length) continue;
    int edits = shortlist_typo_accepted(word, &state, characters);
    if (edits <= shortlist_typo_edits && edits <= best) {
      best = edits;
      *matched = (int32_t)offset;
    }
  }
  return best;
}

int32_t shortlist_typo_distance(const char *word, int32_t word_length, const char *term,
                                int32_t term_length, int is_prefix, int32_t *matched) {
  shortlist_typo_word prepared;
  *matched = 0;
  if (is_too_short(word, word_length, term_length) ||
      !shortlist_typo_prepare(&prepared, word, word_length)) {
    return shortlist_typo_edits + 1;
  }
  return shortlist_typo_distance_to(&prepared, term, term_length, is_prefix, matched);
}
