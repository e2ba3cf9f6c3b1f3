#include "request.h"

#include <string.h>

#include "shortlist_array.h"

static bool is_null(const sqlite3_api_routines *host, sqlite3_value *value) {
  return value == NULL || host->value_type(value) == SQLITE_NULL;
}

/// Sets `text` to a value, which must live as long; fails if memory runs out.
static int read_text(const sqlite3_api_routines *host, sqlite3_value *value, shortlist_text *text) {
  text->bytes = (const char *)host->value_text(value);
  text->length = host->value_bytes(value);
  return text->bytes ? SQLITE_OK : SQLITE_NOMEM;
}

/// Reads a whole number, which may be given as text. Leaves `*number` alone if the value is NULL.
static int read_number(sqlite3_value **given, int argument, int64_t least, int64_t *number,
                       shortlist_failure *failure) {
  const sqlite3_api_routines *host = failure->host;
  sqlite3_value *value = given[argument];
  if (is_null(host, value)) return SQLITE_OK;
  *number = host->value_int64(value);
  if (host->value_numeric_type(value) == SQLITE_INTEGER && *number >= least) return SQLITE_OK;
  failure->message = host->mprintf("“%s” must be a whole number of %lld or more.",
                                   shortlist_plan_name(argument), least);
  return SQLITE_ERROR;
}

/// Reads one of two words; sets `*is_second` to whether it is the second.
static int read_choice(sqlite3_value **given, int argument, const char *first, const char *second,
                       int32_t *is_second, shortlist_failure *failure) {
  const sqlite3_api_routines *host = failure->host;
  sqlite3_value *value = given[argument];
  *is_second = 0;
  if (is_null(host, value)) return SQLITE_OK;
  shortlist_text text;
  int rc = read_text(host, value, &text);
  if (rc != SQLITE_OK) return rc;
  *is_second = strcmp(text.bytes, second) == 0;
  if (*is_second || strcmp(text.bytes, first) == 0) return SQLITE_OK;
  failure->message = host->mprintf("“%s” must be '%s' or '%s'.", shortlist_plan_name(argument),
                                   first, second);
  return SQLITE_ERROR;
}

/// Reads a text that may be missing; sets `*has_text` to whether it is there.
static int read_optional(const sqlite3_api_routines *host, sqlite3_value *value,
                         shortlist_text *text, int32_t *has_text) {
  *has_text = !is_null(host, value);
  return *has_text ? read_text(host, value, text) : SQLITE_OK;
}

/// Reads the order: `rank`, `list`, or an attribute.
static int read_sort(sqlite3_value **given, shortlist_request *request,
                     const sqlite3_api_routines *host) {
  int rc = read_optional(host, given[shortlist_plan_sort], &request->sort, &request->has_sort);
  if (rc != SQLITE_OK || !request->has_sort) return rc;
  request->is_in_list_order = strcmp(request->sort.bytes, "list") == 0;
  request->has_sort = !request->is_in_list_order && strcmp(request->sort.bytes, "rank") != 0;
  return SQLITE_OK;
}

/// Adds a section to search, unless no section can equal the value.
static int add_section(const sqlite3_api_routines *host, sqlite3_value *value,
                       shortlist_search *search, int32_t *capacity, int32_t *copy_capacity) {
  int type = host->value_type(value);
  if (type == SQLITE_NULL || type == SQLITE_BLOB) return SQLITE_OK;
  int rc = shortlist_reserve(&search->sections, capacity, search->request.section_count + 1);
  if (rc == SQLITE_OK) rc = shortlist_reserve(&search->copies, copy_capacity, search->copy_count + 1);
  sqlite3_value *copy = rc == SQLITE_OK ? host->value_dup(value) : NULL;
  if (copy == NULL) return SQLITE_NOMEM;
  search->copies[search->copy_count++] = copy;
  return read_text(host, copy, &search->sections[search->request.section_count++]);
}

/// Removes all sections but the one given as an argument.
static int keep_scope(const sqlite3_api_routines *host, sqlite3_value *value,
                      shortlist_search *search) {
  shortlist_text scope;
  int rc = read_text(host, value, &scope);
  if (rc != SQLITE_OK) return rc;
  bool is_among_them = false;
  for (int32_t i = 0; i < search->request.section_count; i++) {
    const shortlist_text *section = &search->sections[i];
    is_among_them |= section->length == scope.length &&
                     memcmp(section->bytes, scope.bytes, (size_t)scope.length) == 0;
  }
  search->request.section_count = is_among_them;
  if (is_among_them) search->sections[0] = scope;
  return SQLITE_OK;
}

