#include <string.h>

#include "CShortlist.h"
#include "request.h"

static const shortlist_columns hits = {
  .name = "shortlist",
  .schema = "CREATE TABLE hits(rank INTEGER, section TEXT, id TEXT, title TEXT, subtitle TEXT,"
            " keywords TEXT, body TEXT, weight REAL, payload BLOB, tier TEXT, score REAL,"
            " highlights TEXT, snippet TEXT, attributes TEXT, file HIDDEN, query HIDDEN, scope HIDDEN, top HIDDEN,"
            " layout HIDDEN, sort HIDDEN, match HIDDEN, groups HIDDEN, typos HIDDEN, budget HIDDEN,"
            " filter HIDDEN)",
  .first_argument = shortlist_hit_attributes + 1,
  .argument_count = shortlist_plan_filter + 1,
  .arguments = {shortlist_plan_file, shortlist_plan_query, shortlist_plan_scope, shortlist_plan_top,
                shortlist_plan_layout, shortlist_plan_sort, shortlist_plan_match,
                shortlist_plan_groups, shortlist_plan_typos, shortlist_plan_budget,
                shortlist_plan_filter},
  .section = shortlist_hit_section,
  .snippet = shortlist_hit_snippet,
};

static const shortlist_columns completions = {
  .name = "shortlist_completions",
  .schema = "CREATE TABLE completions(rank INTEGER, text TEXT, typed TEXT, kind TEXT, weight REAL,"
            " file HIDDEN, query HIDDEN, scope HIDDEN, top HIDDEN)",
  .first_argument = shortlist_completion_weight + 1,
  .argument_count = shortlist_plan_top + 1,
  .arguments = {shortlist_plan_file, shortlist_plan_query, shortlist_plan_scope, shortlist_plan_top},
  .section = -1,
  .snippet = -1,
  .completes = true,
};

static const shortlist_columns facets = {
  .name = "shortlist_facets",
  .schema = "CREATE TABLE facets(rank INTEGER, value, count INTEGER, is_exact INTEGER, file HIDDEN,"
            " query HIDDEN, attribute HIDDEN, filter HIDDEN, scope HIDDEN, top HIDDEN,"
            " typos HIDDEN, budget HIDDEN)",
  .first_argument = shortlist_facet_is_exact + 1,
  .argument_count = 8,
  .arguments = {shortlist_plan_file, shortlist_plan_query, shortlist_plan_attribute,
                shortlist_plan_filter, shortlist_plan_scope, shortlist_plan_top, shortlist_plan_typos,
                shortlist_plan_budget},
  .section = -1,
  .snippet = -1,
  .counts_values = true,
};

/// What a module needs. SQLite passes only one pointer to it.
typedef struct {
  shortlist_host_connection *connection;
  const shortlist_columns *columns;
} table_module;

typedef struct {
  sqlite3_vtab base;
  shortlist_host_connection *connection;
  const shortlist_columns *columns;
} table;

typedef struct {
  sqlite3_vtab_cursor base;
  /// NULL without rows.
  void *rows;
  int64_t count, place;
  sqlite3_value *arguments[shortlist_plan_arguments];
} table_cursor;

static int connect(sqlite3 *db, void *context, int count, const char *const *arguments,
                   sqlite3_vtab **result, char **error) {
  (void)count, (void)arguments, (void)error;
  const table_module *module = context;
  const sqlite3_api_routines *host = module->connection->host;
  int rc = host->declare_vtab(db, module->columns->schema);
  // No view or trigger of a database from somebody else may open files.
  if (rc == SQLITE_OK) rc = host->vtab_config(db, SQLITE_VTAB_DIRECTONLY);
  if (rc != SQLITE_OK) return rc;
  table *created = sqlite3_malloc64(sizeof *created);
  if (created == NULL) return SQLITE_NOMEM;
  *created = (table){.connection = module->connection, .columns = module->columns};
  *result = &created->base;
  return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *base) {
  sqlite3_free(base);
  return SQLITE_OK;
}

static int choose_index(sqlite3_vtab *base, sqlite3_index_info *info) {
  const table *self = (const table *)base;
  return shortlist_make_plan(self->connection->host, self->columns, info);
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **result) {
  (void)base;
  table_cursor *cursor = sqlite3_malloc64(sizeof *cursor);
  if (cursor == NULL) return SQLITE_NOMEM;
  *cursor = (table_cursor){0};
  *result = &cursor->base;
  return SQLITE_OK;
}

static void clear(const shortlist_host_connection *connection, table_cursor *cursor) {
  if (cursor->rows) connection->engine.free_rows(cursor->rows);
  cursor->rows = NULL;
  cursor->count = cursor->place = 0;
  for (int i = 0; i < shortlist_plan_arguments; i++) {
    connection->host->value_free(cursor->arguments[i]);
    cursor->arguments[i] = NULL;
  }
}

