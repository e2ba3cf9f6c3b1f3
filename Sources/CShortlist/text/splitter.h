#ifndef SHORTLIST_SPLITTER_H
#define SHORTLIST_SPLITTER_H

#include <stdbool.h>
#include <stdint.h>

#include "fold.h"
#include "tokenizer.h"

#pragma clang assume_nonnull begin

enum {
  shortlist_joined_parts = 16,
  shortlist_besides_of_word = 8,
};

/// A part of a hyphenated word, or a whole word: a stretch of the splitter's `bytes`.
typedef struct {
  int offset, length, characters;
  /// Characters without marks.
  int bases;
  /// Whether what followed did not fit.
  bool cut;
  /// Where the text after an apostrophe begins, counted from `offset`, and `bases` there.
  int beside_count;
  int beside_offsets[shortlist_besides_of_word], beside_bases[shortlist_besides_of_word];
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
  } mode;
  int32_t position, group;
  /// A keyword separator waits at `keyword_start` for a word to follow.
  bool has_keyword;
  int32_t keyword_start;

  /// An apostrophe, hyphen or dot after the last part, not known yet to belong to the word.
  shortlist_class pending;
  /// How many parts there are.
  int count;
  /// A hyphenated word of more parts than are joined; earlier ones are gone.
  bool is_long;
  /// Whether the last part, or what follows its last dot, is one letter so far.
  bool is_single;
  /// Of a part "u.s.a", the number of its letters; below 2 for other parts.
  int letter_count;
  /// In an emoji: whether it is a flag, and whether a joiner came last, and where.
  bool is_flag, has_joiner;
  int32_t joiner_start, joiner_end;

  /// Whether the last character was kept, so that marks dropped after it lengthen its range.
  bool is_kept;
  int used;
  /// From here on, all is written before it is read. The parts of a hyphenated word, or the last two
  /// characters of a run.
  shortlist_part parts[shortlist_joined_parts];
  /// The offsets of the letters of a part "u.s.a" in it.
  int letter_offsets[shortlist_token_characters];
  char bytes[shortlist_joined_parts * shortlist_token_bytes];
  int32_t starts[shortlist_joined_parts * shortlist_token_bytes];
  int32_t ends[shortlist_joined_parts * shortlist_token_bytes];
} shortlist_splitter;

/// Between words: sends the word at `start`, if it is of ASCII letters and digits up to a separator or
/// the end, as most are. Returns where it ends, or `start` when it needs a closer look.
int32_t shortlist_splitter_send_plain(shortlist_splitter *s, const unsigned char *text,
                                      int32_t start, int32_t length);

/// Ends the word, run or emoji, and sends its tokens.
void shortlist_splitter_finish(shortlist_splitter *s);

/// Ends what came before and begins a word.
void shortlist_splitter_begin_word(shortlist_splitter *s);

/// Begins the next part of a hyphenated word.
void shortlist_splitter_begin_part(shortlist_splitter *s);

/// Begins a run of unspaced characters, or the next character of the run.
void shortlist_splitter_begin_unspaced(shortlist_splitter *s);

/// Ends what came before and begins an emoji.
void shortlist_splitter_begin_emoji(shortlist_splitter *s);

/// Adds a character to the last part, unless the part is full.
void shortlist_splitter_append(shortlist_splitter *s, shortlist_character c);

/// Lengthens the range of the last character, over marks dropped after it.
void shortlist_splitter_extend(shortlist_splitter *s, int32_t end);

/// "u.s.army": the letters between dots were words, and the last one begins a longer word.
void shortlist_splitter_split_letters(shortlist_splitter *s);

#pragma clang assume_nonnull end

#endif