/// Reads the sections to search: the argument `scope`, conditions on the column, or both.
static int read_sections(sqlite3_value **given, shortlist_search *search,
                         const sqlite3_api_routines *host) {
  sqlite3_value *scope = given[shortlist_plan_scope], *section = given[shortlist_plan_section];
  sqlite3_value *list = given[shortlist_plan_sections];
  int32_t capacity = 0, copy_capacity = 0;
  int rc = SQLITE_OK;
  bool has_columns = section || list;
  if (section) rc = add_section(host, section, search, &capacity, &copy_capacity);
#if SQLITE_VERSION_NUMBER >= 3038000
  if (list) {
    sqlite3_value *value = NULL;
    rc = host->vtab_in_first(list, &value);
    while (rc == SQLITE_OK && value) {
      rc = add_section(host, value, search, &capacity, &copy_capacity);
      if (rc == SQLITE_OK) rc = host->vtab_in_next(list, &value);
    }
    if (rc == SQLITE_DONE) rc = SQLITE_OK;
  }
#endif
  if (rc == SQLITE_OK && !is_null(host, scope)) {
    rc = has_columns ? keep_scope(host, scope, search)
                     : add_section(host, scope, search, &capacity, &copy_capacity);
    has_columns = true;
  }
  search->request.sections = has_columns ? search->sections : NULL;
  search->is_empty |= has_columns && search->request.section_count == 0;
  return rc;
}

/// Lowers the limit to the rows that the statement will read.
static void read_limit(sqlite3_value **given, shortlist_search *search,
                       const sqlite3_api_routines *host) {
  sqlite3_value *limit = given[shortlist_plan_limit], *offset = given[shortlist_plan_offset];
  if (offset) search->offset = host->value_int64(offset);
  if (search->offset < 0) search->offset = 0;
  int64_t rows = limit ? host->value_int64(limit) : -1;
  if (rows < 0) return;
  if (rows == 0) search->is_empty = true;
  if (__builtin_add_overflow(rows, search->offset, &rows)) return;
  // A lower limit of each group would change the groups: see the tiers in the README.
  int64_t *lowered = search->request.is_grouped ? &search->request.groups : &search->request.limit;
  if (*lowered == 0 || rows < *lowered) *lowered = rows;
}

int shortlist_make_search(const shortlist_columns *columns, sqlite3_value **given,
                          shortlist_search *search, shortlist_failure *failure) {
  const sqlite3_api_routines *host = failure->host;
  *search = (shortlist_search){.request = {.budget = 10000}};
  shortlist_request *request = &search->request;
  sqlite3_value *file = given[shortlist_plan_file], *query = given[shortlist_plan_query];
  sqlite3_value *attribute = given[shortlist_plan_attribute];
  if (file == NULL || query == NULL) {
    failure->message = host->mprintf(
      "%s() needs the path of a list and a text to search for, as in %s('places.sqlite', 'san j').",
      columns->name, columns->name);
    return SQLITE_ERROR;
  }
  if (columns->counts_values && attribute == NULL) {
    failure->message = host->mprintf(
      "%s() needs an attribute, as in %s('places.sqlite', 'san j', 'country').", columns->name,
      columns->name);
    return SQLITE_ERROR;
  }
  int64_t typos = 1;
  int rc = read_number(given, shortlist_plan_top, 1, &request->limit, failure);
  if (rc == SQLITE_OK) {
    rc = read_choice(given, shortlist_plan_layout, "flat", "grouped", &request->is_grouped, failure);
  }
  if (rc == SQLITE_OK) {
    rc = read_sort(given, request, host);
  }
  if (rc == SQLITE_OK) {
    rc = read_choice(given, shortlist_plan_match, "all", "any", &request->matches_any, failure);
  }
  if (rc == SQLITE_OK) rc = read_number(given, shortlist_plan_groups, 1, &request->groups, failure);
  if (rc == SQLITE_OK) rc = read_number(given, shortlist_plan_typos, 0, &typos, failure);
  if (rc == SQLITE_OK) rc = read_number(given, shortlist_plan_budget, 0, &request->budget, failure);
  if (rc == SQLITE_OK) {
    rc = read_optional(host, given[shortlist_plan_filter], &request->filter, &request->has_filter);
  }
  if (rc == SQLITE_OK) rc = read_sections(given, search, host);
  if (rc != SQLITE_OK) return rc;
  request->corrects_typos = typos != 0;
  read_limit(given, search, host);
  search->is_empty |= is_null(host, file) || is_null(host, query) ||
                      (columns->counts_values && is_null(host, attribute));
  if (rc == SQLITE_OK && !search->is_empty && attribute) {
    rc = read_text(host, attribute, &request->attribute);
  }
  if (rc != SQLITE_OK) return rc;
  if (search->is_empty) return SQLITE_OK;
  rc = read_text(host, file, &search->path);
  return rc == SQLITE_OK ? read_text(host, query, &request->query) : rc;
}

void shortlist_free_search(const sqlite3_api_routines *host, shortlist_search *search) {
  for (int32_t i = 0; i < search->copy_count; i++) host->value_free(search->copies[i]);
  sqlite3_free(search->copies);
  sqlite3_free(search->sections);
}
