#pragma once

#include <sqlite3.h>

#pragma clang assume_nonnull begin

/// Creates `shortlist_fields` and `shortlist_rank`.
int shortlist_create_fts5_functions(fts5_api *api);

/// Creates `shortlist_checksum`, `shortlist_leaf_is_sound` and `shortlist_counted_items`.
int shortlist_create_sql_functions(sqlite3 *db);

/// Creates `shortlist_listed_docids(list)`, with a row for each docid that `shortlist_bind_docids`
/// bound, in order; the column is `docid`.
int shortlist_create_listed_docids(sqlite3 *db);

#pragma clang assume_nonnull end
