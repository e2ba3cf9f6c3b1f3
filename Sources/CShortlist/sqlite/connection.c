#include "CShortlist.h"

#include <stdatomic.h>
#include <time.h>

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

struct shortlist_budget {
  atomic_int cancelled;
  atomic_int spent;
  int64_t deadline;  // of the monotonic clock, in nanoseconds
  int64_t looks;     // that are left
};

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

shortlist_budget *shortlist_budget_create(void) {
  shortlist_budget *budget = sqlite3_malloc64(sizeof *budget);
  if (!budget) return 0;
  atomic_init(&budget->cancelled, 0);
  atomic_init(&budget->spent, 0);
  budget->deadline = INT64_MAX;
  budget->looks = INT64_MAX;
  return budget;
}

void shortlist_budget_free(shortlist_budget *budget) { sqlite3_free(budget); }

void shortlist_budget_cancel(shortlist_budget *budget) { atomic_store(&budget->cancelled, 1); }

int shortlist_budget_is_cancelled(const shortlist_budget *budget) {
  return atomic_load(&budget->cancelled);
}

void shortlist_budget_start(shortlist_budget *budget, int64_t nanoseconds) {
  int64_t start = now();
  budget->deadline = nanoseconds < INT64_MAX - start ? start + nanoseconds : INT64_MAX;
  atomic_store(&budget->spent, 0);
}

int shortlist_budget_is_spent(const shortlist_budget *budget) {
  return atomic_load(&budget->spent);
}

void shortlist_budget_limit(shortlist_budget *budget, int64_t looks) { budget->looks = looks; }

int shortlist_budget_look(shortlist_budget *budget) {
  if (budget == 0) return 0;
  if (atomic_load_explicit(&budget->cancelled, memory_order_relaxed)) return 1;
  if (budget->looks > 0 && now() < budget->deadline) {
    budget->looks--;
    return 0;
  }
  atomic_store(&budget->spent, 1);
  return 1;
}

/// SQLite's progress handler: a number other than 0 stops the statement.
static int is_over(void *context) { return shortlist_budget_look(context); }

void shortlist_budget_apply(shortlist_budget *budget, sqlite3 *db) {
  sqlite3_progress_handler(db, 1000, budget ? is_over : 0, budget);
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
