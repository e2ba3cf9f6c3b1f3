#pragma once

#include "plan.h"

#pragma clang assume_nonnull begin

/// A search, made from the values of a statement.
typedef struct {
  shortlist_request request;
  shortlist_text path;
  /// The rows to skip.
  int64_t offset;
  /// Whether no row can match, because of a NULL or of a limit of 0.
  bool is_empty;
  shortlist_text *_Nullable sections;
  /// Copies that the sections point into.
  sqlite3_value *_Nullable *_Nullable copies;
  int32_t copy_count;
} shortlist_search;

/// Makes a search from the values that `shortlist_read_plan` found. Its texts belong to them; free it
/// with `shortlist_free_search`, also after an error. Returns `SQLITE_OK` or an error, for which
/// `failure` may have a message.
int shortlist_make_search(const shortlist_columns *columns,
                          sqlite3_value *_Nullable *_Nonnull given, shortlist_search *search,
                          shortlist_failure *failure);
void shortlist_free_search(const sqlite3_api_routines *host, shortlist_search *search);

#pragma clang assume_nonnull end
