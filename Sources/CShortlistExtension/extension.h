#pragma once

// Without the macros that redirect every function of SQLite to the host: here `host->…` is a function
// of the host, and `sqlite3_…` one of the SQLite that Shortlist links.
#define SQLITE_CORE 1
#include <sqlite3ext.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "CShortlistExtension.h"

#pragma clang assume_nonnull begin

struct shortlist_answer {
  const sqlite3_api_routines *host;
  sqlite3_context *context;
};

struct shortlist_failure {
  const sqlite3_api_routines *host;
  /// An SQLite error.
  int code;
  /// Belongs to the host; NULL when memory runs out.
  char *_Nullable message;
};

/// A list that is open.
typedef struct {
  char *path;
  dev_t device;
  ino_t inode;
  void *list;
} shortlist_open_list;

/// A connection of the host, with the lists that its statements have searched.
typedef struct {
  const sqlite3_api_routines *host;
  sqlite3 *db;
  shortlist_engine engine;
  /// Whether the host is another copy of SQLite than the one that Shortlist links.
  bool is_other_copy;
  /// The number of modules that use this.
  int users;
  shortlist_open_list *_Nullable lists;
  int32_t count, capacity;
} shortlist_host_connection;

/// Returns the list at a path, which is NUL-terminated; opens it first if necessary. Returns NULL
/// after an error.
void *_Nullable shortlist_find_list(shortlist_host_connection *connection, shortlist_text path,
                                    shortlist_failure *failure);

/// Closes all lists and frees the connection, once the last of its users has called it.
void shortlist_leave_connection(void *connection);

/// Creates `shortlist_fold` and `shortlist_version`.
int shortlist_create_host_functions(shortlist_host_connection *connection,
                                    shortlist_failure *failure);

/// Creates the table-valued functions, which become the users of the connection.
int shortlist_create_host_tables(shortlist_host_connection *connection);

/// Whether the host is at least this version, such as 3038000 for 3.38. Its table of functions ends
/// with those of its version.
static inline bool shortlist_host_has(const sqlite3_api_routines *host, int version) {
  return host->libversion_number() >= version;
}

#pragma clang assume_nonnull end
