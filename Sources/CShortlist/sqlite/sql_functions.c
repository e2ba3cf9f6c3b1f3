#include <stdbool.h>

#include "CShortlist.h"
#include "functions.h"

uint64_t shortlist_hash(uint64_t hash, const void *bytes, int64_t length) {
  const unsigned char *byte = bytes;
  for (int64_t i = 0; i < length; i++) hash = (hash ^ byte[i]) * 0x100000001b3;
  return hash;
}

// Hashes the type, length and bytes of a value; the length of a number counts as 0. The byte order of
// this machine is the same wherever Swift runs.
uint64_t shortlist_hash_value(uint64_t hash, int type, const void *bytes, int64_t length) {
  bool is_number = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
  struct { int64_t type, length; } head = {type, is_number ? 0 : length};
  hash = shortlist_hash(hash, &head, sizeof head);
  return shortlist_hash(hash, bytes, length);
}

int64_t shortlist_checksum(uint64_t hash) {
  return (int32_t)(hash ^ hash >> 32);
}

static uint64_t hash_value(uint64_t hash, sqlite3_value *value) {
  int type = sqlite3_value_type(value);
  switch (type) {
    case SQLITE_INTEGER: {
      int64_t number = sqlite3_value_int64(value);
      return shortlist_hash_value(hash, type, &number, sizeof number);
    }
    case SQLITE_FLOAT: {
      double number = sqlite3_value_double(value) + 0.0;  // SQLite does not store the sign of zero
      return shortlist_hash_value(hash, type, &number, sizeof number);
    }
    default: {
      const void *bytes = sqlite3_value_blob(value);
      return shortlist_hash_value(hash, type, bytes, bytes ? sqlite3_value_bytes(value) : 0);
    }
  }
}

/// `shortlist_checksum(value, …)`, a 32-bit FNV-1a hash of values of any type.
static void checksum(sqlite3_context *context, int count, sqlite3_value **values) {
  uint64_t hash = SHORTLIST_HASH_START;
  for (int i = 0; i < count; i++) hash = hash_value(hash, values[i]);
  sqlite3_result_int64(context, shortlist_checksum(hash));
}

/// `shortlist_leaf_is_sound(leaf)`, which checks a leaf of FTS5.
static void leaf_is_sound(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  const unsigned char *bytes = sqlite3_value_blob(values[0]);
  int32_t length = bytes ? sqlite3_value_bytes(values[0]) : 0;
  sqlite3_result_int(context, shortlist_leaf_is_sound(bytes, length));
}

/// `shortlist_counted_items(totals)`, the number of items in FTS5's record of totals, or NULL if
/// that is malformed.
static void counted_items(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  const unsigned char *record = sqlite3_value_blob(values[0]);
  int32_t length = record ? sqlite3_value_bytes(values[0]) : 0;
  uint64_t totals[shortlist_total_count];
  if (shortlist_read_totals(record, length, totals)) {
    sqlite3_result_int64(context, (int64_t)totals[0]);
  }
}

int shortlist_create_sql_functions(sqlite3 *db) {
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
  int rc = sqlite3_create_function(db, "shortlist_checksum", -1, flags, 0, checksum, 0, 0);
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_create_function(db, "shortlist_leaf_is_sound", 1, flags, 0, leaf_is_sound, 0, 0);
  if (rc != SQLITE_OK) return rc;
  return sqlite3_create_function(db, "shortlist_counted_items", 1, flags, 0, counted_items, 0, 0);
}
