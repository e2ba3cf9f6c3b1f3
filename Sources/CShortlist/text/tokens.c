#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "CShortlist.h"
#include "tokenizer.h"

enum { few_tokens = 8, few_bytes = 64 };

struct shortlist_tokens {
  shortlist_token *array;
  int32_t count, capacity;
  /// The folded text, and each byte's place in the original.
  char *bytes;
  int32_t *starts, *ends;
  int32_t length, room;
  /// Inline storage, which the pointers use until it is full. It is enough for most titles.
  shortlist_token first_array[few_tokens];
  char first_bytes[few_bytes];
  int32_t first_starts[few_bytes], first_ends[few_bytes];
};

/// Resizes `*array` to `capacity` elements of `size` bytes. `first`, with `count` elements in use,
/// is the inline storage, which is not on the heap.
static int resize(void **array, const void *first, int32_t count, int64_t capacity, size_t size) {
  bool is_first = *array == first;
  void *longer = sqlite3_realloc64(is_first ? NULL : *array, (sqlite3_uint64)capacity * size);
  if (longer == NULL) return SQLITE_NOMEM;
  if (is_first) memcpy(longer, first, (size_t)count * size);
  *array = longer;
  return SQLITE_OK;
}

/// Returns a larger capacity that holds `needed`, or 0 if there is none.
static int32_t larger(int32_t capacity, int64_t needed) {
  int64_t next = (int64_t)capacity + capacity / 2 + 32;
  if (next < needed) next = needed;
  if (next > INT32_MAX) next = INT32_MAX;
  return needed > next ? 0 : (int32_t)next;
}

static int make_room(shortlist_tokens *tokens, int32_t length) {
  if (tokens->count == tokens->capacity) {
    int32_t capacity = larger(tokens->capacity, (int64_t)tokens->count + 1);
    if (capacity == 0) return SQLITE_TOOBIG;
    int rc = resize((void **)&tokens->array, tokens->first_array, tokens->count, capacity,
                    sizeof *tokens->array);
    if (rc != SQLITE_OK) return rc;
    tokens->capacity = capacity;
  }
  int64_t needed = (int64_t)tokens->length + length;
  if (needed <= tokens->room) return SQLITE_OK;
  int32_t room = larger(tokens->room, needed);
  if (room == 0) return SQLITE_TOOBIG;
  int32_t count = tokens->length;
  int rc = resize((void **)&tokens->bytes, tokens->first_bytes, count, room, 1);
  if (rc == SQLITE_OK) {
    rc = resize((void **)&tokens->starts, tokens->first_starts, count, room, sizeof(int32_t));
  }
  if (rc == SQLITE_OK) {
    rc = resize((void **)&tokens->ends, tokens->first_ends, count, room, sizeof(int32_t));
  }
  if (rc == SQLITE_OK) tokens->room = room;
  return rc;
}

static int add_token(void *context, const shortlist_split_token *token) {
  shortlist_tokens *tokens = context;
  if (token->kind == shortlist_token_keyword || token->again) return SQLITE_OK;
  int rc = make_room(tokens, token->length);
  if (rc != SQLITE_OK) return rc;
  size_t length = (size_t)token->length;
  memcpy(tokens->bytes + tokens->length, token->bytes, length);
  memcpy(tokens->starts + tokens->length, token->starts, length * sizeof(int32_t));
  memcpy(tokens->ends + tokens->length, token->ends, length * sizeof(int32_t));
  tokens->array[tokens->count++] = (shortlist_token){
      .offset = tokens->length,
      .length = token->length,
      .start = token->start,
      .end = token->end,
      .position = token->position,
      .group = token->group,
      .kind = token->kind,
  };
  tokens->length += token->length;
  return SQLITE_OK;
}

int shortlist_tokenize(const char *text, int64_t length, shortlist_tokens **result) {
  *result = NULL;
  if (length > INT32_MAX) return SQLITE_TOOBIG;
  shortlist_tokens *tokens = sqlite3_malloc64(sizeof *tokens);
  if (tokens == NULL) return SQLITE_NOMEM;
  tokens->array = tokens->first_array;
  tokens->bytes = tokens->first_bytes;
  tokens->starts = tokens->first_starts;
  tokens->ends = tokens->first_ends;
  tokens->count = tokens->length = 0;
  tokens->capacity = few_tokens;
  tokens->room = few_bytes;
  int rc = shortlist_split(text, (int32_t)length, add_token, tokens);
  if (rc != SQLITE_OK) {
    shortlist_tokens_free(tokens);
    return rc;
  }
  *result = tokens;
  return SQLITE_OK;
}

int32_t shortlist_tokens_count(const shortlist_tokens *tokens) {
  return tokens->count;
}

const shortlist_token *shortlist_tokens_array(const shortlist_tokens *tokens) {
  return tokens->array;
}

const char *shortlist_tokens_bytes(const shortlist_tokens *tokens) { return tokens->bytes; }

const int32_t *shortlist_tokens_starts(const shortlist_tokens *tokens) { return tokens->starts; }

const int32_t *shortlist_tokens_ends(const shortlist_tokens *tokens) { return tokens->ends; }

void shortlist_tokens_free(shortlist_tokens *tokens) {
  if (tokens == NULL) return;
  if (tokens->array != tokens->first_array) sqlite3_free(tokens->array);
  if (tokens->bytes != tokens->first_bytes) sqlite3_free(tokens->bytes);
  if (tokens->starts != tokens->first_starts) sqlite3_free(tokens->starts);
  if (tokens->ends != tokens->first_ends) sqlite3_free(tokens->ends);
  sqlite3_free(tokens);
}
