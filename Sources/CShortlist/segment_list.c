#include "segment_list.h"

#include <stdbool.h>
#include <string.h>

#include "segments.h"

enum {
  /// Behind a number of the settings that belong to it.
  first_number = 4,
  /// What a new segment adds to the record at most, all its numbers being longer than they were.
  most_added_bytes = 64,
};

/// The numbers before the segments.
typedef struct {
  uint64_t levels, segments, written_leaves;
  /// Of the first level: how many of its segments are being merged, and how many it has.
  uint64_t merging, newest;
  /// Where its segments begin.
  int32_t offset;
} list_head;

static list_head read_head(const unsigned char *bytes) {
  list_head head = {.offset = first_number};
  head.levels = shortlist_number(bytes, &head.offset);
  head.segments = shortlist_number(bytes, &head.offset);
  head.written_leaves = shortlist_number(bytes, &head.offset);
  if (head.levels > 0) {
    head.merging = shortlist_number(bytes, &head.offset);
    head.newest = shortlist_number(bytes, &head.offset);
  }
  return head;
}

int shortlist_segment_list_read(shortlist_pages *pages, shortlist_segment_list *list) {
  *list = (shortlist_segment_list){0};
  shortlist_segment *segments;
  int32_t count;
  int rc = shortlist_read_segments(pages, &segments, &count);
  if (rc != SQLITE_OK) return rc;
  bool is_used = true;
  while (is_used) {
    is_used = false;
    list->unused_id++;
    for (int32_t i = 0; i < count && !is_used; i++) is_used = segments[i].id == list->unused_id;
  }
  sqlite3_free(segments);
  if (list->unused_id > shortlist_most_segments) return SQLITE_NOTFOUND;
  rc = shortlist_load_page(pages, shortlist_segment_list_id, &list->record);
  if (rc == SQLITE_OK) list->newest_count = (int32_t)read_head(list->record.bytes).newest;
  return rc;
}

int shortlist_segment_list_add(const shortlist_segment_list *list, int32_t leaves,
                               sqlite3_stmt *put_page) {
  const unsigned char *bytes = list->record.bytes;
  list_head head = read_head(bytes);
  int32_t end = head.offset;
  for (uint64_t i = 0; i < 3 * head.newest; i++) shortlist_number(bytes, &end);
  if (end > list->record.end) return SQLITE_CORRUPT;
  unsigned char *record = sqlite3_malloc64((sqlite3_uint64)list->record.end + most_added_bytes);
  if (record == NULL) return SQLITE_NOMEM;
  memcpy(record, bytes, first_number);
  int32_t used = first_number;
  used += shortlist_put_number(record + used, head.levels > 0 ? head.levels : 1);
  used += shortlist_put_number(record + used, head.segments + 1);
  used += shortlist_put_number(record + used, head.written_leaves + (uint64_t)leaves);
  used += shortlist_put_number(record + used, head.merging);
  used += shortlist_put_number(record + used, head.newest + 1);
  memcpy(record + used, bytes + head.offset, (size_t)(end - head.offset));
  used += end - head.offset;
  used += shortlist_put_number(record + used, (uint64_t)list->unused_id);
  used += shortlist_put_number(record + used, 1);
  used += shortlist_put_number(record + used, (uint64_t)leaves);
  memcpy(record + used, bytes + end, (size_t)(list->record.end - end));
  used += list->record.end - end;
  int rc = shortlist_store_page(put_page, shortlist_segment_list_id, record, used);
  sqlite3_free(record);
  return rc;
}

void shortlist_segment_list_close(shortlist_segment_list *list) {
  sqlite3_free(list->record.bytes);
  list->record.bytes = NULL;
}
