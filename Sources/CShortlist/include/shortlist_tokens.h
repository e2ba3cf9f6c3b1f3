#ifndef SHORTLIST_TOKENS_H
#define SHORTLIST_TOKENS_H

#include <sqlite3.h>
#include <stdint.h>

#include "shortlist_marks.h"

#pragma clang assume_nonnull begin

/// The version of the tokens: it changes whenever the same text may give other tokens.
///
/// An index made with another version is rebuilt, because text deleted with other tokens than it
/// was inserted with would leave its postings behind.
#define SHORTLIST_TOKENIZER_VERSION 3

/// In a query to FTS5, a text that begins with this byte holds ready tokens, separated by spaces;
/// they are passed on as they are.
#define SHORTLIST_VERBATIM 0x01

/// Between keywords, and before the first: a text that begins with it has no start or end mark.
#define SHORTLIST_KEYWORD_SEPARATOR 0x1f

/// How a token stands in its text.
enum {
  /// A word, or a pair of characters of a script without spaces.
  SHORTLIST_TOKEN_WORD = 0,
  /// Beside a word: what stands before its first apostrophe, and what follows each (`ivoire` in
  /// "d'Ivoire", `xi` and `an` in "Xi'an").
  SHORTLIST_TOKEN_BESIDE = 1,
  /// Beside the parts of a hyphenated word: the parts joined (`email` in "e-mail").
  SHORTLIST_TOKEN_JOINED = 2,
  /// The last character of a run of two or more characters of a script without spaces.
  SHORTLIST_TOKEN_TAIL = 3,
  /// A single character that stands alone in a script without spaces: begins pairs.
  SHORTLIST_TOKEN_SINGLE = 4,
};

/// One token: its folded text in `shortlist_tokens_bytes`, and where it stood.
typedef struct {
  /// Where the folded text begins in `shortlist_tokens_bytes`, and its length, in bytes (1...256).
  int32_t offset, length;
  /// The byte range of the original text that the token came from.
  int32_t start, end;
  /// Counts words from 0; tokens beside each other share one.
  int32_t position;
  /// Tokens of one group were typed as one: a hyphenated word, or a run without spaces.
  int32_t group;
  /// One of `SHORTLIST_TOKEN_…`.
  int32_t kind;
} shortlist_token;

/// The tokens of one text. Owned by the caller, freed by `shortlist_tokens_free`.
typedef struct shortlist_tokens shortlist_tokens;

/// Splits `text`, `length` bytes of UTF-8, into tokens, without marks.
///
/// Any bytes will do: what is not UTF-8 separates words.
/// Returns `SQLITE_OK` and sets `tokens`; or `SQLITE_NOMEM`, and `*tokens` is NULL; or
/// `SQLITE_TOOBIG` for a text of 2 GiB or more.
int shortlist_tokenize(const char *_Nullable text, int64_t length,
                       shortlist_tokens *_Nullable *_Nonnull tokens);

/// The number of tokens.
int32_t shortlist_tokens_count(const shortlist_tokens *tokens);

/// The tokens, in order of position; valid until the tokens are freed.
const shortlist_token *shortlist_tokens_array(const shortlist_tokens *tokens);

/// The folded text of all tokens, one after the other; valid until the tokens are freed.
const char *shortlist_tokens_bytes(const shortlist_tokens *tokens);

/// For each byte of `shortlist_tokens_bytes`, where in the original the character that gave it
/// begins, and where that character and the marks dropped after it end.
const int32_t *shortlist_tokens_starts(const shortlist_tokens *tokens);
const int32_t *shortlist_tokens_ends(const shortlist_tokens *tokens);

/// Frees the tokens; NULL is allowed.
void shortlist_tokens_free(shortlist_tokens *_Nullable tokens);

/// Writes `token`, `length` bytes, as the mark of a first word into `mark`, which has room for
/// `length` + 8 bytes: its first character moved to a plane of its own, so that it counts as many
/// characters as the token. Returns the number of bytes written.
int32_t shortlist_mark_first(const char *token, int32_t length, char *mark);

/// The length of a title as ranking counts it: its characters without combining marks, after no
/// other folding. O(length).
int64_t shortlist_length(const char *_Nullable text, int64_t length);

/// Folds `text` as tokens are folded, keeping everything between the words: for tests and shells.
/// The result is freed with `sqlite3_free`; NULL when memory runs out.
char *_Nullable shortlist_fold(const char *_Nullable text, int64_t length, int64_t *folded_length);

/// The most letters of a word that has a stem of its own.
enum { shortlist_longest_stemmed = 64 };

/// Writes the English stem of a folded word, `length` bytes, into `stem`, which has room for
/// `length` + 1 bytes. Returns its length; 0 for what has no stem: words of other letters than a to
/// z, and shorter than three.
int32_t shortlist_stem(const char *word, int32_t length, char *stem);

#pragma clang assume_nonnull end

#endif
