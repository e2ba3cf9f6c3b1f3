#include <sqlite3.h>
#include <string.h>

#include "CShortlist.h"
#include "tokenizer.h"

/// Some words that are looked for in a text.
typedef struct {
  const shortlist_word *words;
  int32_t count;
  /// The last 6 bits of the first bytes of all words.
  uint64_t firsts;
  shortlist_stretch *found;
  int32_t found_count, capacity;
} wanted;

static uint64_t bit_of(char byte) { return (uint64_t)1 << (byte & 63); }

static bool is_before(const shortlist_stretch *a, const shortlist_stretch *b) {
  return a->start != b->start ? a->start < b->start : a->end < b->end;
}

static int look(void *context, const shortlist_split_token *token) {
  wanted *all = context;
  if ((all->firsts & bit_of(token->bytes[0])) == 0) return SQLITE_OK;
  if (token->kind == shortlist_token_keyword || token->again) return SQLITE_OK;
  for (int32_t i = 0; i < all->count; i++) {
    const shortlist_word *word = &all->words[i];
    if (word->length > token->length || (word->length < token->length && !word->is_prefix) ||
        memcmp(word->bytes, token->bytes, (size_t)word->length) != 0) {
      continue;
    }
    if (all->found_count == all->capacity) return SQLITE_FULL;
    shortlist_stretch stretch = {token->starts[0], token->ends[word->length - 1]};
    if (stretch.end < stretch.start) stretch.end = stretch.start;
    // What stands beside a word begins anew.
    int32_t at = all->found_count++;
    for (; at > 0 && is_before(&stretch, &all->found[at - 1]); at--) {
      all->found[at] = all->found[at - 1];
    }
    all->found[at] = stretch;
  }
  return SQLITE_OK;
}

/// Makes one of those that overlap.
static int32_t merge(shortlist_stretch *found, int32_t count) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    if (kept > 0 && found[i].start < found[kept - 1].end) {
      if (found[i].end > found[kept - 1].end) found[kept - 1].end = found[i].end;
    } else {
      found[kept++] = found[i];
    }
  }
  return kept;
}

int shortlist_find_words(const char *text, int64_t length, const shortlist_word *words,
                         int32_t count, shortlist_stretch *found, int32_t capacity,
                         int32_t *found_count) {
  *found_count = 0;
  if (length > INT32_MAX) return SQLITE_TOOBIG;
  wanted all = {.words = words, .count = count, .found = found, .capacity = capacity};
  for (int32_t i = 0; i < count; i++) all.firsts |= bit_of(words[i].bytes[0]);
  int rc = shortlist_split(text, (int32_t)length, look, &all);
  if (rc == SQLITE_OK) *found_count = merge(found, all.found_count);
  return rc;
}
