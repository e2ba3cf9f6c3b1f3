#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "CShortlist.h"
#include "fold.h"
#include "shortlist_postings.h"
#include "tokenizer.h"

enum {
  /// The index holds no longer tokens: a mark adds at most 4 bytes.
  verbatim_bytes = shortlist_token_bytes + 5,
  mark_plane = 0xf0000,
  mark_of_high_plane = 0x100000,
};

/// A token held until it is clear whether another follows.
typedef struct {
  char bytes[shortlist_token_bytes];
  /// 0 while no token is held.
  int32_t length;
  int32_t start, end;
  /// Whether it also begins the text.
  bool leading;
} shortlist_last_token;

/// One text on its way to FTS5.
typedef struct {
  shortlist_receive_fts5_token receive;
  void *context;
  bool has_marks;
  bool has_stems;
  /// The flags of tokens that count as terms.
  int term_flags;
  /// The position of the last token; -1 before the first.
  int32_t position;
  /// With marks: the word at the last position, its form with symbols, and the joined form that
  /// ends there.
  shortlist_last_token word, symbol, joined;
} destination;

int32_t shortlist_mark_first(const char *token, int32_t length, char *mark) {
  int64_t first_length = 0;
  if (length <= 0) return 0;
  uint32_t first = shortlist_decode(token, length, &first_length);
  bool is_high = first >= 0x10000;
  int32_t rest = is_high ? 0 : (int32_t)first_length;
  int32_t count = shortlist_encode(is_high ? mark_of_high_plane : mark_plane + first, mark);
  memcpy(mark + count, token + rest, (size_t)(length - rest));
  return count + length - rest;
}

/// Sends a token at its position in the text.
static int send_positioned(destination *to, const shortlist_split_token *token) {
  int flags = token->position == to->position ? FTS5_TOKEN_COLOCATED : 0;
  if (token->kind != shortlist_token_keyword && token->kind != SHORTLIST_TOKEN_TAIL) {
    flags |= to->term_flags;
  }
  to->position = token->position;
  return to->receive(to->context, flags, token->bytes, token->length, token->start, token->end);
}

/// Sends the marked stem of a word, at the same position.
static int send_stem(destination *to, const shortlist_split_token *token) {
  char stem[shortlist_longest_stemmed + 1], mark[shortlist_longest_stemmed + 8];
  if (token->kind == shortlist_token_keyword) return SQLITE_OK;
  int32_t length = shortlist_stem(token->bytes, token->length, stem);
  if (length == 0) return SQLITE_OK;
  length = shortlist_mark_first(stem, length, mark);
  return to->receive(to->context, FTS5_TOKEN_COLOCATED | to->term_flags, mark, length, token->start,
                     token->end);
}

static void hold(shortlist_last_token *last, const shortlist_split_token *token) {
  memcpy(last->bytes, token->bytes, (size_t)token->length);
  last->length = token->length;
  last->start = token->start;
  last->end = token->end;
  last->leading = token->leading;
}

/// Sends the last token of a text followed by the end mark.
static int send_end(const destination *to, const shortlist_last_token *last) {
  char mark[shortlist_token_bytes + 8];
  int32_t length = last->length;
  if (length == 0) return SQLITE_OK;
  if (last->leading) {
    length = shortlist_mark_first(last->bytes, length, mark);
  } else {
    memcpy(mark, last->bytes, (size_t)length);
  }
  mark[length++] = SHORTLIST_END[0];
  return to->receive(to->context, FTS5_TOKEN_COLOCATED, mark, length, last->start, last->end);
}

