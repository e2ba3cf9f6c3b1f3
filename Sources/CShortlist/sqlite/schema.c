#include <stdbool.h>
#include <string.h>

#include "CShortlist.h"

static const char schema[] = {
#embed "../../../Migrations/schema.sql" suffix(, '\0')
};

const char *shortlist_schema(void) { return schema; }

enum { most_definitions = 64 };

/// A definition in `Migrations/schema.sql`, with its heading: a type, a name and a table.
typedef struct {
  const char *heading, *sql;
  size_t heading_length, sql_length;
  bool is_found;
} shipped_definition;

/// Reads the definitions in `Migrations/schema.sql`, and returns their number. The settings follow them.
static int read_shipped(shipped_definition *definitions) {
  int count = 0;
  for (const char *next = schema; next && count < most_definitions; count++) {
    const char *heading = next + strlen("-- "), *line_end = strchr(heading, '\n');
    next = strstr(heading, "\n\n-- ");
    if (!line_end || !next || strncmp(heading, "settings ", strlen("settings ")) == 0) break;
    definitions[count] = (shipped_definition){
      .heading = heading,
      .heading_length = (size_t)(line_end - heading),
      .sql = line_end + 1,
      .sql_length = (size_t)(next - line_end - 1),
    };
    next += 2;
  }
  return count;
}

/// A row of `sqlite_schema`.
typedef struct {
  const char *type, *name, *table, *sql;
} row_text;

static const char *text_of(sqlite3_stmt *row, int column) {
  static const char unlike_all[] = "?";
  const char *text = (const char *)sqlite3_column_text(row, column);
  if (!text) return sqlite3_column_type(row, column) == SQLITE_NULL ? "" : unlike_all;
  // Behind a NUL, there may be anything.
  return strlen(text) == (size_t)sqlite3_column_bytes(row, column) ? text : unlike_all;
}

static bool has_heading(const row_text *row, const shipped_definition *shipped) {
  const char *words[] = {row->type, row->name, row->table}, *next = shipped->heading;
  size_t left = shipped->heading_length;
  for (int i = 0; i < 3; i++) {
    size_t length = strlen(words[i]);
    if (length > left || memcmp(next, words[i], length) != 0) return false;
    next += length, left -= length;
    if (i == 2) break;
    if (left == 0 || *next != ' ') return false;
    next++, left--;
  }
  return left == 0;
}

/// Whether a definition is as shipped. SQLite quotes the name of a table that was renamed, and FTS5 those of
/// its own tables; a tokenizer may add stems.
static bool has_sql(const row_text *row, const shipped_definition *shipped) {
  static const char plain[] = "tokenize='shortlist", stem[] = " stem'";
  const char *sql = row->sql, *expected = shipped->sql, *end = expected + shipped->sql_length;
  size_t name = strlen(row->name);
  while (expected < end) {
    size_t left = (size_t)(end - expected);
    bool is_quoted = (*sql == '"' || *sql == '\'') && strncmp(sql + 1, row->name, name) == 0 &&
                     sql[1 + name] == *sql;
    if (is_quoted && left >= name && memcmp(expected, row->name, name) == 0) {
      sql += name + 2, expected += name;
    } else if (*sql == *expected) {
      sql++, expected++;
    } else if (strncmp(sql, stem, strlen(stem)) == 0 && strcmp(row->name, "item_texts") == 0 &&
               shipped->sql_length - left >= strlen(plain) &&
               memcmp(expected - strlen(plain), plain, strlen(plain)) == 0) {
      sql += strlen(" stem");
    } else {
      return false;
    }
  }
  return *sql == '\0';
}

/// Finds the definition for a row that has not been found yet.
static bool find(const row_text *row, shipped_definition *definitions, int count) {
  for (int i = 0; i < count; i++) {
    if (!has_heading(row, &definitions[i])) continue;
    if (definitions[i].is_found || !has_sql(row, &definitions[i])) return false;
    definitions[i].is_found = true;
    return true;
  }
  return false;
}

int shortlist_schema_is_shipped(sqlite3_stmt *rows, int *is_shipped) {
  shipped_definition definitions[most_definitions];
  int count = read_shipped(definitions), found = 0, rc;
  *is_shipped = 0;
  while ((rc = sqlite3_step(rows)) == SQLITE_ROW) {
    row_text row = {text_of(rows, 0), text_of(rows, 1), text_of(rows, 2), text_of(rows, 3)};
    if (!find(&row, definitions, count)) break;
    found++;
  }
  *is_shipped = rc == SQLITE_DONE && found == count;
  sqlite3_reset(rows);
  return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}
