#include "functions.h"
#include "shortlist_leaf_check.h"

static void leaf_is_sound(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  const unsigned char *bytes = sqlite3_value_blob(values[0]);
  int32_t length = bytes ? sqlite3_value_bytes(values[0]) : 0;
  sqlite3_result_int(context, shortlist_leaf_is_sound(bytes, length));
}

static void counted_items(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  const unsigned char *record = sqlite3_value_blob(values[0]);
  int32_t length = record ? sqlite3_value_bytes(values[0]) : 0;
  int64_t items;
  if (shortlist_read_item_count(record, length, &items)) sqlite3_result_int64(context, items);
}

int shortlist_create_leaf_check(sqlite3 *db) {
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
  int rc = sqlite3_create_function(db, "shortlist_leaf_is_sound", 1, flags, 0, leaf_is_sound, 0, 0);
  if (rc != SQLITE_OK) return rc;
  return sqlite3_create_function(db, "shortlist_counted_items", 1, flags, 0, counted_items, 0, 0);
}
