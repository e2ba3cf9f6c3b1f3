#include <stdatomic.h>

#include "CShortlist.h"
#include "extension.h"

/// The copies of SQLite that have loaded the extension. SQLite passes a function nothing that says
/// which copy calls it, so each copy has its own functions.
enum { most_hosts = 4 };
static _Atomic(const sqlite3_api_routines *) hosts[most_hosts];

typedef void (*sql_function)(sqlite3_context *context, int count, sqlite3_value **values);

/// `shortlist_fold(text)`, the text as Shortlist compares it.
static void fold(const sqlite3_api_routines *host, sqlite3_context *context, sqlite3_value *value) {
  if (host->value_type(value) == SQLITE_NULL) return;
  const char *text = (const char *)host->value_text(value);
  int64_t length = 0;
  char *folded = text ? shortlist_fold(text, host->value_bytes(value), &length) : NULL;
  if (folded == NULL) {
    host->result_error_nomem(context);
  } else {
    host->result_text64(context, folded, (sqlite3_uint64)length, sqlite3_free, SQLITE_UTF8);
  }
}

/// `shortlist_version()`, the version of Shortlist.
static void version(const sqlite3_api_routines *host, sqlite3_context *context) {
  const shortlist_host_connection *connection = host->user_data(context);
  shortlist_answer answer = {host, context};
  connection->engine.version(&answer);
}

#define FUNCTIONS_OF(number)                                                                \
  static void fold_##number(sqlite3_context *context, int count, sqlite3_value **values) {  \
    (void)count;                                                                            \
    fold(hosts[number], context, values[0]);                                                \
  }                                                                                         \
  static void version_##number(sqlite3_context *context, int count, sqlite3_value **values) { \
    (void)count, (void)values;                                                              \
    version(hosts[number], context);                                                        \
  }
FUNCTIONS_OF(0)
FUNCTIONS_OF(1)
FUNCTIONS_OF(2)
FUNCTIONS_OF(3)

/// Returns the place of a copy of SQLite in `hosts`, or -1 if there are too many.
static int number_of(const sqlite3_api_routines *host) {
  for (int i = 0; i < most_hosts; i++) {
    const sqlite3_api_routines *known = NULL;
    if (atomic_compare_exchange_strong(&hosts[i], &known, host) || known == host) return i;
  }
  return -1;
}

int shortlist_create_host_functions(shortlist_host_connection *connection,
                                    shortlist_failure *failure) {
  static const sql_function folds[most_hosts] = {fold_0, fold_1, fold_2, fold_3};
  static const sql_function versions[most_hosts] = {version_0, version_1, version_2, version_3};
  const sqlite3_api_routines *host = connection->host;
  int number = number_of(host);
  if (number < 0) {
    failure->message = host->mprintf(
      "%d other copies of SQLite in this process have loaded Shortlist, and it supports no more.",
      most_hosts);
    return SQLITE_ERROR;
  }
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  int rc = host->create_function_v2(connection->db, "shortlist_fold", 1, flags, connection,
                                    folds[number], 0, 0, 0);
  if (rc != SQLITE_OK) return rc;
  return host->create_function_v2(connection->db, "shortlist_version", 0, flags, connection,
                                  versions[number], 0, 0, 0);
}
