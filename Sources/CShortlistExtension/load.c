#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "CShortlist.h"
#include "extension.h"

/// The first version of SQLite that has everything the extension needs.
enum { oldest_host = 3031000 };

/// Keeps this library in memory until the process ends. Swift's runtime knows its types, and cannot
/// forget them when SQLite unloads an extension.
static void stay(void) {
  Dl_info info;
  if (dladdr((const void *)stay, &info) != 0) dlopen(info.dli_fname, RTLD_NOW);
}

static bool is_loaded(const sqlite3_api_routines *host, sqlite3 *db) {
  sqlite3_stmt *statement = NULL;
  int rc = host->prepare_v2(db, "SELECT shortlist_version()", -1, &statement, NULL);
  host->finalize(statement);
  return rc == SQLITE_OK;
}

/// Registers the tokenizer, unless the host has no FTS5.
static int create_tokenizer(const sqlite3_api_routines *host, sqlite3 *db) {
  sqlite3_stmt *statement = NULL;
  int rc = host->prepare_v2(db, "SELECT fts5(?1)", -1, &statement, NULL);
  if (rc == SQLITE_ERROR && strstr(host->errmsg(db), "no such function")) return SQLITE_OK;
  if (rc != SQLITE_OK) return rc;
  fts5_api *api = NULL;
  rc = host->bind_pointer(statement, 1, (void *)&api, "fts5_api_ptr", NULL);
  if (rc == SQLITE_OK) host->step(statement);
  int finalized = host->finalize(statement);
  if (rc == SQLITE_OK) rc = finalized;
  return rc == SQLITE_OK && api && api->iVersion >= 2 ? shortlist_create_tokenizer(api) : rc;
}

static int create_all(shortlist_host_connection *connection, shortlist_failure *failure) {
  int rc = create_tokenizer(connection->host, connection->db);
  if (rc == SQLITE_OK) rc = shortlist_create_host_tables(connection);
  // Last, because `is_loaded` takes them as a sign that all is registered.
  if (rc == SQLITE_OK) rc = shortlist_create_host_functions(connection, failure);
  if (rc != SQLITE_OK && failure->message == NULL) {
    failure->message = connection->host->mprintf("%s", connection->host->errmsg(connection->db));
  }
  return rc;
}

int shortlist_extension_load(sqlite3 *db, char **message, const void *routines,
                             const shortlist_engine *engine) {
  const sqlite3_api_routines *host = routines;
  stay();
  if (!shortlist_host_has(host, oldest_host)) {
    *message = host->mprintf("Shortlist needs SQLite 3.31 or later; this program has %s.",
                             host->libversion());
    return SQLITE_ERROR;
  }
  if (is_loaded(host, db)) return SQLITE_OK;
  shortlist_host_connection *connection = sqlite3_malloc64(sizeof *connection);
  if (connection == NULL) return SQLITE_NOMEM;
  *connection = (shortlist_host_connection){
    .host = host,
    .db = db,
    .engine = *engine,
    // A string of its own in each copy.
    .is_other_copy = host->sourceid() != sqlite3_sourceid(),
    .users = 1,
  };
  shortlist_failure failure = {.host = host};
  int rc = create_all(connection, &failure);
  if (failure.message) *message = failure.message;
  shortlist_leave_connection(connection);
  return rc;
}
