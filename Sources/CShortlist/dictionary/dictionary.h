#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "CShortlist.h"
#include "shortlist_array.h"
#include "shortlist_terms.h"

#pragma clang assume_nonnull begin

/// The terms that share a first character.
typedef struct {
  uint32_t character;
  int32_t length;
  int32_t first, last;
} shortlist_term_block;

enum {
  shortlist_stretch_bytes = 2048,
  shortlist_trigram_bits = 12,
  /// The number of terms whose starts are relative to that of the first. No term is longer than 255
  /// bytes, so that 16 bits suffice.
  shortlist_terms_of_base = 256,
};

/// The terms from `first` up to, but not including, `last`.
typedef struct {
  int32_t first, last;
} shortlist_term_range;

typedef struct {
  /// Its start in the bytes of all terms, relative to a base.
  uint16_t start;
  /// The number of items and the number of titles that hold it, each up to 255.
  uint8_t items, titles;
} shortlist_term;

/// By how much the counts of a term exceed 255. Few terms have that many.
typedef struct {
  int32_t term;
  uint32_t items, titles;
} shortlist_more_counts;

// The terms, sorted by their bytes. Terms with a common prefix are neighbours, so the automaton
// reads the prefix once and skips every term behind a prefix with too many edits.
//
// After a commit, a dictionary shares nearly all terms with the one before. It then refers to that as
// its base, and holds only the terms that have changed since. Every function that looks something up
// asks both.
struct shortlist_dictionary {
  /// The number of owners: its creator, and each dictionary that has it as the base.
  _Atomic int32_t owners;
  /// The dictionary of all terms, if this one holds only changes: a term without items was
  /// removed. NULL if it holds all terms.
  shortlist_dictionary *_Nullable base;
  /// For each change, its place in the base, for `shortlist_place`; unknown until somebody asks for it.
  _Atomic int32_t *_Nullable places;
  /// For each change, the latest number of an update that made it.
  uint32_t *_Nullable updates;
  int32_t count, capacity, block_count, block_capacity;
  int64_t byte_count, byte_capacity;
  /// The memory of all arrays of terms; NULL if each has its own.
  void *_Nullable memory;
  /// Has spare room behind the last term, so that a comparison may read past it.
  char *bytes;
  /// The terms, and one more that starts where the last one ends.
  shortlist_term *terms;
  /// The start of every 256th term, to which those of the next ones are relative.
  uint32_t *bases;
  /// The number of leading bytes that each term shares with the one before.
  uint8_t *shared;
  /// For each term with a count over 255, in their order.
  shortlist_more_counts *_Nullable more;
  int32_t more_count, more_capacity;
  /// The first bytes of every 64th term, as a number that sorts like them: a search among these stays in the
  /// processor's cache, where one among all terms does not. NULL in a dictionary of changes.
  uint64_t *_Nullable heads;
  /// Leaves out emoji and scripts without spaces, which get no spelling correction.
  shortlist_term_block *blocks;
  /// A Bloom filter of the trigrams in each stretch of `bytes`: for each hash of three bytes, the
  /// stretches that may hold it, as bits. NULL until enough substrings have been looked up.
  _Atomic(uint64_t *_Nullable) stretches;
  /// The number of substrings looked up so far.
  _Atomic uint64_t substrings;
};

/// Creates a dictionary without terms; returns NULL when memory runs out.
shortlist_dictionary *_Nullable shortlist_dictionary_create(void);

/// Makes room for more terms, of so many bytes in total.
int shortlist_dictionary_reserve(shortlist_dictionary *v, int64_t terms, int64_t bytes);

/// The same, for terms that are appended soon.
int shortlist_dictionary_expect(shortlist_dictionary *v, int64_t terms, int64_t bytes);

