#ifndef SHORTLIST_FUNCTIONS_H
#define SHORTLIST_FUNCTIONS_H

#include <sqlite3.h>

#pragma clang assume_nonnull begin

/// Creates `shortlist_fields(table, spec)`, for WHERE.
///
/// `spec` is a blob with two bytes for each phrase of the match expression, in order: the clause of
/// the phrase, from 0 to 63, and a mask of the columns in which the phrase counts. Returns 1 when
/// each clause has a phrase in a column that counts, otherwise 0.
int shortlist_create_fields(fts5_api *api);

/// Creates `shortlist_rank(table, ranking)`, the score of a row by BM25F. Returns 0 when no clause
/// matches in a column that counts for it, -1 when the row cannot reach the threshold, and NULL
/// when the ranking belongs to another expression.
int shortlist_create_rank(fts5_api *api);

/// Creates `shortlist_checksum(value, …)`, a 32-bit FNV-1a hash of values of any type.
int shortlist_create_checksum(sqlite3 *db);

/// Creates `shortlist_leaf_is_sound`, which checks a leaf of FTS5, and `shortlist_counted_items`,
/// which reads the number of items from FTS5's record of totals, or returns NULL if that is
/// malformed.
int shortlist_create_leaf_check(sqlite3 *db);

/// Creates `shortlist_listed_docids(list)`, with a row for each docid that `shortlist_bind_docids`
/// bound, in order; the column is `docid`.
int shortlist_create_listed_docids(sqlite3 *db);

#pragma clang assume_nonnull end

#endif
