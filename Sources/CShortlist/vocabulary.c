#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "CShortlist.h"
#include "fragments.h"
#include "typo.h"

/// The terms that begin with one character.
typedef struct {
  uint32_t character;
  int32_t length;
  int32_t first, last;
} block;

// The terms in the order of their bytes: what begins with the same characters stands together, so
// that an automaton reads them once, and leaves out all terms behind a beginning that has too many
// edits.
struct shortlist_vocabulary {
  int32_t count, capacity, block_count, block_capacity;
  int64_t byte_count, byte_capacity;
  /// With room behind the last term, for comparing a character there.
  char *bytes;
  /// Where each term begins in `bytes`; one more than there are terms.
  uint32_t *offsets;
  /// In how many items each stands, and in how many titles.
  uint32_t *items, *titles;
  /// Without emoji and scripts without spaces, in which there are no typos.
  block *blocks;
};

static int32_t term_length(const shortlist_vocabulary *v, int32_t term) {
  return (int32_t)(v->offsets[term + 1] - v->offsets[term]);
}

static int resize(void **memory, int64_t size) {
  void *larger = sqlite3_realloc64(*memory, (sqlite3_uint64)size);
  if (!larger) return SQLITE_NOMEM;
  *memory = larger;
  return SQLITE_OK;
}

static int set_capacity(shortlist_vocabulary *v, int64_t terms, int64_t bytes) {
  int rc = resize((void **)&v->bytes, bytes);
  if (rc == SQLITE_OK) v->byte_capacity = bytes;
  if (rc == SQLITE_OK) rc = resize((void **)&v->offsets, (terms + 1) * (int64_t)sizeof *v->offsets);
  if (rc == SQLITE_OK) rc = resize((void **)&v->items, terms * (int64_t)sizeof *v->items);
  if (rc == SQLITE_OK) rc = resize((void **)&v->titles, terms * (int64_t)sizeof *v->titles);
  if (rc == SQLITE_OK) v->capacity = (int32_t)terms;
  return rc;
}