/// Sets the start of a term. Those before it must have theirs.
static inline void shortlist_set_start(shortlist_dictionary *v, int32_t term, uint32_t start) {
  uint32_t *base = v->bases + (uint32_t)term / shortlist_terms_of_base;
  if ((uint32_t)term % shortlist_terms_of_base == 0) *base = start;
  v->terms[term].start = (uint16_t)(start - *base);
}

/// Appends a term, which must sort after the last one. `shared` is the number of leading bytes that
/// it shares with that one; -1 to count them.
int shortlist_dictionary_append(shortlist_dictionary *v, const char *term, int32_t length,
                                int32_t shared, int64_t items, int64_t titles);

/// Sets the counts of the term that is appended next. A count that is not in 0..2³²-1 becomes the nearest
/// one that is.
int shortlist_set_counts(shortlist_dictionary *v, int64_t items, int64_t titles);

/// Appends what is in `more` for some terms of another dictionary. Here, the first of these terms is
/// `term`.
int shortlist_append_more_counts(shortlist_dictionary *v, int32_t term,
                                 const shortlist_dictionary *from, shortlist_term_range range);

/// Creates a dictionary with room for so many terms and bytes, which cannot grow. All arrays are in
/// one piece of memory, which the allocator can reuse as it is for the next dictionary of this size.
shortlist_dictionary *_Nullable shortlist_dictionary_create_fixed(int64_t terms, int64_t bytes);

/// Creates a dictionary of so many changes to a base, which gets one more owner.
shortlist_dictionary *_Nullable shortlist_dictionary_create_changes(shortlist_dictionary *base,
                                                                    int64_t terms, int64_t bytes);

/// Trims the arrays and builds the heads and the blocks, once all terms are appended.
int shortlist_dictionary_finish(shortlist_dictionary *v);

/// Returns the first term, from `first` on, that does not sort before `text`.
int32_t shortlist_dictionary_find(const shortlist_dictionary *v, int32_t first, const char *text,
                                  int32_t length);

/// Returns the terms of a dictionary itself, without its base, that equal `text` or, with
/// `is_prefix`, begin with it.
shortlist_term_range shortlist_dictionary_range(const shortlist_dictionary *v, const char *text,
                                                int32_t length, bool is_prefix);

/// Returns the start of a term in `bytes`, or the end of the last one.
static inline uint32_t shortlist_term_start(const shortlist_dictionary *v, int32_t term) {
  return v->bases[(uint32_t)term / shortlist_terms_of_base] + v->terms[term].start;
}

static inline const char *shortlist_term_text(const shortlist_dictionary *v, int32_t term) {
  return v->bytes + shortlist_term_start(v, term);
}

static inline int32_t shortlist_term_length(const shortlist_dictionary *v, int32_t term) {
  return (int32_t)(shortlist_term_start(v, term + 1) - shortlist_term_start(v, term));
}

/// Returns the number of items that hold a term.
uint32_t shortlist_term_items(const shortlist_dictionary *v, int32_t term);

/// Returns the number of titles that hold a term.
uint32_t shortlist_term_titles(const shortlist_dictionary *v, int32_t term);

/// Returns the sum of the numbers of items, or titles, of a range of terms.
int64_t shortlist_sum_counts(const shortlist_dictionary *v, shortlist_term_range range,
                             bool in_titles);

