#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "fold.h"
#include "tokenizer.h"

#pragma clang assume_nonnull begin

enum {
  shortlist_joined_parts = 16,
  shortlist_besides_of_word = 8,
  /// The most symbols after a word.
  shortlist_symbols_of_word = 3,
  /// The most characters of a word before an ampersand that belongs to it.
  shortlist_before_ampersand = 2,
};

/// A symbol beside a word, or the dot before it.
typedef struct {
  char byte;
  int32_t start, end;
} shortlist_symbol;

/// A part of a hyphenated word, or a whole word: a range of the splitter's `bytes`.
typedef struct {
  int offset, length, characters;
  /// Characters without marks.
  int bases;
  /// Whether further characters did not fit.
  bool cut;
  /// The offset of the text after each apostrophe, counted from `offset`, and `bases` there.
  int beside_count;
  int beside_offsets[shortlist_besides_of_word], beside_bases[shortlist_besides_of_word];
  /// Whether its first character is a letter.
  bool begins_with_letter;
} shortlist_part;

/// The state of one split. It holds one hyphenated word, two characters of an unspaced run, or one
/// emoji at a time, so its size does not depend on the text.
typedef struct {
  shortlist_receive_token receive;
  void *context;
  int rc;
  enum {
    shortlist_between,
    shortlist_in_word,
    /// In a run of unspaced characters.
    shortlist_in_run,
    shortlist_in_emoji,
    /// After one or more dots that belong to no word.
    shortlist_after_dots,
  } mode;
  int32_t position, group;
  /// A keyword separator at `keyword_start` is waiting for a word.
  bool has_keyword;
  int32_t keyword_start;

  /// An apostrophe, hyphen, dot or symbol after the last part that may still belong to the word.
  shortlist_class pending;
  /// The number of parts.
  int count;
  /// A hyphenated word with too many parts to join; earlier parts are already sent.
  bool is_long;
  /// Whether the last part, or the text after its last dot, is one letter so far.
  bool is_single;
  /// The number of letters in a part such as "u.s.a"; below 2 for other parts.
  int letter_count;
  /// The last dot, and the number of dots up to there without anything between them.
  shortlist_symbol dot;
  int dots;
  /// The dot or ampersand right before the first part. Its `byte` is 0 when the word follows neither.
  shortlist_symbol before;
  /// Whether `before` is a dot after another word, as in "ASP.NET".
  bool is_inner;
  /// The symbols after the last part.
  shortlist_symbol symbols[shortlist_symbols_of_word];
  int symbol_count;
  /// Whether an ampersand joins the word to the next.
  bool is_linked;
  /// In an emoji: whether it is a flag, and whether a joiner came last, and where.
  bool is_flag, has_joiner;
  int32_t joiner_start, joiner_end;

  /// Whether the last character was kept, so that marks dropped after it extend its range.
  bool is_kept;
  int used;
  /// The fields from here on are written before they are read. The parts of a hyphenated word, or
  /// the last two characters of a run.
  shortlist_part parts[shortlist_joined_parts];
  /// The offsets of the letters in a part such as "u.s.a".
  int letter_offsets[shortlist_token_characters];
  char bytes[shortlist_joined_parts * shortlist_token_bytes];
  int32_t starts[shortlist_joined_parts * shortlist_token_bytes];
  int32_t ends[shortlist_joined_parts * shortlist_token_bytes];
} shortlist_splitter;

/// Between words: sends the word at `start` if it has only ASCII letters and digits up to a
/// separator or the end, as most words do. Returns its end, or `start` if it needs a closer look.
int32_t shortlist_splitter_send_plain(shortlist_splitter *s, const unsigned char *text,
                                      int32_t start, int32_t length);

/// Ends the word, run or emoji, and sends its tokens.
void shortlist_splitter_finish(shortlist_splitter *s);

/// Ends the word, run or emoji and begins a word.
void shortlist_splitter_begin_word(shortlist_splitter *s);

/// Begins the next part of a hyphenated word.
void shortlist_splitter_begin_part(shortlist_splitter *s);

/// Begins a run of unspaced characters, or the next character of the run.
void shortlist_splitter_begin_unspaced(shortlist_splitter *s);

/// Ends the word, run or emoji and begins an emoji.
void shortlist_splitter_begin_emoji(shortlist_splitter *s);

/// Adds a character to the last part, unless that is full.
void shortlist_splitter_append(shortlist_splitter *s, shortlist_character c);

/// Extends the range of the last character over the marks dropped after it.
void shortlist_splitter_extend(shortlist_splitter *s, int32_t end);

/// Handles "u.s.army": sends the letters between dots as words; the last one begins a longer word.
void shortlist_splitter_split_letters(shortlist_splitter *s);

#pragma clang assume_nonnull end