static int close_cursor(sqlite3_vtab_cursor *base) {
  clear(((const table *)base->pVtab)->connection, (table_cursor *)base);
  sqlite3_free(base);
  return SQLITE_OK;
}

/// Finds the rows of a search.
static int find(const table *self, const shortlist_search *search, table_cursor *cursor,
                shortlist_failure *failure) {
  const shortlist_engine *engine = &self->connection->engine;
  void *list = shortlist_find_list(self->connection, search->path, failure);
  if (list == NULL) return failure->code;
  cursor->rows = self->columns->completes
    ? engine->complete(list, &search->request, &cursor->count, failure)
    : self->columns->counts_values
    ? engine->count_values(list, &search->request, &cursor->count, failure)
    : engine->search(list, &search->request, &cursor->count, failure);
  if (cursor->rows == NULL) return failure->code;
  cursor->place = search->offset < cursor->count ? search->offset : cursor->count;
  return SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *base, int needs_snippets, const char *plan, int count,
                  sqlite3_value **values) {
  table *self = (table *)base->pVtab;
  table_cursor *cursor = (table_cursor *)base;
  const sqlite3_api_routines *host = self->connection->host;
  clear(self->connection, cursor);
  sqlite3_value *given[shortlist_plan_values];
  shortlist_read_plan(plan, count, values, given);
  for (int i = 0; i < self->columns->argument_count; i++) {
    sqlite3_value *value = given[self->columns->arguments[i]];
    if (value && (cursor->arguments[i] = host->value_dup(value)) == NULL) return SQLITE_NOMEM;
  }
  shortlist_search search;
  shortlist_failure failure = {.host = host, .code = SQLITE_ERROR};
  int rc = shortlist_make_search(self->columns, given, &search, &failure);
  search.request.needs_snippets = needs_snippets;
  if (rc == SQLITE_OK && !search.is_empty) rc = find(self, &search, cursor, &failure);
  shortlist_free_search(host, &search);
  if (failure.message) {
    host->free(base->pVtab->zErrMsg);
    base->pVtab->zErrMsg = failure.message;
  }
  return rc;
}

static int next(sqlite3_vtab_cursor *base) {
  ((table_cursor *)base)->place++;
  return SQLITE_OK;
}

static int is_over(sqlite3_vtab_cursor *base) {
  const table_cursor *cursor = (const table_cursor *)base;
  return cursor->place >= cursor->count;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
  const table *self = (const table *)base->pVtab;
  const table_cursor *cursor = (const table_cursor *)base;
  const sqlite3_api_routines *host = self->connection->host;
  int argument = column - self->columns->first_argument;
  if (argument >= 0) {
    if (cursor->arguments[argument]) host->result_value(context, cursor->arguments[argument]);
  } else if (column == 0) {
    host->result_int64(context, cursor->place + 1);
  } else {
    shortlist_answer answer = {host, context};
    self->connection->engine.read(cursor->rows, cursor->place, column, &answer);
  }
  return SQLITE_OK;
}

/// Hashes what makes a row the same in two searches: its arguments, and its item. SQLite joins the
/// rows of both sides of an `OR` by that.
static int rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
  const table *self = (const table *)base->pVtab;
  const table_cursor *cursor = (const table_cursor *)base;
  const sqlite3_api_routines *host = self->connection->host;
  uint64_t hash = SHORTLIST_HASH_START;
  for (int i = 0; i < self->columns->argument_count; i++) {
    sqlite3_value *value = cursor->arguments[i];
    const void *bytes = value ? host->value_blob(value) : NULL;
    int64_t length = bytes ? host->value_bytes(value) : 0;
    hash = shortlist_hash(hash, &length, sizeof length);
    hash = shortlist_hash(hash, bytes, length);
  }
  *rowid = (int64_t)self->connection->engine.hash(cursor->rows, cursor->place, hash);
  return SQLITE_OK;
}

static void leave(void *context) {
  table_module *module = context;
  shortlist_leave_connection(module->connection);
  sqlite3_free(module);
}

static int create(shortlist_host_connection *connection, const shortlist_columns *columns) {
  static const sqlite3_module module = {
    .xConnect = connect,
    .xBestIndex = choose_index,
    .xDisconnect = disconnect,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter,
    .xNext = next,
    .xEof = is_over,
    .xColumn = column,
    .xRowid = rowid,
  };
  table_module *context = sqlite3_malloc64(sizeof *context);
  if (context == NULL) return SQLITE_NOMEM;
  *context = (table_module){connection, columns};
  connection->users++;
  return connection->host->create_module_v2(connection->db, columns->name, &module, context, leave);
}

int shortlist_create_host_tables(shortlist_host_connection *connection) {
  int rc = create(connection, &hits);
  if (rc == SQLITE_OK) rc = create(connection, &completions);
  return rc == SQLITE_OK ? create(connection, &facets) : rc;
}