/// Returns the first eight bytes of a text as a number, filled up with zeros. If that of one text is less
/// than that of another, so is the text.
static inline uint64_t shortlist_head_of(const char *text, int32_t length) {
  uint64_t head = 0;
  memcpy(&head, text, length < 8 ? (size_t)length : 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  head = __builtin_bswap64(head);
#endif
  return head;
}

enum { shortlist_unknown_place = INT32_MIN };

/// Finds the place of a change, and stores it.
int32_t shortlist_find_place(const shortlist_dictionary *v, int32_t change);

/// Returns the index in the base of a term that has changed; if it is not there, ~ the index of the term
/// that it stands before.
static inline int32_t shortlist_place(const shortlist_dictionary *v, int32_t change) {
  int32_t place = atomic_load_explicit(&v->places[change], memory_order_relaxed);
  return place == shortlist_unknown_place ? shortlist_find_place(v, change) : place;
}

static inline bool shortlist_is_in_base(const shortlist_dictionary *v, int32_t change) {
  return shortlist_place(v, change) >= 0;
}

/// Returns the number of 64-bit words for a bit for each stretch.
static inline int64_t shortlist_stretch_words(const shortlist_dictionary *v) {
  return v->byte_count / shortlist_stretch_bytes / 64 + 1;
}

enum { shortlist_shared_block = 16 };
typedef uint8_t shortlist_shared_bytes __attribute__((vector_size(shortlist_shared_block)));

static inline int shortlist_compare_characters(const char *a, const char *b, int32_t length) {
  return length == 1 ? (unsigned char)*a - (unsigned char)*b : memcmp(a, b, (size_t)length);
}

/// Returns the end of the run of terms, from `first` on, that share their bytes up to `end`. All
/// terms from `first` to `last` share the bytes up to `start`.
static inline int32_t shortlist_terms_end(const shortlist_dictionary *v, int32_t first,
                                          int32_t last, int32_t start, int32_t end) {
  // The end is usually near.
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
  const char *text = shortlist_term_text(v, first) + start;
  int32_t step = 64, length = end - start;
  while (step < last - next &&
         shortlist_compare_characters(shortlist_term_text(v, next + step - 1) + start, text,
                                      length) == 0) {
    next += step;
    step *= 2;
  }
  if (step < last - next) last = next + step;
  while (next < last) {
    int32_t middle = next + (last - next) / 2;
    if (shortlist_compare_characters(shortlist_term_text(v, middle) + start, text, length) == 0)
      next = middle + 1;
    else
      last = middle;
  }
  return next;
}

// Terms sorted by their bytes. Each is stored as the number of leading bytes it shares with the one
// before, the number of bytes that follow, and those bytes; then its number of items and its number
// of titles. The first two numbers take a byte each. The others are little-endian varints: 7 bits
// per byte, with the high bit set on all but the last.

/// The index holds no longer terms.
enum { shortlist_longest_packed = 255 };

/// A position among packed terms.
typedef struct {
  const unsigned char *bytes;
  int64_t size, offset;
  /// The number of leading bytes that the term shares with the one before.
  int32_t shared;
  int32_t length;
  char text[shortlist_longest_packed];
  int64_t items, titles;
} shortlist_packed_place;

/// Moves to before the first term of the blob in the current row.
void shortlist_begin_packed(shortlist_packed_place *place, sqlite3_stmt *row);

/// Moves to the next term. Returns `SQLITE_ROW`, `SQLITE_DONE` at the end, or `SQLITE_CORRUPT` if
/// the bytes are not packed terms.
int shortlist_next_packed(shortlist_packed_place *place);

/// The counts of a term after some changes; 0 items if no item holds it any more.
typedef struct {
  const char *text;
  uint64_t head;
  int32_t length;
  /// Its position among all changes read.
  int32_t number;
  int64_t items, titles;
} shortlist_term_change;

/// The latest change of each term, sorted by the bytes of the terms.
typedef struct {
  shortlist_term_change *array;
  int32_t count, capacity;
  char *bytes;
  int32_t size, byte_capacity;
} shortlist_term_changes;

/// Reads changes from rows of packed terms, the latest last, and resets `rows`. Sets `*parts` to the
/// number of rows. Free the changes in any case.
int shortlist_read_term_changes(sqlite3_stmt *rows, shortlist_term_changes *changes,
                                int32_t *parts);

/// Reads changes from the bytes of one row.
int shortlist_unpack_term_changes(const void *_Nullable bytes, int64_t size,
                                  shortlist_term_changes *changes);
void shortlist_term_changes_free(shortlist_term_changes *changes);

#pragma clang assume_nonnull end
