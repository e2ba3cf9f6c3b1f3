#pragma once

#include <sqlite3.h>
#include <stdint.h>

#include "shortlist_budget.h"

#pragma clang assume_nonnull begin

/// The substrings that the words of an item must hold, at their beginning or inside. Used by one
/// thread at a time.
typedef struct shortlist_substring_filter shortlist_substring_filter;

/// Creates a filter. `texts` holds `count` folded substrings, one after the other. An item must
/// meet all clauses. `clauses` gives, for each, the number of its alternatives and, for each of
/// these, the number of substrings that it needs and their numbers. Returns NULL when memory runs
/// out. Free with `shortlist_substring_filter_free`.
shortlist_substring_filter *_Nullable shortlist_substring_filter_create(
  const char *_Nullable texts, const int32_t *_Nullable lengths, int32_t count,
  const int32_t *_Nullable clauses, int32_t clause_count);
void shortlist_substring_filter_free(shortlist_substring_filter *_Nullable filter);

/// Steps through rows of a docid, a title and keywords, up to one that meets all clauses. Looks at
/// the budget once for 64 rows, and adds the number of rows to `*looked_at`. Returns `SQLITE_ROW`,
/// with the docid; `SQLITE_DONE` after the last row; `SQLITE_INTERRUPT` when the time is over; or
/// another result of `sqlite3_step`.
int shortlist_substring_filter_next(shortlist_substring_filter *filter, sqlite3_stmt *rows,
                                    shortlist_budget *_Nullable budget, int64_t *docid,
                                    int64_t *looked_at);

/// Says which of the first 64 clauses each of the next rows of a statement meets, as bits: the first
/// clause is the lowest. Reads at most `limit` rows, and stores their number in `*count`. Returns
/// `SQLITE_OK`, or a result of `sqlite3_step`.
int shortlist_substring_filter_sample(shortlist_substring_filter *filter, sqlite3_stmt *rows,
                                      int32_t limit, uint64_t *met, int32_t *count);

#pragma clang assume_nonnull end
