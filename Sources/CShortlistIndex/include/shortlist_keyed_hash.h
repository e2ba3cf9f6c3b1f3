#ifndef SHORTLIST_KEYED_HASH_H
#define SHORTLIST_KEYED_HASH_H

#include <sqlite3.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The key of a hash.
typedef struct {
  uint64_t low, high;
} shortlist_hash_key;

/// Returns a random key. Each table has its own.
static inline shortlist_hash_key shortlist_random_key(void) {
  shortlist_hash_key key = {0, 0};
  sqlite3_randomness(sizeof key, &key);
  return key;
}

/// SipHash-1-3 of `length` bytes. Without the key, nobody can choose texts that collide in a table.
///
/// Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012,
/// doi:10.1007/978-3-642-34931-7_28.
uint64_t shortlist_keyed_hash(shortlist_hash_key key, const char *bytes, int32_t length);

#pragma clang assume_nonnull end

#endif
