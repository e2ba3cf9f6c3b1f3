#ifndef SHORTLIST_FUNCTIONS_H
#define SHORTLIST_FUNCTIONS_H

#include <sqlite3.h>

#pragma clang assume_nonnull begin

/// Creates `shortlist_fields(table, spec)`, for WHERE.
///
/// `spec` is a blob of two bytes for each phrase of the match expression, in its order: the clause
/// that the phrase belongs to, counted from 0 (at most 63), and a mask of the columns in which it
/// counts. 1 when each clause has a phrase in a column that counts, else 0.
int shortlist_create_fields(fts5_api *api);

/// Creates `shortlist_rank(table, ranking)`: the score of a row by BM25F; 0 when no clause stands in a
/// column that counts for it, -1 when the row cannot reach the threshold, NULL when the ranking is of
/// another expression.
int shortlist_create_rank(fts5_api *api);

/// Creates `shortlist_checksum(value, …)`: 32 bits that tell apart values of all types, by FNV-1a.
int shortlist_create_checksum(sqlite3 *db);

/// Registers `shortlist_leaf_is_sound`, which takes a leaf of FTS5, and `shortlist_counted_items`, which takes
/// FTS5's record of totals and gives the number of items in it, or NULL when the record cannot be.
int shortlist_create_leaf_check(sqlite3 *db);

/// Creates `shortlist_listed_docids(list)`: a row with the column `docid` for each docid of what
/// `shortlist_bind_docids` binds, in their order.
int shortlist_create_listed_docids(sqlite3 *db);

#pragma clang assume_nonnull end

#endif
