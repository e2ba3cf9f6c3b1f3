#include "segment_rows.h"

#include <stddef.h>
#include <string.h>

#include "shortlist_array.h"
#include "../format/pages.h"

static int store_term(const shortlist_segment_rows *rows, const unsigned char *bytes,
                      int32_t count, int64_t value) {
  sqlite3_stmt *statement = rows->first_term;
  sqlite3_bind_int64(statement, 1, rows->segment);
  int rc = sqlite3_bind_blob(statement, 2, bytes, count, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 3, value);
  if (rc == SQLITE_OK) {
    sqlite3_step(statement);
    rc = sqlite3_reset(statement);
  }
  sqlite3_bind_null(statement, 2);
  return rc;
}

/// Keeps a row in memory.
static int keep(shortlist_segment_rows *rows, int64_t number, bool is_term,
                const unsigned char *bytes, int32_t count) {
  int rc = shortlist_reserve(&rows->rows, &rows->capacity, (int64_t)rows->count + 1);
  if (rc != SQLITE_OK) return rc;
  shortlist_segment_row *row = sqlite3_malloc64(sizeof *row + (sqlite3_uint64)count);
  if (row == NULL) return SQLITE_NOMEM;
  *row = (shortlist_segment_row){.number = number, .count = count, .is_term = is_term};
  memcpy(row->bytes, bytes, (size_t)count);
  rows->rows[rows->count++] = row;
  return SQLITE_OK;
}

int shortlist_segment_rows_put_page(shortlist_segment_rows *rows, int64_t id,
                                    const unsigned char *bytes, int32_t count) {
  if (rows->page == NULL) return keep(rows, id, false, bytes, count);
  return shortlist_store_page(rows->page, (rows->segment << 37) + id, bytes, count);
}

int shortlist_segment_rows_put_term(shortlist_segment_rows *rows, const unsigned char *bytes,
                                    int32_t count, int64_t value) {
  if (rows->page == NULL) return keep(rows, value, true, bytes, count);
  return store_term(rows, bytes, count, value);
}

int shortlist_segment_rows_store(shortlist_segment_rows *rows, sqlite3_stmt *page,
                                 sqlite3_stmt *first_term, int64_t segment) {
  shortlist_segment_rows stored = {.page = page, .first_term = first_term, .segment = segment};
  int rc = SQLITE_OK;
  for (int32_t i = 0; i < rows->count && rc == SQLITE_OK; i++) {
    const shortlist_segment_row *row = rows->rows[i];
    rc = row->is_term
             ? shortlist_segment_rows_put_term(&stored, row->bytes, row->count, row->number)
             : shortlist_segment_rows_put_page(&stored, row->number, row->bytes, row->count);
  }
  shortlist_segment_rows_free(rows);
  return rc;
}

void shortlist_segment_rows_free(shortlist_segment_rows *rows) {
  for (int32_t i = 0; i < rows->count; i++) sqlite3_free(rows->rows[i]);
  sqlite3_free(rows->rows);
  *rows = (shortlist_segment_rows){0};
}
