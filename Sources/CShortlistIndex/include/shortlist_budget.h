#ifndef CSHORTLISTINDEX_BUDGET_H
#define CSHORTLISTINDEX_BUDGET_H

#include <sqlite3.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// How long the statements of a connection may go on. Shared between the thread that runs them and
/// those that cancel; thread-safe as far as said.
typedef struct shortlist_budget shortlist_budget;

/// Makes a budget without an end; NULL when memory runs out. Freed with `shortlist_budget_free`.
shortlist_budget *_Nullable shortlist_budget_create(void);
void shortlist_budget_free(shortlist_budget *budget);
/// From any thread: statements under this budget stop within 1,000 steps of SQLite's machine.
void shortlist_budget_cancel(shortlist_budget *budget);
/// From any thread: whether it was cancelled.
int shortlist_budget_is_cancelled(const shortlist_budget *budget);
/// Ends the budget `nanoseconds` from now; not while statements run under it.
void shortlist_budget_start(shortlist_budget *budget, int64_t nanoseconds);
/// Ends the budget after so many looks, whatever the time, for tests.
void shortlist_budget_limit(shortlist_budget *budget, int64_t looks);
/// Whether the time was over when last looked at.
int shortlist_budget_is_spent(const shortlist_budget *budget);
/// Whether it is over, or cancelled: looks at the clock.
int shortlist_budget_look(shortlist_budget *_Nullable budget);
/// Puts the statements of `db` under `budget`, which must live longer; NULL frees them again.
void shortlist_budget_apply(shortlist_budget *_Nullable budget, sqlite3 *db);

#pragma clang assume_nonnull end

#endif