static int send_document_token(void *context, const shortlist_split_token *token) {
  destination *to = context;
  if (to->has_marks) {
    if (token->position != to->position) {
      to->word.length = to->symbol.length = to->joined.length = 0;
    }
    if (token->kind == SHORTLIST_TOKEN_JOINED) {
      hold(&to->joined, token);
    } else if (token->kind == SHORTLIST_TOKEN_SYMBOL) {
      hold(&to->symbol, token);
    } else if (token->kind != SHORTLIST_TOKEN_BESIDE && token->kind != shortlist_token_keyword) {
      hold(&to->word, token);
    }
  }
  int rc = send_positioned(to, token);
  if (rc == SQLITE_OK && to->has_stems) return send_stem(to, token);
  if (rc != SQLITE_OK || !to->has_marks || !token->leading) return rc;
  if (token->kind == SHORTLIST_TOKEN_BESIDE || token->kind == SHORTLIST_TOKEN_TAIL) return rc;
  char mark[shortlist_token_bytes + 8];
  int32_t length = shortlist_mark_first(token->bytes, token->length, mark);
  return to->receive(to->context, FTS5_TOKEN_COLOCATED, mark, length, token->start, token->end);
}

static int send_query_token(void *context, const shortlist_split_token *token) {
  if (token->kind != SHORTLIST_TOKEN_WORD && token->kind != SHORTLIST_TOKEN_SINGLE) {
    return SQLITE_OK;
  }
  return send_positioned(context, token);
}

/// Sends the tokens that Swift prepared, unchanged. Skips those that no index can hold.
static int send_verbatim(const destination *to, const char *text, int length) {
  for (int start = 1; start < length;) {
    const char *space = memchr(text + start, ' ', (size_t)(length - start));
    int end = space != NULL ? (int)(space - text) : length;
    if (end > start && end - start <= verbatim_bytes &&
        memchr(text + start, 0, (size_t)(end - start)) == NULL) {
      int rc = to->receive(to->context, 0, text + start, end - start, start, end);
      if (rc != SQLITE_OK) return rc;
    }
    start = end + 1;
  }
  return SQLITE_OK;
}

static void begin(destination *to, shortlist_receive_fts5_token receive, void *context) {
  to->receive = receive;
  to->context = context;
  to->has_marks = to->has_stems = false;
  to->term_flags = 0;
  to->position = -1;
  // Their bytes are written before they are read.
  to->word.length = to->symbol.length = to->joined.length = 0;
}

int shortlist_split_document(const char *text, int32_t length, bool has_marks, bool has_stems,
                             int term_flags, shortlist_receive_fts5_token receive, void *context) {
  if (text == NULL || length <= 0) return SQLITE_OK;
  destination to;
  begin(&to, receive, context);
  to.term_flags = term_flags;
  to.has_stems = has_stems;
  to.has_marks = has_marks && text[0] != SHORTLIST_KEYWORD_SEPARATOR;
  int rc = shortlist_split(text, length, send_document_token, &to);
  if (rc == SQLITE_OK) rc = send_end(&to, &to.word);
  if (rc == SQLITE_OK) rc = send_end(&to, &to.symbol);
  if (rc == SQLITE_OK) rc = send_end(&to, &to.joined);
  if (rc != SQLITE_OK || to.joined.length == 0 || !to.joined.leading) return rc;
  // The joined form also stands at the last part's position, where it does not begin the text.
  to.joined.leading = false;
  return send_end(&to, &to.joined);
}

/// The receiver of `shortlist_index_tokens`.
typedef struct {
  shortlist_receive_index_token receive;
  void *context;
} index_receiver;

static int send_index_token(void *context, int flags, const char *token, int length, int start,
                            int end) {
  const index_receiver *to = context;
  (void)start;
  (void)end;
  return to->receive(to->context, token, length, (flags & FTS5_TOKEN_COLOCATED) != 0);
}

int shortlist_index_tokens(const char *text, int64_t length, int has_marks,
                           shortlist_receive_index_token receive, void *context) {
  if (length > INT32_MAX) return SQLITE_TOOBIG;
  index_receiver to = {.receive = receive, .context = context};
  return shortlist_split_document(text, (int32_t)length, has_marks != 0, false, 0, send_index_token,
                                  &to);
}

int shortlist_split_query(const char *text, int32_t length, shortlist_receive_fts5_token receive,
                          void *context) {
  if (text == NULL || length <= 0) return SQLITE_OK;
  destination to;
  begin(&to, receive, context);
  if (text[0] == SHORTLIST_VERBATIM) return send_verbatim(&to, text, length);
  return shortlist_split(text, length, send_query_token, &to);
}
