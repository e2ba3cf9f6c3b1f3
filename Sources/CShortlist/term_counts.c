#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "CShortlist.h"
#include "tokenizer.h"

/// A term, and what was counted of it.
typedef struct {
  uint64_t hash;
  size_t offset;
  int32_t length;
  int64_t items, titles;
  /// The last item that it was counted for, and the last in whose title it stood.
  int64_t item, title;
} entry;

struct shortlist_term_counts {
  entry *entries;
  int32_t count, capacity;
  /// For each hash, 1 + the index of an entry; 0 where there is none. A power of two long.
  int32_t *slots;
  int32_t slot_count;
  /// The terms, one after the other.
  char *bytes;
  size_t length, room;
  int has_stems;
  /// The item that is being counted, and by how much.
  int64_t item, step;
  bool is_title;
};

shortlist_term_counts *shortlist_term_counts_create(int has_stems) {
  shortlist_term_counts *counts = sqlite3_malloc64(sizeof *counts);
  if (counts != NULL) *counts = (shortlist_term_counts){.has_stems = has_stems};
  return counts;
}

void shortlist_term_counts_free(shortlist_term_counts *counts) {
  if (counts == NULL) return;
  sqlite3_free(counts->entries);
  sqlite3_free(counts->slots);
  sqlite3_free(counts->bytes);
  sqlite3_free(counts);
}

void shortlist_term_counts_clear(shortlist_term_counts *counts) {
  counts->count = 0;
  counts->length = 0;
  if (counts->slots != NULL) {
    memset(counts->slots, 0, (size_t)counts->slot_count * sizeof *counts->slots);
  }
}

/// Makes room for one more term of `length` bytes.
static int make_room(shortlist_term_counts *counts, int32_t length) {
  if (counts->count == counts->capacity) {
    int32_t capacity = counts->capacity * 2 + 512;
    entry *longer = sqlite3_realloc64(counts->entries, (sqlite3_uint64)capacity * sizeof *longer);
    if (longer == NULL) return SQLITE_NOMEM;
    counts->entries = longer;
    counts->capacity = capacity;
  }
  if (counts->room - counts->length < (size_t)length) {
    size_t room = counts->room * 2 + 8192;
    char *longer = sqlite3_realloc64(counts->bytes, room);
    if (longer == NULL) return SQLITE_NOMEM;
    counts->bytes = longer;
    counts->room = room;
  }
  if (counts->count < counts->slot_count / 2) return SQLITE_OK;
  if (counts->count >= 1 << 28) return SQLITE_TOOBIG;
  int32_t slot_count = counts->slot_count == 0 ? 1024 : counts->slot_count * 2;
  int32_t *slots = sqlite3_malloc64((sqlite3_uint64)slot_count * sizeof *slots);
  if (slots == NULL) return SQLITE_NOMEM;
  memset(slots, 0, (size_t)slot_count * sizeof *slots);
  for (int32_t i = 0; i < counts->count; i++) {
    uint64_t slot = counts->entries[i].hash & (uint64_t)(slot_count - 1);
    while (slots[slot] != 0) slot = (slot + 1) & (uint64_t)(slot_count - 1);
    slots[slot] = i + 1;
  }
  sqlite3_free(counts->slots);
  counts->slots = slots;
  counts->slot_count = slot_count;
  return SQLITE_OK;
}

/// Finds a term, or adds it without a count.
static int find(shortlist_term_counts *counts, const char *bytes, int32_t length,
                entry **result) {
  int rc = make_room(counts, length);
  if (rc != SQLITE_OK) return rc;
  uint64_t hash = shortlist_hash(SHORTLIST_HASH_START, bytes, length);
  uint64_t mask = (uint64_t)(counts->slot_count - 1), slot = hash & mask;
  for (; counts->slots[slot] != 0; slot = (slot + 1) & mask) {
    entry *known = &counts->entries[counts->slots[slot] - 1];
    if (known->hash == hash && known->length == length &&
        memcmp(counts->bytes + known->offset, bytes, (size_t)length) == 0) {
      *result = known;
      return SQLITE_OK;
    }
  }
  memcpy(counts->bytes + counts->length, bytes, (size_t)length);
  counts->entries[counts->count] =
    (entry){.hash = hash, .offset = counts->length, .length = length, .item = -1, .title = -1};
  *result = &counts->entries[counts->count];
  counts->slots[slot] = ++counts->count;
  counts->length += (size_t)length;
  return SQLITE_OK;
}

static int count_token(void *context, const shortlist_split_token *token) {
  shortlist_term_counts *counts = context;
  if (token->kind == shortlist_token_keyword || token->kind == SHORTLIST_TOKEN_TAIL ||
      token->again) {
    return SQLITE_OK;
  }
  entry *term;
  int rc = find(counts, token->bytes, token->length, &term);
  if (rc != SQLITE_OK) return rc;
  if (counts->is_title && term->title != counts->item) {
    term->title = counts->item;
    term->titles += counts->step;
  }
  if (term->item == counts->item) return SQLITE_OK;
  term->item = counts->item;
  term->items += counts->step;
  if (!counts->has_stems || token->length > shortlist_longest_stemmed) return SQLITE_OK;
  char stem[shortlist_longest_stemmed + 1], marked[shortlist_longest_stemmed + 9];
  int32_t length = shortlist_stem(token->bytes, token->length, stem);
  if (length == 0) return SQLITE_OK;
  length = shortlist_mark_first(stem, length, marked);
  rc = find(counts, marked, length, &term);
  if (rc == SQLITE_OK && term->item != counts->item) {
    term->item = counts->item;
    term->items += counts->step;
  }
  return rc;
}

void shortlist_term_counts_begin(shortlist_term_counts *counts, int64_t step) {
  counts->item++;
  counts->step = step;
}

int shortlist_term_counts_add(shortlist_term_counts *counts, const char *text, int64_t length,
                              int is_title) {
  if (length > INT32_MAX) return SQLITE_TOOBIG;
  counts->is_title = is_title != 0;
  return shortlist_split(text, (int32_t)length, count_token, counts);
}

static int compare(const void *a, const void *b) {
  const shortlist_term_count *first = a, *second = b;
  int32_t common = first->length < second->length ? first->length : second->length;
  int order = memcmp(first->text, second->text, (size_t)common);
  return order != 0 ? order : first->length - second->length;
}

int shortlist_term_counts_sorted(const shortlist_term_counts *counts,
                                 shortlist_term_count **result, int32_t *result_count) {
  *result_count = 0;
  *result = sqlite3_malloc64(((sqlite3_uint64)counts->count + 1) * sizeof **result);
  if (*result == NULL) return SQLITE_NOMEM;
  for (int32_t i = 0; i < counts->count; i++) {
    const entry *term = &counts->entries[i];
    if (term->items == 0 && term->titles == 0) continue;
    (*result)[(*result_count)++] = (shortlist_term_count){
      .text = counts->bytes + term->offset,
      .length = term->length,
      .items = term->items,
      .titles = term->titles,
    };
  }
  qsort(*result, (size_t)*result_count, sizeof **result, compare);
  return SQLITE_OK;
}
