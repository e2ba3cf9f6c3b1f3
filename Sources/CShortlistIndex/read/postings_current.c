#include "postings.h"

/// Brings cached docids up to date with the last change.
///
/// The new segments tell which of the items that were written hold the term now, and which have lost
/// it. Whatever fails here fails again when all segments are read.
static void bring_up_to_date(shortlist_index *index, const shortlist_query_node *part) {
  shortlist_docid_list added = {0}, removed = {0};
  int rc = shortlist_read_changes(index, part, &added, &removed);
  if (rc == SQLITE_OK) rc = shortlist_docids_sort(&added);
  if (rc == SQLITE_OK) rc = shortlist_docids_sort(&removed);
  if (rc == SQLITE_OK) shortlist_update_cached(&index->cache, part, &added, &removed);
  sqlite3_free(added.array);
  sqlite3_free(removed.array);
}

const shortlist_docid_list *shortlist_find_cached(shortlist_index *index,
                                                  const shortlist_query_node *part,
                                                  const shortlist_docid_list *among) {
  const shortlist_docid_list *found = shortlist_find_current(&index->cache, part, among);
  if (found != NULL || !shortlist_is_outdated(&index->cache, part)) return found;
  bring_up_to_date(index, part);
  return shortlist_find_current(&index->cache, part, among);
}
