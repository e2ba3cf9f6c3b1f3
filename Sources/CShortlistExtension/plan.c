#include "plan.h"

#include <string.h>

static const char *const names[shortlist_plan_values] = {
  "file", "query", "scope", "top", "layout", "sort", "match", "groups", "typos", "budget", "filter",
  "attribute",
  "section", "sections", "limit", "offset",
};

const char *shortlist_plan_name(int value) { return names[value]; }

/// Returns the value that a condition gives the search, or -1 if SQLite has to check the condition.
static int value_of(const sqlite3_api_routines *host, const shortlist_columns *columns,
                    sqlite3_index_info *info, int index) {
  const struct sqlite3_index_constraint *condition = &info->aConstraint[index];
#if SQLITE_VERSION_NUMBER >= 3038000
  if (condition->op == SQLITE_INDEX_CONSTRAINT_LIMIT) {
    return columns->completes ? -1 : shortlist_plan_limit;
  }
  if (condition->op == SQLITE_INDEX_CONSTRAINT_OFFSET) {
    return columns->completes ? -1 : shortlist_plan_offset;
  }
#endif
  if (condition->op != SQLITE_INDEX_CONSTRAINT_EQ) return -1;
  int argument = condition->iColumn - columns->first_argument;
  if (argument >= 0 && argument < columns->argument_count) {
    return columns->arguments[argument];
  }
#if SQLITE_VERSION_NUMBER >= 3038000
  // Before 3.38, it might be one value of an `IN` that SQLite searches for one after the other.
  if (condition->iColumn == columns->section && columns->section >= 0 &&
      shortlist_host_has(host, 3038000) &&
      strcmp(host->vtab_collation(info, index), "BINARY") == 0) {
    return host->vtab_in(info, index, -1) ? shortlist_plan_sections : shortlist_plan_section;
  }
#endif
  return -1;
}

/// Whether a value already has a condition. One condition on the section is enough for a search.
static bool has_condition(const int *conditions, int value) {
  if (value == shortlist_plan_section || value == shortlist_plan_sections) {
    return conditions[shortlist_plan_section] >= 0 || conditions[shortlist_plan_sections] >= 0;
  }
  return conditions[value] >= 0;
}

/// Finds the condition for each value, or -1. Sets `*is_complete` to whether that covers all conditions.
/// Returns `SQLITE_CONSTRAINT` if SQLite does not know an argument at that point of a join.
static int find_conditions(const sqlite3_api_routines *host, const shortlist_columns *columns,
                           sqlite3_index_info *info, int *conditions, bool *is_complete) {
  *is_complete = true;
  for (int value = 0; value < shortlist_plan_values; value++) conditions[value] = -1;
  for (int i = 0; i < info->nConstraint; i++) {
    int value = value_of(host, columns, info, i);
    bool is_usable = info->aConstraint[i].usable;
    if (!is_usable && value >= 0 && value < shortlist_plan_arguments) return SQLITE_CONSTRAINT;
    if (!is_usable || value < 0 || has_condition(conditions, value)) {
      *is_complete = false;
    } else {
      conditions[value] = i;
    }
  }
  return SQLITE_OK;
}

/// Whether the rows come in the order that the statement asks for. Ranks are unique, so further terms
/// change nothing.
static bool is_by_rank(const sqlite3_index_info *info) {
  return info->nOrderBy > 0 && info->aOrderBy[0].iColumn == 0 && !info->aOrderBy[0].desc;
}

int shortlist_make_plan(const sqlite3_api_routines *host, const shortlist_columns *columns,
                        sqlite3_index_info *info) {
  int conditions[shortlist_plan_values];
  bool is_complete;
  int rc = find_conditions(host, columns, info, conditions, &is_complete);
  if (rc != SQLITE_OK) return rc;
  info->orderByConsumed = is_by_rank(info);
  if (!is_complete || (info->nOrderBy > 0 && !info->orderByConsumed)) {
    conditions[shortlist_plan_limit] = conditions[shortlist_plan_offset] = -1;
  }
  char *plan = host->mprintf("");
  for (int value = 0, given = 0; plan && value < shortlist_plan_values; value++) {
    if (conditions[value] < 0) continue;
    struct sqlite3_index_constraint_usage *usage = &info->aConstraintUsage[conditions[value]];
    usage->argvIndex = ++given;
    // SQLite still counts the rows of a limit: another search may be part of the statement.
    usage->omit = value != shortlist_plan_limit;
#if SQLITE_VERSION_NUMBER >= 3038000
    if (value == shortlist_plan_sections) host->vtab_in(info, conditions[value], 1);
#endif
    plan = host->mprintf("%z%s%s", plan, given > 1 ? " " : "", names[value]);
  }
  if (plan == NULL) return SQLITE_NOMEM;
  info->idxStr = plan;
  info->needToFreeIdxStr = 1;
  info->idxNum = columns->snippet >= 0 && (info->colUsed >> columns->snippet & 1) != 0;
  bool has_section = conditions[shortlist_plan_section] >= 0 ||
                     conditions[shortlist_plan_sections] >= 0 ||
                     conditions[shortlist_plan_scope] >= 0;
  bool has_limit = conditions[shortlist_plan_limit] >= 0 || conditions[shortlist_plan_top] >= 0;
  info->estimatedRows = has_limit ? 20 : has_section ? 100 : 1000;
  // The same for all searches: two of them never seem cheaper than one, whose rows come best first.
  info->estimatedCost = 1000;
  // Without these, it fails. Perhaps both sides of an `OR` have them.
  if (conditions[shortlist_plan_file] < 0 || conditions[shortlist_plan_query] < 0 ||
      (columns->counts_values && conditions[shortlist_plan_attribute] < 0)) {
    info->estimatedCost = 1e12;
  }
  return SQLITE_OK;
}

void shortlist_read_plan(const char *plan, int count, sqlite3_value **values,
                         sqlite3_value **given) {
  for (int value = 0; value < shortlist_plan_values; value++) given[value] = NULL;
  const char *rest = plan;
  for (int i = 0, value = 0; rest && i < count; i++) {
    size_t length = strcspn(rest, " ");
    while (value < shortlist_plan_values &&
           (strlen(names[value]) != length || memcmp(names[value], rest, length) != 0)) {
      value++;
    }
    if (value == shortlist_plan_values) return;
    given[value++] = values[i];
    rest += length + (rest[length] == ' ');
  }
}
