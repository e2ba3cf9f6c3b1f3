#include <string.h>

#include "extension.h"
#include "shortlist_array.h"

/// Whether a file that the host has open is the one that `file` describes.
static bool is_same_file(const char *path, const struct stat *file) {
  struct stat other;
  return path && *path && stat(path, &other) == 0 && other.st_dev == file->st_dev &&
         other.st_ino == file->st_ino;
}

/// Sets `*is_open` to whether the host has a file open in this connection.
static int find_in_host(const shortlist_host_connection *connection, const struct stat *file,
                        bool *is_open) {
  const sqlite3_api_routines *host = connection->host;
  sqlite3 *db = connection->db;
  *is_open = false;
#if SQLITE_VERSION_NUMBER >= 3039000
  if (shortlist_host_has(host, 3039000)) {
    const char *name;
    for (int i = 0; !*is_open && (name = host->db_name(db, i)) != NULL; i++) {
      *is_open = is_same_file(host->db_filename(db, name), file);
    }
    return SQLITE_OK;
  }
#endif
  sqlite3_stmt *statement = NULL;
  int rc = host->prepare_v2(db, "PRAGMA database_list", -1, &statement, NULL);
  if (rc != SQLITE_OK) return rc;
  while (!*is_open && host->step(statement) == SQLITE_ROW) {
    *is_open = is_same_file((const char *)host->column_text(statement, 2), file);
  }
  rc = host->finalize(statement);
  return *is_open ? SQLITE_OK : rc;
}

/// Whether a list may be opened or used. When either of two copies of SQLite closes a file, the
/// system releases the POSIX locks that the other one holds on it.
static bool may_use(const shortlist_host_connection *connection, shortlist_text path,
                    const struct stat *file, shortlist_failure *failure) {
  if (!connection->is_other_copy) return true;
  bool is_open;
  failure->code = find_in_host(connection, file, &is_open);
  if (failure->code != SQLITE_OK) return false;
  if (!is_open) return true;
  failure->code = SQLITE_ERROR;
  failure->message = failure->host->mprintf(
    "%.*s is open in this connection through another copy of SQLite (%s) than the one that Shortlist "
    "uses (%s). Two copies in one process would release each other's locks on the file. Search it "
    "from a connection to another database, such as :memory:.",
    (int)path.length, path.bytes, failure->host->libversion(), sqlite3_libversion());
  return false;
}

static void close_list(shortlist_host_connection *connection, int32_t index) {
  shortlist_open_list *list = &connection->lists[index];
  connection->engine.close(list->list);
  sqlite3_free(list->path);
  *list = connection->lists[--connection->count];
}

/// Closes the lists that have been moved, deleted or replaced.
static void close_replaced(shortlist_host_connection *connection) {
  for (int32_t i = connection->count - 1; i >= 0; i--) {
    const shortlist_open_list *list = &connection->lists[i];
    struct stat now;
    if (lstat(list->path, &now) != 0 || now.st_dev != list->device || now.st_ino != list->inode) {
      close_list(connection, i);
    }
  }
}

void *shortlist_find_list(shortlist_host_connection *connection, shortlist_text path,
                          shortlist_failure *failure) {
  struct stat file;
  bool exists = strlen(path.bytes) == (size_t)path.length && lstat(path.bytes, &file) == 0;
  if (exists) {
    if (!may_use(connection, path, &file, failure)) return NULL;
    for (int32_t i = 0; i < connection->count; i++) {
      const shortlist_open_list *list = &connection->lists[i];
      if (list->inode == file.st_ino && list->device == file.st_dev) return list->list;
    }
    close_replaced(connection);
  }
  int rc = shortlist_reserve(&connection->lists, &connection->capacity, connection->count + 1);
  char *copy = rc == SQLITE_OK ? sqlite3_mprintf("%s", path.bytes) : NULL;
  if (copy == NULL) {
    failure->code = SQLITE_NOMEM;
    return NULL;
  }
  void *list = connection->engine.open(path, failure);
  // A file that has only just appeared is closed by the next call of `close_replaced`.
  if (list && !exists) memset(&file, 0, sizeof file);
  if (list == NULL) {
    sqlite3_free(copy);
    return NULL;
  }
  connection->lists[connection->count++] =
    (shortlist_open_list){copy, file.st_dev, file.st_ino, list};
  return list;
}

void shortlist_leave_connection(void *context) {
  shortlist_host_connection *connection = context;
  if (--connection->users > 0) return;
  while (connection->count > 0) close_list(connection, connection->count - 1);
  sqlite3_free(connection->lists);
  sqlite3_free(connection);
}
