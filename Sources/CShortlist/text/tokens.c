#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "CShortlist.h"
#include "tokenizer.h"

enum { few_tokens = 8, few_bytes = 64 };

/// Tokens that still grow.
typedef struct {
  shortlist_tokens tokens;
  /// The room for tokens and for bytes, and the bytes used.
  int32_t capacity, room, length;
  /// Inline storage, which the pointers use until it is full. It is enough for most titles.
  shortlist_token array[few_tokens];
  char bytes[few_bytes];
  int32_t starts[few_bytes], ends[few_bytes];
} growing_tokens;

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

/// Returns a larger capacity that holds `needed`, or 0 if that is too much.
static int32_t larger(int32_t capacity, int64_t needed) {
  int64_t next = (int64_t)capacity + capacity / 2 + 32;
  if (next < needed) next = needed;
  if (next > INT32_MAX) next = INT32_MAX;
  return needed > next ? 0 : (int32_t)next;
}

static int make_room(growing_tokens *all, int32_t length) {
  shortlist_tokens *tokens = &all->tokens;
  if (tokens->count == all->capacity) {
    int32_t capacity = larger(all->capacity, (int64_t)tokens->count + 1);
    if (capacity == 0) return SQLITE_TOOBIG;
    int rc = resize((void **)&tokens->array, all->array, tokens->count, capacity,
                    sizeof *tokens->array);
    if (rc != SQLITE_OK) return rc;
    all->capacity = capacity;
  }
  int64_t needed = (int64_t)all->length + length;
  if (needed <= all->room) return SQLITE_OK;
  int32_t room = larger(all->room, needed), count = all->length;
  if (room == 0) return SQLITE_TOOBIG;
  int rc = resize((void **)&tokens->bytes, all->bytes, count, room, 1);
  if (rc == SQLITE_OK) {
    rc = resize((void **)&tokens->starts, all->starts, count, room, sizeof *all->starts);
  }
  if (rc == SQLITE_OK) {
    rc = resize((void **)&tokens->ends, all->ends, count, room, sizeof *all->ends);
  }
  if (rc == SQLITE_OK) all->room = room;
  return rc;
}

static int add_token(void *context, const shortlist_split_token *token) {
  growing_tokens *all = context;
  shortlist_tokens *tokens = &all->tokens;
  if (token->kind == shortlist_token_keyword || token->again) return SQLITE_OK;
  int rc = make_room(all, token->length);
  if (rc != SQLITE_OK) return rc;
  size_t length = (size_t)token->length;
  memcpy(tokens->bytes + all->length, token->bytes, length);
  memcpy(tokens->starts + all->length, token->starts, length * sizeof *token->starts);
  memcpy(tokens->ends + all->length, token->ends, length * sizeof *token->ends);
  tokens->array[tokens->count++] = (shortlist_token){
      .offset = all->length,
      .length = token->length,
      .start = token->start,
      .end = token->end,
      .position = token->position,
      .group = token->group,
      .kind = token->kind,
  };
  all->length += token->length;
  return SQLITE_OK;
}

int shortlist_tokenize(const char *text, int64_t length, shortlist_tokens **result) {
  *result = NULL;
  if (length > INT32_MAX) return SQLITE_TOOBIG;
  growing_tokens *all = sqlite3_malloc64(sizeof *all);
  if (all == NULL) return SQLITE_NOMEM;
  all->tokens = (shortlist_tokens){
    .array = all->array, .bytes = all->bytes, .starts = all->starts, .ends = all->ends};
  all->capacity = few_tokens;
  all->room = few_bytes;
  all->length = 0;
  int rc = shortlist_split(text, (int32_t)length, add_token, all);
  if (rc == SQLITE_OK) {
    *result = &all->tokens;
  } else {
    shortlist_tokens_free(&all->tokens);
  }
  return rc;
}

void shortlist_tokens_free(shortlist_tokens *tokens) {
  if (tokens == NULL) return;
  growing_tokens *all = (growing_tokens *)tokens;
  if (tokens->array != all->array) sqlite3_free(tokens->array);
  if (tokens->bytes != all->bytes) sqlite3_free(tokens->bytes);
  if (tokens->starts != all->starts) sqlite3_free(tokens->starts);
  if (tokens->ends != all->ends) sqlite3_free(tokens->ends);
  sqlite3_free(all);
}
