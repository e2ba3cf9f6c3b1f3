#include "CShortlist.h"

int shortlist_harden(sqlite3 *db) {
  static const struct { int option, value; } settings[] = {
    {SQLITE_DBCONFIG_DEFENSIVE, 1},
    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
    {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
    {SQLITE_DBCONFIG_DQS_DML, 0},
    {SQLITE_DBCONFIG_DQS_DDL, 0},
#if !defined(SQLITE_OMIT_LOAD_EXTENSION) && !defined(__APPLE__)
    {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
#endif
  };
  static const struct { int limit, value; } limits[] = {
    {SQLITE_LIMIT_LENGTH, 16 << 20},       {SQLITE_LIMIT_SQL_LENGTH, 100000},
    {SQLITE_LIMIT_COLUMN, 100},            {SQLITE_LIMIT_EXPR_DEPTH, 100},
    {SQLITE_LIMIT_COMPOUND_SELECT, 10},    {SQLITE_LIMIT_FUNCTION_ARG, 16},
    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000}, {SQLITE_LIMIT_VARIABLE_NUMBER, 32766},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 10},      {SQLITE_LIMIT_WORKER_THREADS, 0},
    {SQLITE_LIMIT_ATTACHED, 0},
  };
  for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
    int rc = sqlite3_db_config(db, settings[i].option, settings[i].value, (int *)0);
    if (rc != SQLITE_OK) return rc;
  }
  for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++) {
    sqlite3_limit(db, limits[i].limit, limits[i].value);
  }
  return SQLITE_OK;
}

int shortlist_allow_other_schemas(sqlite3 *db) {
  // SQLite takes a larger number than its own maximum for that.
  static const int limits[] = {SQLITE_LIMIT_COLUMN, SQLITE_LIMIT_SQL_LENGTH,
                               SQLITE_LIMIT_EXPR_DEPTH, SQLITE_LIMIT_COMPOUND_SELECT,
                               SQLITE_LIMIT_FUNCTION_ARG};
  for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++) {
    sqlite3_limit(db, limits[i], 0x7fffffff);
  }
  return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 1, (int *)0);
}

int shortlist_unlock_copy(sqlite3 *db) {
  int rc = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 0, (int *)0);
  if (rc != SQLITE_OK) return rc;
  return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_VIEW, 1, (int *)0);
}

int shortlist_unlock_shadows(sqlite3 *db, int unlocked) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, unlocked ? 0 : 1, (int *)0);
}

int shortlist_leave_log(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

int shortlist_bind_text(sqlite3_stmt *statement, int index, const char *text, int64_t length) {
  return sqlite3_bind_text64(statement, index, text ? text : "", (sqlite3_uint64)length,
                             SQLITE_TRANSIENT, SQLITE_UTF8);
}

int shortlist_bind_borrowed_text(sqlite3_stmt *statement, int index, const char *text,
                                 int64_t length) {
  return sqlite3_bind_text64(statement, index, text ? text : "", (sqlite3_uint64)length,
                             SQLITE_STATIC, SQLITE_UTF8);
}

int shortlist_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int64_t length) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", (sqlite3_uint64)length,
                             SQLITE_TRANSIENT);
}
