#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "CShortlist.h"
#include "typo.h"

// The terms in the order of their bytes, and for each how many bytes it shares with the one before:
// what begins with the same characters stands together, so that the automaton reads them once, and
// steps over all terms behind a beginning that has too many edits.
struct shortlist_vocabulary {
  int32_t count, capacity;
  int64_t byte_count, byte_capacity;
  char *bytes;
  /// Where each term begins in `bytes`; one more than there are terms.
  uint32_t *offsets;
  uint32_t *items;
  uint8_t *shared;
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
  if (rc == SQLITE_OK) rc = resize((void **)&v->shared, terms);
  if (rc == SQLITE_OK) v->capacity = (int32_t)terms;
  return rc;
}

static int append(shortlist_vocabulary *v, const char *term, int length, int64_t items) {
  if (v->count == v->capacity || v->byte_count + length > v->byte_capacity) {
    int64_t terms = v->capacity + v->capacity / 2, bytes = v->byte_capacity + v->byte_capacity / 2;
    if (terms >= INT32_MAX || bytes >= UINT32_MAX) return SQLITE_TOOBIG;
    int rc = set_capacity(v, terms, bytes);
    if (rc != SQLITE_OK) return rc;
  }
  int shared = 0;
  if (v->count > 0) {
    int before = term_length(v, v->count - 1);
    const char *last = v->bytes + v->offsets[v->count - 1];
    while (shared < length && shared < before && last[shared] == term[shared]) shared++;
  }
  memcpy(v->bytes + v->byte_count, term, (size_t)length);
  v->byte_count += length;
  v->shared[v->count] = (uint8_t)shared;
  v->items[v->count] = items < 0 ? 0 : items > UINT32_MAX ? UINT32_MAX : (uint32_t)items;
  v->offsets[++v->count] = (uint32_t)v->byte_count;
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
    rc = term && length > 0 && length < 256 ? append(v, term, length, sqlite3_column_int64(statement, 1))
         : term                             ? SQLITE_OK
                                            : SQLITE_NOMEM;
  }
  sqlite3_reset(statement);
  if (rc == SQLITE_DONE) rc = set_capacity(v, v->count + 1, v->byte_count + 1);
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
  sqlite3_free(v->shared);
  sqlite3_free(v);
}

int64_t shortlist_vocabulary_size(const shortlist_vocabulary *v) {
  return (int64_t)sizeof *v + v->byte_capacity +
         v->capacity * (int64_t)(sizeof *v->offsets + sizeof *v->items + sizeof *v->shared);
}

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

/// A beginning that some terms share.
typedef struct {
  shortlist_typo_state state;
  /// Where it ends, in bytes of the term.
  int32_t end;
  /// The fewest edits of the beginnings up to here, and where their items are counted; -1 when none
  /// has few enough, or what is there is no correction.
  int best;
  int32_t index;
} level;

/// Whether what follows may come to fewer edits than `below`.
static int is_alive(const shortlist_typo_state *state, int below) {
  uint64_t bits = 0;
  for (int edits = 0; edits < below; edits++) bits |= state->reached[edits] | state->swapping[edits];
  return bits != 0;
}

static int walk(const shortlist_vocabulary *v, const shortlist_typo_word *word, int is_prefix,
                int allowance, list *found) {
  level levels[256];
  levels[0] = (level){shortlist_typo_begin(), 0, allowance + 1, -1};
  int depth = 0;
  int32_t term = 0, last = v->count;
  if (allowance < 2 && word->count > 0) {
    // With one edit, the first letter is the same.
    char bytes[4];
    int length = shortlist_encode(word->characters[0], bytes);
    term = lower_bound(v, bytes, length);
    length = shortlist_encode(word->characters[0] + 1, bytes);
    last = lower_bound(v, bytes, length);
  }
  int32_t common = 0;
  while (term < last) {
    const char *text = v->bytes + v->offsets[term];
    int32_t length = term_length(v, term);
    while (levels[depth].end > common) depth--;
    int is_over = 0;
    while (!is_over && levels[depth].end < length) {
      int64_t end = levels[depth].end;
      uint32_t character = shortlist_decode(text, length, &end);
      level *above = &levels[depth], *here = &levels[++depth];
      *here = (level){shortlist_typo_step(word, above->state, character), (int32_t)end, above->best,
                      above->index};
      if (is_prefix) {
        int edits = shortlist_typo_accepted(word, &here->state, depth);
        if (edits < here->best) {
          here->best = edits;
          here->index = -1;
          if (edits > 0) {
            int rc = add(found, text, (int32_t)end, edits, &here->index);
            if (rc != SQLITE_OK) return rc;
          }
        }
      }
      is_over = !is_alive(&here->state, here->best);
    }
    level *here = &levels[depth];
    if (!is_prefix && here->end == length) {
      int edits = shortlist_typo_accepted(word, &here->state, depth);
      if (edits > 0 && edits <= allowance) {
        int32_t index;
        int rc = add(found, text, length, edits, &index);
        if (rc != SQLITE_OK) return rc;
        found->corrections[index].items = v->items[term];
      }
    }
    int32_t next = term + 1;
    // On to the next term that does not go on from here, when nothing better can come of that.
    if (is_over)
      while (next < last && v->shared[next] >= here->end) next++;
    if (here->index >= 0)
      for (; term < next; term++) found->corrections[here->index].items += v->items[term];
    term = next;
    if (term < last) common = v->shared[term];
  }
  return SQLITE_OK;
}

int shortlist_vocabulary_corrections(const shortlist_vocabulary *v, const char *text, int32_t length,
                                     int is_prefix, int32_t allowance, int32_t limit,
                                     shortlist_correction **corrections, int32_t *count) {
  shortlist_typo_word word;
  list found = {0};
  *corrections = 0;
  *count = 0;
  if (allowance < 1 || !shortlist_typo_prepare(&word, text, length)) return SQLITE_OK;
  if (allowance > shortlist_typo_edits) allowance = shortlist_typo_edits;
  int rc = walk(v, &word, is_prefix, allowance, &found);
  if (rc != SQLITE_OK) {
    sqlite3_free(found.corrections);
    return rc;
  }
  if (found.count > 1)
    qsort(found.corrections, (size_t)found.count, sizeof *found.corrections, by_rank);
  *corrections = found.corrections;
  *count = found.count < limit ? found.count : limit;
  return SQLITE_OK;
}
