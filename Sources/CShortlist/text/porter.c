#include <stdbool.h>
#include <string.h>

#include "CShortlist.h"

// The stemmer of M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with its
// author's two later changes (-bli for -abli, -logi), like FTS5's own tokenizer.

/// A suffix and its replacement.
typedef struct {
  const char *suffix, *replacement;
} rule;

static bool is_vowel(const char *word, int i) {
  switch (word[i]) {
    case 'a': case 'e': case 'i': case 'o': case 'u': return true;
    case 'y': {
      // A "y" is a vowel after a consonant; a run of them alternates.
      int first = i;
      while (first > 0 && word[first - 1] == 'y') first--;
      bool behind_consonant = first > 0 && !is_vowel(word, first - 1);
      return ((i - first) % 2 == 0) == behind_consonant;
    }
    default: return false;
  }
}

/// Counts the vowels followed by a consonant in the first `length` letters.
static int measure(const char *word, int length) {
  int count = 0;
  bool was_vowel = false;
  for (int i = 0; i < length; i++) {
    bool vowel = is_vowel(word, i);
    if (was_vowel && !vowel) count++;
    was_vowel = vowel;
  }
  return count;
}

static bool has_vowel(const char *word, int length) {
  for (int i = 0; i < length; i++) {
    if (is_vowel(word, i)) return true;
  }
  return false;
}

/// Whether the letters end in consonant, vowel, consonant, where the last is not w, x or y.
static bool ends_short(const char *word, int length) {
  if (length < 3 || strchr("wxy", word[length - 1]) != NULL) return false;
  return !is_vowel(word, length - 3) && is_vowel(word, length - 2) && !is_vowel(word, length - 1);
}

/// Whether the word is longer than `suffix` and ends with it.
static bool ends_with(const char *word, int length, const char *suffix) {
  int n = (int)strlen(suffix);
  return length > n && memcmp(word + length - n, suffix, (size_t)n) == 0;
}

static int replace(char *word, int length, const char *suffix, const char *replacement) {
  int stem = length - (int)strlen(suffix), n = (int)strlen(replacement);
  memcpy(word + stem, replacement, (size_t)n);
  return stem + n;
}

/// Applies the first rule whose suffix fits, if the measure of the rest exceeds `least`.
static int apply(char *word, int length, const rule *rules, int count, int least) {
  for (int i = 0; i < count; i++) {
    const char *suffix = rules[i].suffix;
    if (!ends_with(word, length, suffix)) continue;
    int stem = length - (int)strlen(suffix);
    if (measure(word, stem) <= least) return length;
    return replace(word, length, suffix, rules[i].replacement);
  }
  return length;
}

/// Plurals, -ed and -ing.
static int step_1(char *word, int length) {
  if (ends_with(word, length, "sses") || ends_with(word, length, "ies")) {
    length -= 2;
  } else if (ends_with(word, length, "s") && word[length - 2] != 's') {
    length -= 1;
  }
  int stem = length;
  if (ends_with(word, length, "eed")) {
    if (measure(word, length - 3) > 0) length--;
  } else if (ends_with(word, length, "ed")) {
    stem = length - 2;
  } else if (ends_with(word, length, "ing")) {
    stem = length - 3;
  }
  if (stem < length && has_vowel(word, stem)) {
    length = stem;
    char last = word[length - 1];
    if (ends_with(word, length, "at") || ends_with(word, length, "bl") ||
        ends_with(word, length, "iz")) {
      word[length++] = 'e';
    } else if (length > 1 && last == word[length - 2] && strchr("aeioulsz", last) == NULL) {
      length--;
    } else if (measure(word, length) == 1 && ends_short(word, length)) {
      word[length++] = 'e';
    }
  }
  if (word[length - 1] == 'y' && has_vowel(word, length - 1)) word[length - 1] = 'i';
  return length;
}

static int step_2(char *word, int length) {
  static const rule rules[] = {
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},   {"anci", "ance"},
    {"izer", "ize"},    {"logi", "log"},    {"bli", "ble"},     {"alli", "al"},
    {"entli", "ent"},   {"eli", "e"},       {"ousli", "ous"},   {"ization", "ize"},
    {"ation", "ate"},   {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},    {"iviti", "ive"},
    {"biliti", "ble"},
  };
  return apply(word, length, rules, sizeof rules / sizeof *rules, 0);
}

static int step_3(char *word, int length) {
  static const rule rules[] = {
    {"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
    {"ical", "ic"},  {"ful", ""},   {"ness", ""},
  };
  return apply(word, length, rules, sizeof rules / sizeof *rules, 0);
}

static int step_4(char *word, int length) {
  static const rule rules[] = {
    {"al", ""},    {"ance", ""}, {"ence", ""}, {"er", ""},  {"ic", ""},  {"able", ""}, {"ible", ""},
    {"ant", ""},   {"ement", ""}, {"ment", ""}, {"ent", ""}, {"ou", ""},  {"ism", ""},  {"ate", ""},
    {"iti", ""},   {"ous", ""},  {"ive", ""},  {"ize", ""},
  };
  if (ends_with(word, length, "ion")) {
    bool fits = word[length - 4] == 's' || word[length - 4] == 't';
    return fits && measure(word, length - 3) > 1 ? length - 3 : length;
  }
  return apply(word, length, rules, sizeof rules / sizeof *rules, 1);
}

static int step_5(char *word, int length) {
  if (word[length - 1] == 'e') {
    int m = measure(word, length - 1);
    if (m > 1 || (m == 1 && !ends_short(word, length - 1))) length--;
  }
  if (length > 1 && word[length - 1] == 'l' && word[length - 2] == 'l' &&
      measure(word, length - 1) > 1) {
    length--;
  }
  return length;
}

int32_t shortlist_stem(const char *word, int32_t length, char *stem) {
  if (length < 3 || length > shortlist_longest_stemmed) return 0;
  for (int32_t i = 0; i < length; i++) {
    if (word[i] < 'a' || word[i] > 'z') return 0;
  }
  memcpy(stem, word, (size_t)length);
  int n = step_1(stem, length);
  n = step_2(stem, n);
  n = step_3(stem, n);
  n = step_4(stem, n);
  return step_5(stem, n);
}
