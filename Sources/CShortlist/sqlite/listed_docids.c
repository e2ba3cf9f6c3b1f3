#include <stddef.h>
#include <string.h>

#include "CShortlist.h"
#include "functions.h"

/// The list bound to a statement.
typedef struct {
  int64_t count;
  int64_t docids[];
} docid_list;

static const char list_type[] = "shortlist_listed_docids";

typedef struct {
  sqlite3_vtab_cursor base;
  const docid_list *list;
  int64_t place;
} list_cursor;

enum { docid_column, list_column };

static int connect(sqlite3 *db, void *context, int count, const char *const *arguments,
                   sqlite3_vtab **table, char **error) {
  (void)context, (void)count, (void)arguments, (void)error;
  int rc = sqlite3_declare_vtab(db, "CREATE TABLE list (docid INTEGER, list HIDDEN)");
  if (rc == SQLITE_OK) rc = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
  if (rc != SQLITE_OK) return rc;
  *table = sqlite3_malloc64(sizeof **table);
  if (*table == NULL) return SQLITE_NOMEM;
  memset(*table, 0, sizeof **table);
  return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

static int choose_index(sqlite3_vtab *table, sqlite3_index_info *info) {
  (void)table;
  for (int i = 0; i < info->nConstraint; i++) {
    if (info->aConstraint[i].iColumn != list_column || !info->aConstraint[i].usable ||
        info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ) {
      continue;
    }
    info->aConstraintUsage[i].argvIndex = 1;
    info->aConstraintUsage[i].omit = 1;
    info->estimatedCost = 1;
    return SQLITE_OK;
  }
  return SQLITE_CONSTRAINT;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **result) {
  (void)table;
  list_cursor *cursor = sqlite3_malloc64(sizeof *cursor);
  if (cursor == NULL) return SQLITE_NOMEM;
  *cursor = (list_cursor){0};
  *result = &cursor->base;
  return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *cursor) {
  sqlite3_free(cursor);
  return SQLITE_OK;
}

static int begin(sqlite3_vtab_cursor *base, int number, const char *name, int count,
                 sqlite3_value **values) {
  (void)number, (void)name;
  list_cursor *cursor = (list_cursor *)base;
  cursor->list = count > 0 ? sqlite3_value_pointer(values[0], list_type) : NULL;
  cursor->place = 0;
  return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *cursor) {
  ((list_cursor *)cursor)->place++;
  return SQLITE_OK;
}

static int is_over(sqlite3_vtab_cursor *base) {
  const list_cursor *cursor = (const list_cursor *)base;
  return cursor->list == NULL || cursor->place >= cursor->list->count;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
  const list_cursor *cursor = (const list_cursor *)base;
  if (column == docid_column) sqlite3_result_int64(context, cursor->list->docids[cursor->place]);
  return SQLITE_OK;
}

static int rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid) {
  *rowid = ((const list_cursor *)cursor)->place;
  return SQLITE_OK;
}

int shortlist_create_listed_docids(sqlite3 *db) {
  static const sqlite3_module module = {
    .xConnect = connect,
    .xBestIndex = choose_index,
    .xDisconnect = disconnect,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = begin,
    .xNext = next,
    .xEof = is_over,
    .xColumn = column,
    .xRowid = rowid,
  };
  return sqlite3_create_module(db, list_type, &module, NULL);
}

int shortlist_bind_docids(sqlite3_stmt *statement, int index, const int64_t *docids, int64_t count) {
  docid_list *list = sqlite3_malloc64(sizeof *list + (sqlite3_uint64)count * sizeof *docids);
  if (list == NULL) return SQLITE_NOMEM;
  list->count = count;
  if (count > 0) memcpy(list->docids, docids, (size_t)count * sizeof *docids);
  return sqlite3_bind_pointer(statement, index, list, list_type, sqlite3_free);
}
