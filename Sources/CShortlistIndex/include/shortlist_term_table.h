#ifndef SHORTLIST_TERM_TABLE_H
#define SHORTLIST_TERM_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "shortlist_keyed_hash.h"

#pragma clang assume_nonnull begin

/// The beginning of each entry.
typedef struct {
  uint64_t hash;
  /// The start of its bytes among those of all terms.
  size_t offset;
  int32_t length;
} shortlist_term_entry;

/// A hash table of terms, whose entries stay in order of insertion.
typedef struct {
  shortlist_hash_key key;
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

/// Finds the entry of a term, or adds one that is zero after its beginning. The entry stays in
/// place until the next call. Returns `SQLITE_OK`, `SQLITE_NOMEM`, or `SQLITE_TOOBIG` beyond
/// 268,435,456 terms.
int shortlist_term_table_find(shortlist_term_table *table, const char *bytes, int32_t length,
                              void *_Nullable *_Nonnull entry);

/// Returns an entry by number.
static inline void *shortlist_term_table_entry(const shortlist_term_table *table, int32_t number) {
  return table->entries + (size_t)number * table->entry_size;
}

/// Returns the number of slots probed when every term is looked up once.
int64_t shortlist_term_table_probes(const shortlist_term_table *table);

#pragma clang assume_nonnull end

#endif