static uint32_t clamped(int64_t count) {
  return count < 0 ? 0 : count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

static int append(shortlist_vocabulary *v, const char *term, int length, int64_t items,
                  int64_t titles) {
  if (v->count == v->capacity || v->byte_count + length > v->byte_capacity) {
    int64_t terms = v->capacity + v->capacity / 2, bytes = v->byte_capacity + v->byte_capacity / 2;
    if (terms >= INT32_MAX || bytes >= UINT32_MAX) return SQLITE_TOOBIG;
    int rc = set_capacity(v, terms, bytes);
    if (rc != SQLITE_OK) return rc;
  }
  memcpy(v->bytes + v->byte_count, term, (size_t)length);
  v->byte_count += length;
  v->items[v->count] = clamped(items);
  v->titles[v->count] = clamped(titles);
  v->offsets[++v->count] = (uint32_t)v->byte_count;
  return SQLITE_OK;
}

/// The first of the terms, all longer than `end`, that has no character before `character` there; or
/// with `is_after`, none up to it.
static int32_t bound(const shortlist_vocabulary *v, int32_t first, int32_t last, int32_t end,
                     const char *character, int length, int is_after) {
  // What is looked for is mostly near.
  int32_t step = 1;
  while (step < last - first) {
    int order = memcmp(v->bytes + v->offsets[first + step - 1] + end, character, (size_t)length);
    if (order > 0 || (order == 0 && !is_after)) break;
    first += step;
    step *= 2;
  }
  if (step < last - first) last = first + step;
  while (first < last) {
    int32_t middle = first + (last - first) / 2;
    int order = memcmp(v->bytes + v->offsets[middle] + end, character, (size_t)length);
    if (order < 0 || (order == 0 && is_after))
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

/// Finds the terms of each first character.
static int make_blocks(shortlist_vocabulary *v) {
  int32_t first = 0;
  while (first < v->count) {
    const char *text = v->bytes + v->offsets[first];
    int64_t length = 0;
    uint32_t character = shortlist_decode(text, term_length(v, first), &length);
    int32_t last = bound(v, first, v->count, 0, text, (int)length, 1);
    shortlist_class class = shortlist_class_of(character);
    if (class != SHORTLIST_UNSPACED && class != SHORTLIST_EMOJI) {
      if (v->block_count == v->block_capacity) {
        int64_t capacity = v->block_capacity ? 2LL * v->block_capacity : 64;
        int rc = resize((void **)&v->blocks, capacity * (int64_t)sizeof *v->blocks);
        if (rc != SQLITE_OK) return rc;
        v->block_capacity = (int32_t)capacity;
      }
      v->blocks[v->block_count++] = (block){character, (int32_t)length, first, last};
    }
    first = last;
  }
  return SQLITE_OK;
}

int shortlist_vocabulary_load(sqlite3_stmt *statement, shortlist_vocabulary **vocabulary) {
  *vocabulary = 0;
  shortlist_vocabulary *v = sqlite3_malloc64(sizeof *v);
  if (!v) return SQLITE_NOMEM;
  memset(v, 0, sizeof *v);
  int rc = set_capacity(v, 1024, 8192);
  if (rc == SQLITE_OK) v->offsets[0] = 0;
  while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
    const char *term = (const char *)sqlite3_column_text(statement, 0);
    int length = sqlite3_column_bytes(statement, 0);
    // A longer one is none of ours.
    if (term == NULL) {
      rc = SQLITE_NOMEM;
    } else if (length > 0 && length < 256) {
      rc = append(v, term, length, sqlite3_column_int64(statement, 1),
                  sqlite3_column_int64(statement, 2));
    } else {
      rc = SQLITE_OK;
    }
  }
  sqlite3_reset(statement);
  if (rc == SQLITE_DONE) rc = set_capacity(v, v->count + 1, v->byte_count + 4);
  if (rc == SQLITE_OK) rc = make_blocks(v);
  if (rc != SQLITE_OK) {
    shortlist_vocabulary_free(v);
    return rc;
  }
  *vocabulary = v;
  return SQLITE_OK;
}

void shortlist_vocabulary_free(shortlist_vocabulary *v) {
  if (!v) return;
  sqlite3_free(v->bytes);
  sqlite3_free(v->offsets);
  sqlite3_free(v->items);
  sqlite3_free(v->titles);
  sqlite3_free(v->blocks);
  sqlite3_free(v);
}

int64_t shortlist_vocabulary_size(const shortlist_vocabulary *v) {
  return (int64_t)sizeof *v + v->byte_capacity +
         v->capacity * (int64_t)(sizeof *v->offsets + sizeof *v->items + sizeof *v->titles) +
         v->block_capacity * (int64_t)sizeof *v->blocks;
}

int32_t shortlist_vocabulary_count(const shortlist_vocabulary *v) { return v->count; }

static int compare(const char *a, int32_t a_length, const char *b, int32_t b_length) {
  int order = memcmp(a, b, (size_t)(a_length < b_length ? a_length : b_length));
  return order ? order : (a_length > b_length) - (a_length < b_length);
}

/// The first term that is not before `text`.
static int32_t lower_bound(const shortlist_vocabulary *v, const char *text, int32_t length) {
  int32_t low = 0, high = v->count;
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (compare(v->bytes + v->offsets[middle], term_length(v, middle), text, length) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int shortlist_vocabulary_holds(const shortlist_vocabulary *v, const char *text, int32_t length,
                               int is_prefix) {
  int32_t term = lower_bound(v, text, length);
  if (term == v->count || term_length(v, term) < length) return 0;
  return (is_prefix || term_length(v, term) == length) &&
         memcmp(v->bytes + v->offsets[term], text, (size_t)length) == 0;
}

// MARK: Fragments

/// The term in which the byte at `offset` stands, which is not before the term `first`.
static int32_t term_at(const shortlist_vocabulary *v, int32_t first, uint32_t offset) {
  // What is looked for is mostly near.
  int32_t step = 1;
  while (first + step < v->count && v->offsets[first + step] <= offset) {
    first += step;
    step *= 2;
  }
  int32_t last = first + step < v->count ? first + step : v->count;
  while (last - first > 1) {
    int32_t middle = first + (last - first) / 2;
    if (v->offsets[middle] <= offset)
      first = middle;
    else
      last = middle;
  }
  return first;
}

int shortlist_vocabulary_containing(const shortlist_vocabulary *v, const char *fragment,
                                    int32_t length, int32_t limit, shortlist_term_count **result,
                                    int32_t *result_count, int64_t *sum) {
  shortlist_term_count *found = NULL;
  int32_t count = 0, capacity = 0, term = 0;
  bool may_be_inside = shortlist_may_be_inside(fragment, length);
  *result = NULL;
  *result_count = 0;
  *sum = 0;
  const char *next = v->bytes, *end = v->bytes + v->byte_count;
  while (length > 0 && (next = shortlist_find_bytes(next, end - next, fragment, length)) != NULL) {
    uint32_t offset = (uint32_t)(next - v->bytes);
    term = term_at(v, term, offset);
    const char *text = v->bytes + v->offsets[term];
    int32_t text_length = term_length(v, term);
    // Two terms that stand beside each other are no term.
    bool is_held = next + length <= text + text_length &&
                   (next == text || (may_be_inside && shortlist_has_inside(text, text_length)));
    if (!is_held || v->titles[term] == 0) {
      next++;
      continue;
    }
    if (count == limit) {
      sqlite3_free(found);
      return SQLITE_TOOBIG;
    }
    if (count == capacity) {
      capacity = capacity * 2 + 64;
      int rc = resize((void **)&found, capacity * (int64_t)sizeof *found);
      if (rc != SQLITE_OK) {
        sqlite3_free(found);
        return rc;
      }
    }
    found[count++] = (shortlist_term_count){
      .text = text, .length = text_length, .items = v->items[term], .titles = v->titles[term]};
    *sum += v->titles[term];
    next = text + text_length;
  }
  *result = found;
  *result_count = count;
  return SQLITE_OK;
}

// MARK: Corrections

typedef struct {
  shortlist_correction *corrections;
  int32_t count, capacity;
} list;

static int add(list *found, const char *text, int32_t length, int edits, int32_t *index) {
  if (found->count == found->capacity) {
    int64_t capacity = found->capacity ? 2LL * found->capacity : 64;
    int rc = resize((void **)&found->corrections, capacity * (int64_t)sizeof *found->corrections);
    if (rc != SQLITE_OK) return rc;
    found->capacity = (int32_t)capacity;
  }
  found->corrections[found->count] = (shortlist_correction){text, length, edits, 0};
  *index = found->count++;
  return SQLITE_OK;
}

/// Fewest edits, then most items, then the bytes.
static int by_rank(const void *first, const void *second) {
  const shortlist_correction *a = first, *b = second;
  if (a->edits != b->edits) return a->edits < b->edits ? -1 : 1;
  if (a->items != b->items) return a->items > b->items ? -1 : 1;
  return compare(a->text, a->length, b->text, b->length);
}

typedef struct {
  const shortlist_vocabulary *vocabulary;
  const shortlist_typo_word *word;
  int allowance;
  list words;
  /// NULL when beginnings are not wanted.
  list *beginnings;
} search;

/// A beginning, and the terms that share it.
typedef struct {
  int32_t first, last;
  /// Where it ends in each of them, in bytes, and its characters.
  int32_t end;
  int characters;
  shortlist_typo_state state;
  /// More edits than a longer beginning may have.
  int below;
  /// The correction that the terms count for so far, or -1.
  int32_t index;
} beginning;

/// The letters of the word that may come next, as bits; 0 when all that follows has too many edits.
static uint64_t next_letters(const search *s, const shortlist_typo_state *state) {
  uint64_t bits = 0;
  for (int edits = 0; edits <= s->allowance; edits++)
    bits |= state->reached[edits] | state->swapping[edits];
  return bits;
}

static int64_t items(const shortlist_vocabulary *v, int32_t first, int32_t last) {
  int64_t sum = 0;
  for (int32_t term = first; term < last; term++) sum += v->items[term];
  return sum;
}

static int look_behind(search *s, beginning here);

/// Looks at the terms of a beginning that go on with `character`.
static int look_at(search *s, const beginning *above, int32_t first, int32_t last,
                   uint32_t character, int length) {
  beginning here = *above;
  here.state = shortlist_typo_step(s->word, above->state, character);
  here.first = first;
  here.last = last;
  here.end += length;
  here.characters++;
  if (s->beginnings) {
    int edits = shortlist_typo_accepted(s->word, &here.state, here.characters);
    if (edits < here.below) {
      int64_t sum = items(s->vocabulary, first, last);
      if (here.index >= 0) s->beginnings->corrections[here.index].items -= sum;
      here.below = edits;
      here.index = -1;
      if (edits > 0) {
        const char *text = s->vocabulary->bytes + s->vocabulary->offsets[first];
        int rc = add(s->beginnings, text, here.end, edits, &here.index);
        if (rc != SQLITE_OK) return rc;
        s->beginnings->corrections[here.index].items = sum;
      }
    }
  }
  return next_letters(s, &here.state) ? look_behind(s, here) : SQLITE_OK;
}

/// Goes on with each character that may lead to few enough edits.
static int look_behind(search *s, beginning here) {
  const shortlist_vocabulary *v = s->vocabulary;
  int rc = SQLITE_OK;
  if (term_length(v, here.first) == here.end) {
    int edits = shortlist_typo_accepted(s->word, &here.state, here.characters);
    if (edits > 0 && edits <= s->allowance) {
      int32_t index;
      rc = add(&s->words, v->bytes + v->offsets[here.first], here.end, edits, &index);
      if (rc != SQLITE_OK) return rc;
      s->words.corrections[index].items = v->items[here.first];
    }
    here.first++;
  }
  // A code point that is in no word.
  shortlist_typo_state other = shortlist_typo_step(s->word, here.state, UINT32_MAX);
  if (next_letters(s, &other)) {
    while (rc == SQLITE_OK && here.first < here.last) {
      const char *text = v->bytes + v->offsets[here.first];
      int64_t end = here.end;
      uint32_t character = shortlist_decode(text, term_length(v, here.first), &end);
      int length = (int)end - here.end;
      int32_t next = bound(v, here.first, here.last, here.end, text + here.end, length, 1);
      rc = look_at(s, &here, here.first, next, character, length);
      here.first = next;
    }
    return rc;
  }
  // No edit is left: only the letters of the word lead on.
  uint64_t bits = next_letters(s, &here.state);
  uint32_t seen[shortlist_typo_characters];
  int count = 0;
  for (int i = 0; i < s->word->count && rc == SQLITE_OK; i++) {
    uint32_t character = s->word->characters[i];
    if (!(bits >> i & 1)) continue;
    int is_new = 1;
    for (int j = 0; j < count; j++) is_new = is_new && seen[j] != character;
    if (!is_new) continue;
    seen[count++] = character;
    char bytes[4];
    int length = shortlist_encode(character, bytes);
    int32_t first = bound(v, here.first, here.last, here.end, bytes, length, 0);
    int32_t last = bound(v, first, here.last, here.end, bytes, length, 1);
    if (first < last) rc = look_at(s, &here, first, last, character, length);
  }
  return rc;
}

/// Looks at all terms: only where two edits are allowed may the first letter be another one.
static int look(search *s) {
  const shortlist_vocabulary *v = s->vocabulary;
  beginning none = {0, v->count, 0, 0, shortlist_typo_begin(), s->allowance + 1, -1};
  if (v->count == 0) return SQLITE_OK;
  if (s->allowance < 2) return look_behind(s, none);
  int rc = SQLITE_OK;
  for (int32_t i = 0; i < v->block_count && rc == SQLITE_OK; i++) {
    const block *b = &v->blocks[i];
    rc = look_at(s, &none, b->first, b->last, b->character, b->length);
  }
  return rc;
}

/// Hands over the best.
static shortlist_corrections best(list found, int32_t limit) {
  if (found.count > 1)
    qsort(found.corrections, (size_t)found.count, sizeof *found.corrections, by_rank);
  return (shortlist_corrections){found.corrections, found.count < limit ? found.count : limit};
}

int shortlist_vocabulary_corrections(const shortlist_vocabulary *v, const char *text, int32_t length,
                                     int32_t allowance, int32_t limit, shortlist_corrections *words,
                                     shortlist_corrections *beginnings) {
  shortlist_typo_word word;
  *words = (shortlist_corrections){0};
  if (beginnings) *beginnings = (shortlist_corrections){0};
  if (allowance < 1 || !shortlist_typo_prepare(&word, text, length)) return SQLITE_OK;
  if (allowance > shortlist_typo_edits) allowance = shortlist_typo_edits;
  list begun = {0};
  search s = {v, &word, allowance, {0}, beginnings ? &begun : 0};
  int rc = look(&s);
  if (rc != SQLITE_OK) {
    sqlite3_free(s.words.corrections);
    sqlite3_free(begun.corrections);
    return rc;
  }
  *words = best(s.words, limit);
  if (beginnings) *beginnings = best(begun, limit);
  return SQLITE_OK;
}
