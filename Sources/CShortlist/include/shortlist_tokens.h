#pragma once

#include <sqlite3.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The version of the tokenizer. It changes whenever the same text may give other tokens.
///
/// An index of another version is rebuilt: deleting a text with other tokens than it was inserted
/// with would leave postings behind.
#define SHORTLIST_TOKENIZER_VERSION 4

/// In an FTS5 query, the first byte of a text whose tokens, separated by spaces, are passed on
/// unchanged.
#define SHORTLIST_VERBATIM 0x01

/// Precedes each keyword; a text that begins with it has no start or end mark.
#define SHORTLIST_KEYWORD_SEPARATOR 0x1f

/// The kinds of tokens.
enum {
  /// A word, or a pair of characters of a script without spaces.
  SHORTLIST_TOKEN_WORD = 0,
  /// At the position of a word: the part before its first apostrophe, and the part after each
  /// (`ivoire` in "d'Ivoire", `xi` and `an` in "Xi'an"); or a word after a dot, with the dot
  /// (`.net` in "ASP.NET").
  SHORTLIST_TOKEN_BESIDE = 1,
  /// Beside the parts of a hyphenated word: the parts joined (`email` in "e-mail").
  SHORTLIST_TOKEN_JOINED = 2,
  /// The last character of a run of two or more in a script without spaces.
  SHORTLIST_TOKEN_TAIL = 3,
  /// A run of one character in a script without spaces. Matches the pairs that begin with it.
  SHORTLIST_TOKEN_SINGLE = 4,
  /// At the position of a word: the word with the symbols beside it (`c++`, `c#`, `.net`; `at&` and
  /// `&t` in "AT&T").
  SHORTLIST_TOKEN_SYMBOL = 5,
};

/// A token, and its place in the original text.
typedef struct {
  /// The range of its folded text in the bytes of all tokens (length 1...256).
  int32_t offset, length;
  /// The byte range in the original text.
  int32_t start, end;
  /// Counts words from 0; tokens at the same place share a position.
  int32_t position;
  /// Tokens with the same group were typed as one: a hyphenated word, or a run without spaces.
  int32_t group;
  /// One of `SHORTLIST_TOKEN_…`.
  int32_t kind;
} shortlist_token;

/// The tokens of one text, in order of position.
typedef struct {
  shortlist_token *array;
  int32_t count;
  /// The folded text of all tokens, concatenated.
  char *bytes;
  /// For each of these bytes, the start of the original character it came from, and the end of that
  /// character with the marks dropped after it.
  int32_t *starts, *ends;
} shortlist_tokens;

/// Splits `text`, `length` bytes of UTF-8, into tokens, without marks.
///
/// Accepts any bytes: invalid UTF-8 separates words.
/// Returns `SQLITE_OK` and sets `tokens`; free them with `shortlist_tokens_free`. Otherwise returns
/// `SQLITE_NOMEM`, or `SQLITE_TOOBIG` for a text of 2 GiB or more, and sets `*tokens` to NULL.
int shortlist_tokenize(const char *_Nullable text, int64_t length,
                       shortlist_tokens *_Nullable *_Nonnull tokens);
void shortlist_tokens_free(shortlist_tokens *_Nullable tokens);

/// Receives a token of an index, valid during the call, and whether it stands at the position of the
/// one before it. Any result other than `SQLITE_OK` ends the split.
typedef int (*shortlist_receive_index_token)(void *_Nullable context, const char *token, int length,
                                             int is_colocated);

/// Splits `text`, `length` bytes of UTF-8, into the tokens that an index holds, in order of position;
/// with `has_marks`, the words at both ends also come with their marks. Returns `SQLITE_OK`,
/// `SQLITE_TOOBIG` for a text of 2 GiB or more, or the result of `receive` that ended the split.
int shortlist_index_tokens(const char *_Nullable text, int64_t length, int has_marks,
                           shortlist_receive_index_token receive, void *_Nullable context);

/// Writes `token`, `length` bytes, to `mark` as the mark of a first word; `mark` has room for
/// `length` + 8 bytes. Moves the first character to a private plane, so that the mark has as many
/// characters as the token; a first character above U+FFFF gets a prefix instead. Returns the
/// number of bytes written.
int32_t shortlist_mark_first(const char *token, int32_t length, char *mark);

/// Returns the length of a title for ranking: its characters, not counting combining marks, without
/// any other folding. O(*length*).
int64_t shortlist_length(const char *_Nullable text, int64_t length);

/// Folds `text` as tokens are folded, but keeps everything between the words. For tests and shells.
/// The caller frees the result with `sqlite3_free`; NULL when memory runs out.
char *_Nullable shortlist_fold(const char *_Nullable text, int64_t length, int64_t *folded_length);

/// The longest word that is stemmed, in letters.
enum { shortlist_longest_stemmed = 64 };

/// Writes the English stem of a folded word, `length` bytes, to `stem`, which has room for `length`
/// + 1 bytes. Returns its length, or 0 if the word has no stem: it has letters other than a to z,
/// or fewer than three.
int32_t shortlist_stem(const char *word, int32_t length, char *stem);

#pragma clang assume_nonnull end
