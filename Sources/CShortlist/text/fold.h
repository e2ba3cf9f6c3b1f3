#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The role of a folded code point in words, in the order of Scripts/generate-fold-tables.py.
typedef enum {
  SHORTLIST_SEPARATOR,
  SHORTLIST_LETTER,
  SHORTLIST_DIGIT,
  /// A vowel sign, virama or the like, part of the character before it.
  SHORTLIST_MARK,
  /// A letter of a script without spaces.
  SHORTLIST_UNSPACED,
  SHORTLIST_EMOJI,
  SHORTLIST_APOSTROPHE,
  SHORTLIST_HYPHEN,
  SHORTLIST_DOT,
  /// May belong to the name beside it, as in "C++", "C#" and "AT&T".
  SHORTLIST_SYMBOL,
  /// Leaves no trace, like an accent or a soft hyphen (except for a joiner between emoji).
  SHORTLIST_DROPPED,
} shortlist_class;

/// A folded code point, and its byte range in the original.
typedef struct {
  uint32_t code_point;
  shortlist_class class;
  int32_t start, end;
} shortlist_character;

enum { shortlist_folder_capacity = 32 };

/// Folds code points one at a time. Initialise everything up to `count` to zero, except for
/// `receive` and `context`; the rest may stay uninitialised.
typedef struct {
  void (*receive)(void *context, shortlist_character character);
  void *context;
  /// A kana or Hangul syllable that may still compose with the next code point.
  shortlist_character base;
  bool has_base;
  /// Marks to sort into canonical order, with their combining classes.
  int count;
  shortlist_character marks[shortlist_folder_capacity];
  uint8_t orders[shortlist_folder_capacity];
} shortlist_folder;

/// Reads the code point at `text[*offset]` and moves `*offset` past it.
///
/// A byte that is not part of well-formed UTF-8 gives U+FFFD. `*offset` must be below `length`.
uint32_t shortlist_decode(const char *text, int64_t length, int64_t *offset);

/// Writes `code_point` as UTF-8; returns the number of bytes, 1...4.
int shortlist_encode(uint32_t code_point, char *bytes);

/// Folds one code point, found at the bytes `start..<end` of the text.
void shortlist_folder_add(shortlist_folder *folder, uint32_t code_point, int32_t start,
                          int32_t end);

/// Passes on everything held back. Call it at the end of the text, and before any ASCII character
/// that bypasses the folder.
void shortlist_folder_flush(shortlist_folder *folder);

/// The class of a code point; for one that folds to several, the class of the first that is not a
/// mark.
shortlist_class shortlist_class_of(uint32_t code_point);

/// The folded character and the class of each ASCII character.
extern const uint8_t shortlist_ascii_fold[128];
extern const uint8_t shortlist_ascii_class[128];

static inline bool shortlist_is_ascii_separator(unsigned char byte) {
  return byte < 0x80 && shortlist_ascii_class[byte] == SHORTLIST_SEPARATOR;
}

#pragma clang assume_nonnull end
