#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

enum {
  shortlist_token_characters = 64,
  shortlist_token_bytes = 255,
  /// The most words taken from a text, because FTS5 keeps all words of an item in memory.
  shortlist_text_words = 65536,
  /// An internal kind: a `SHORTLIST_KEYWORD_SEPARATOR` between two words.
  shortlist_token_keyword = -1,
};

/// A token on its way to the index, to a query or to `shortlist_tokens`.
typedef struct {
  const char *bytes;
  /// The start and end, for each byte, of the character it came from.
  const int32_t *starts, *ends;
  int32_t length;
  int32_t start, end;
  int32_t position, group;
  /// One of `SHORTLIST_TOKEN_…`, or `shortlist_token_keyword`.
  int32_t kind;
  /// For the joined form of a hyphenated word: the length of the last part.
  int32_t tail_length;
  /// Whether the token begins at the first word of the text.
  bool leading;
  /// Whether this is the second occurrence of a joined form, at the position of the last part.
  bool again;
  /// Whether the token's own suffixes are searchable: not those of emoji and unspaced characters.
  bool has_suffixes;
} shortlist_split_token;

/// Receives a token, valid during the call. Any result other than `SQLITE_OK` ends the split.
typedef int (*shortlist_receive_token)(void *context, const shortlist_split_token *token);

/// Splits a text into tokens, in order of position. Returns `SQLITE_OK`, or the result of `receive`
/// that ended it.
int shortlist_split(const char *_Nullable text, int32_t length, shortlist_receive_token receive,
                    void *_Nullable context);

/// Receives a token as FTS5 does. Any result other than `SQLITE_OK` ends the split.
typedef int (*shortlist_receive_fts5_token)(void *_Nullable context, int flags, const char *token,
                                            int length, int start, int end);

/// Splits a text into the tokens that the index holds: with the marks of the first word and of the
/// end, or with stems. Those that count as terms of the text get `term_flags` as well.
int shortlist_split_document(const char *_Nullable text, int32_t length, bool has_marks,
                             bool has_stems, int term_flags, shortlist_receive_fts5_token receive,
                             void *_Nullable context);

/// Splits the text of a query into the tokens that FTS5 looks up. A text that begins with
/// `SHORTLIST_VERBATIM` holds ready tokens, separated by spaces.
int shortlist_split_query(const char *_Nullable text, int32_t length,
                          shortlist_receive_fts5_token receive, void *_Nullable context);

/// Whether a substring may begin inside a word. A mark may not: it is part of a character.
bool shortlist_may_be_inside(const char *substring, int32_t length);

/// Whether to search for substrings inside a term. An emoji is one character, and characters of
/// scripts without spaces form pairs of their own.
bool shortlist_has_inside(const char *term, int32_t length);

/// Returns the first occurrence of some bytes in others, or NULL.
const char *_Nullable shortlist_find_bytes(const char *text, int64_t length, const char *wanted,
                                           int32_t wanted_length);

#pragma clang assume_nonnull end
