#pragma once

#include "extension.h"

#pragma clang assume_nonnull begin

/// The values that a plan can pass to a search, in the order of the plan: first the arguments, which
/// are hidden columns.
enum {
  shortlist_plan_file,
  shortlist_plan_query,
  shortlist_plan_scope,
  shortlist_plan_top,
  shortlist_plan_layout,
  shortlist_plan_sort,
  shortlist_plan_match,
  shortlist_plan_groups,
  shortlist_plan_typos,
  shortlist_plan_budget,
  shortlist_plan_filter,
  shortlist_plan_attribute,
  shortlist_plan_arguments,
  /// `section = …`, and `section IN (…)` in one search.
  shortlist_plan_section = shortlist_plan_arguments,
  shortlist_plan_sections,
  shortlist_plan_limit,
  shortlist_plan_offset,
  shortlist_plan_values,
};

/// The columns of a table-valued function.
typedef struct {
  const char *name;
  const char *schema;
  /// The first hidden column, and the number of hidden columns.
  int first_argument, argument_count;
  /// The value that each hidden column gives.
  int arguments[shortlist_plan_arguments];
  /// The column that holds the section, or -1.
  int section;
  /// The column that holds the snippet, or -1.
  int snippet;
  /// Whether the rows are completions. Fewer of them are others than the first of more, so `LIMIT` is
  /// left to SQLite.
  bool completes;
  /// Whether the rows are the values of an attribute.
  bool counts_values;
} shortlist_columns;

/// Plans a search for a statement: which of its conditions it takes over. `LIMIT` and `OFFSET` are among
/// them if SQLite need not drop or sort rows afterwards.
///
/// The plan is text, which `EXPLAIN QUERY PLAN` shows: the names of the values that SQLite is to
/// pass. Its number says whether the statement reads the snippet.
int shortlist_make_plan(const sqlite3_api_routines *host, const shortlist_columns *columns,
                        sqlite3_index_info *info);

/// Sets `given` to the values that SQLite passes for a plan, by `shortlist_plan_…`; NULL for the others.
void shortlist_read_plan(const char *_Nullable plan, int count,
                         sqlite3_value *_Nonnull *_Nullable values,
                         sqlite3_value *_Nullable *_Nonnull given);

/// The name of a value; of an argument, it is the name of the hidden column.
const char *shortlist_plan_name(int value);

#pragma clang assume_nonnull end
