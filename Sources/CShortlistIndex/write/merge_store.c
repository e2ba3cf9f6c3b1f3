#include <stddef.h>

#include "merge.h"

/// Removes rows of the data table, from a segment's first one up to `last`.
static int remove_pages(const shortlist_segment_tables *tables, int64_t segment, int64_t last) {
  sqlite3_bind_int64(tables->remove_pages, 1, segment << 37);
  sqlite3_bind_int64(tables->remove_pages, 2, last);
  sqlite3_step(tables->remove_pages);
  return sqlite3_reset(tables->remove_pages);
}

/// Removes all stored data of a segment.
static int remove_segment(const shortlist_segment_tables *tables, int64_t segment) {
  int rc = remove_pages(tables, segment, ((segment + 1) << 37) - 1);
  if (rc != SQLITE_OK) return rc;
  sqlite3_bind_int64(tables->remove_leaves, 1, segment);
  sqlite3_step(tables->remove_leaves);
  return sqlite3_reset(tables->remove_leaves);
}

/// Removes what is no longer needed of the segments that were merged.
static int remove_merged(const shortlist_merge *merge, const shortlist_segment_tables *tables) {
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK && i < merge->count; i++) {
    shortlist_merged_segment input = merge->inputs[i];
    if (merge->is_whole) {
      rc = remove_segment(tables, input.id);
    } else if (input.first > 0) {
      rc = remove_pages(tables, input.id, (input.id << 37) + input.first - 1);
    }
  }
  return rc;
}

int shortlist_merge_store(shortlist_merge *merge, const shortlist_segment_tables *tables,
                          shortlist_segment_ids *touched) {
  int rc = SQLITE_OK;
  if (merge->rows.page == NULL) {
    rc = shortlist_segment_rows_store(&merge->rows, tables->put_page, tables->put_leaf,
                                      merge->rows.segment);
  }
  if (rc == SQLITE_OK) rc = remove_merged(merge, tables);
  if (rc == SQLITE_OK)
    rc = shortlist_segment_rows_store(&merge->cuts, tables->put_page, tables->put_leaf, 0);
  if (rc == SQLITE_OK) rc = shortlist_structure_record_store(&merge->list, tables->put_page);
  for (int32_t i = 0; rc == SQLITE_OK && i < shortlist_segment_id_limit / 64; i++)
    touched->bits[i] |= merge->touched.bits[i];
  return rc;
}

void shortlist_merge_free(shortlist_merge *merge) {
  if (merge == NULL) return;
  shortlist_structure_record_free(&merge->list);
  shortlist_segment_rows_free(&merge->rows);
  shortlist_segment_rows_free(&merge->cuts);
  sqlite3_free(merge->inputs);
  sqlite3_free(merge);
}
