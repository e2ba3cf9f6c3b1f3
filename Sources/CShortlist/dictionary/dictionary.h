#ifndef SHORTLIST_VOCABULARY_H
#define SHORTLIST_VOCABULARY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "CShortlist.h"

#pragma clang assume_nonnull begin

/// The terms that begin with one character.
typedef struct {
  uint32_t character;
  int32_t length;
  int32_t first, last;
} shortlist_term_block;

enum {
  shortlist_stretch_bytes = 2048,
  shortlist_trigram_bits = 12,
};

/// For each three bytes, by their hash, whether a stretch may hold them.
typedef struct {
  uint64_t bits[(1 << shortlist_trigram_bits) / 64];
} shortlist_trigrams;

// The terms in the order of their bytes: what begins with the same characters stands together, so
// that an automaton reads them once, and leaves out all terms behind a beginning that has too many
// edits.
struct shortlist_dictionary {
  int32_t count, capacity, block_count, block_capacity;
  int64_t byte_count, byte_capacity;
  /// With room behind the last term, for comparing a text there.
  char *bytes;
  /// Where each term begins in `bytes`; one more than there are terms.
  uint32_t *offsets;
  /// How many bytes each begins with that the one before has, too.
  uint8_t *shared;
  /// In how many items each stands, and in how many titles.
  uint32_t *items, *titles;
  /// Without emoji and scripts without spaces, in which there are no typos.
  shortlist_term_block *blocks;
  /// For each stretch of `bytes`, which three bytes follow each other in it; NULL as long as few substrings
  /// were looked for.
  _Atomic(shortlist_trigrams *_Nullable) stretches;
  /// How many substrings were looked for.
  _Atomic uint64_t substrings;
};

/// A dictionary without terms; NULL when memory runs out.
shortlist_dictionary *_Nullable shortlist_dictionary_create(void);

/// Appends a term, which stands behind those before, and begins with `shared` bytes that the last one has,
/// too, and no more.
int shortlist_dictionary_append(shortlist_dictionary *v, const char *term, int32_t length,
                                int32_t shared, int64_t items, int64_t titles);

/// How many bytes a term shares with the last one.
int32_t shortlist_shared_with_last(const shortlist_dictionary *v, const char *term, int32_t length);

/// Makes what finds terms, once all are there.
int shortlist_dictionary_finish(shortlist_dictionary *v);

static inline int32_t shortlist_term_length(const shortlist_dictionary *v, int32_t term) {
  return (int32_t)(v->offsets[term + 1] - v->offsets[term]);
}

static inline int64_t shortlist_stretch_count(const shortlist_dictionary *v) {
  return v->byte_count / shortlist_stretch_bytes + 1;
}

static inline int shortlist_compare_terms(const char *a, int32_t a_length, const char *b,
                                          int32_t b_length) {
  int order = memcmp(a, b, (size_t)(a_length < b_length ? a_length : b_length));
  return order ? order : (a_length > b_length) - (a_length < b_length);
}

enum { shortlist_shared_block = 16 };
typedef uint8_t shortlist_shared_bytes __attribute__((vector_size(shortlist_shared_block)));

static inline int shortlist_compare_characters(const char *a, const char *b, int32_t length) {
  return length == 1 ? (unsigned char)*a - (unsigned char)*b : memcmp(a, b, (size_t)length);
}

/// Behind the last of some terms, which share all bytes up to `start`, that shares those up to `end`
/// with the first.
static inline int32_t shortlist_terms_end(const shortlist_dictionary *v, int32_t first,
                                          int32_t last, int32_t start, int32_t end) {
  // What is looked for is mostly near.
  int32_t next = first + 1, near = 4;
  if (next >= last || v->shared[next] < end) return next;
  for (; near > 0 && next < last; near--, next += shortlist_shared_block) {
    shortlist_shared_bytes shared;
    memcpy(&shared, v->shared + next, sizeof shared);
    shared = (shortlist_shared_bytes)(shared < (uint8_t)end);
    uint64_t halves[2];
    memcpy(halves, &shared, sizeof halves);
    if ((halves[0] | halves[1]) == 0) continue;
    while (next < last && v->shared[next] >= end) next++;
    return next;
  }
  if (next >= last) return last;
  const char *text = v->bytes + v->offsets[first] + start;
  int32_t step = 64, length = end - start;
  while (step < last - next &&
         shortlist_compare_characters(v->bytes + v->offsets[next + step - 1] + start, text,
                                      length) == 0) {
    next += step;
    step *= 2;
  }
  if (step < last - next) last = next + step;
  while (next < last) {
    int32_t middle = next + (last - next) / 2;
    if (shortlist_compare_characters(v->bytes + v->offsets[middle] + start, text, length) == 0)
      next = middle + 1;
    else
      last = middle;
  }
  return next;
}

/// Makes memory larger, and keeps it when that fails.
int shortlist_resize(void *_Nullable *_Nonnull memory, int64_t size);

#pragma clang assume_nonnull end

#endif
