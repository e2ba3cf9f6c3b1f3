#include <stdatomic.h>
#include <time.h>

#include "shortlist_budget.h"

struct shortlist_budget {
  atomic_int cancelled;
  atomic_int spent;
  int64_t deadline;  // on the monotonic clock, in nanoseconds
  int64_t looks;     // remaining
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

/// SQLite's progress handler: any result other than 0 stops the statement.
static int is_over(void *context) { return shortlist_budget_look(context); }

void shortlist_budget_apply(shortlist_budget *budget, sqlite3 *db) {
  sqlite3_progress_handler(db, 1000, budget ? is_over : 0, budget);
}
