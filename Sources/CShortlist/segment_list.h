#ifndef SHORTLIST_SEGMENT_LIST_H
#define SHORTLIST_SEGMENT_LIST_H

#include "pages.h"

/// Which segments an index has, as FTS5 stores it, to put one more before all others.
typedef struct {
  shortlist_page record;
  /// How many have come since FTS5 last merged some.
  int32_t newest_count;
  /// An id that no segment has.
  int64_t unused_id;
} shortlist_segment_list;

/// SQLITE_NOTFOUND where the format is another one, or there is no id left.
int shortlist_segment_list_read(shortlist_pages *pages, shortlist_segment_list *list);
/// Stores the list with one more segment: the one of the unused id, of as many leaves.
int shortlist_segment_list_add(const shortlist_segment_list *list, int32_t leaves,
                               sqlite3_stmt *put_page);
void shortlist_segment_list_close(shortlist_segment_list *list);

#endif
