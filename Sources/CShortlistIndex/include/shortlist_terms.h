#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#pragma clang assume_nonnull begin

/// Compares two terms by their bytes.
static inline int shortlist_compare_terms(const void *a, int32_t a_length, const void *b,
                                          int32_t b_length) {
  int order = memcmp(a, b, (size_t)(a_length < b_length ? a_length : b_length));
  return order != 0 ? order : a_length - b_length;
}

/// Returns the number of leading bytes that two terms share.
static inline int32_t shortlist_common_prefix(const void *a, int32_t a_length, const void *b,
                                              int32_t b_length) {
  const char *first = a, *second = b;
  int32_t most = a_length < b_length ? a_length : b_length, shared = 0;
  while (shared < most && first[shared] == second[shared]) shared++;
  return shared;
}

/// The beginning of each entry of a table.
typedef struct {
  uint64_t hash;
  /// The start of its bytes among those of all terms.
  size_t offset;
  int32_t length;
} shortlist_term_entry;

/// A hash table of terms, whose entries stay in order of insertion. Each table has a random key, so
/// nobody can choose texts that collide in it.
typedef struct {
  uint64_t key[2];
  size_t entry_size;
  unsigned char *_Nullable entries;
  int32_t count, capacity;
  /// For each hash, 1 + the number of an entry; 0 if free. The length is a power of two.
  int32_t *_Nullable slots;
  int32_t slot_count;
  /// The bytes of all terms, concatenated.
  char *_Nullable bytes;
  size_t length, room;
} shortlist_term_table;

/// Makes an empty table whose entries have `entry_size` bytes and begin with a
/// `shortlist_term_entry`. Free its contents with `shortlist_term_table_free`.
shortlist_term_table shortlist_term_table_make(size_t entry_size);
void shortlist_term_table_free(shortlist_term_table *table);
/// Removes all terms.
void shortlist_term_table_clear(shortlist_term_table *table);
/// Frees everything but the bytes of the terms; the table is of no other use any more.
void shortlist_term_table_keep_texts(shortlist_term_table *table);

/// Returns the entry of a term, or NULL. The entry stays in place until a term is added.
void *_Nullable shortlist_term_table_find(const shortlist_term_table *table, const char *bytes,
                                          int32_t length);
/// Finds the entry of a term, or adds one that is zero after its beginning. Returns `SQLITE_OK`,
/// `SQLITE_NOMEM`, or `SQLITE_TOOBIG` beyond 268,435,456 terms.
int shortlist_term_table_add(shortlist_term_table *table, const char *bytes, int32_t length,
                             void *_Nullable *_Nonnull entry);

/// Returns an entry by number.
static inline void *shortlist_term_table_entry(const shortlist_term_table *table, int32_t number) {
  return table->entries + (size_t)number * table->entry_size;
}

/// Returns the number of slots probed when every term is looked up once. For tests.
int64_t shortlist_term_table_probes(const shortlist_term_table *table);

#pragma clang assume_nonnull end
