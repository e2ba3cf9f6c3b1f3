#pragma once

#include <sqlite3.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A time limit for the statements of a connection. Shared between the thread that runs them and
/// those that cancel; thread-safe only where noted.
typedef struct shortlist_budget shortlist_budget;

/// Creates a budget without a limit; returns NULL when memory runs out. Free with
/// `shortlist_budget_free`.
shortlist_budget *_Nullable shortlist_budget_create(void);
void shortlist_budget_free(shortlist_budget *budget);
/// Cancels the budget, from any thread: its statements stop within 1,000 steps of SQLite's virtual
/// machine.
void shortlist_budget_cancel(shortlist_budget *budget);
/// Whether the budget was cancelled; callable from any thread.
int shortlist_budget_is_cancelled(const shortlist_budget *budget);
/// Sets the deadline to `nanoseconds` from now. Not while statements run under the budget.
void shortlist_budget_start(shortlist_budget *budget, int64_t nanoseconds);
/// Ends the budget after a number of looks, whatever the time. For tests.
void shortlist_budget_limit(shortlist_budget *budget, int64_t looks);
/// Whether the time was over at the last look.
int shortlist_budget_is_spent(const shortlist_budget *budget);
/// Looks at the clock: whether the time is over or the budget cancelled.
int shortlist_budget_look(shortlist_budget *_Nullable budget);
/// Puts the statements of `db` under `budget`, which must outlive them; NULL lifts the limit.
void shortlist_budget_apply(shortlist_budget *_Nullable budget, sqlite3 *db);

#pragma clang assume_nonnull end
