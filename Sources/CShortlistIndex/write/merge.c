#include "merging.h"

enum {
  /// The most leaves of a segment that is not large. Readers keep most of them in memory.
  small_segment = 32,
  /// A segment joins a merge if it has at most this many times as many leaves as the newer ones
  /// together. So the oldest segments, which are the largest, are seldom rewritten.
  most_growth = 4,
  /// The same where only small segments are too many: changes of a few items then write the fewest leaves.
  most_growth_of_small = 2,
};

// MARK: Choosing

/// The lowest level whose segments are being merged; -1 if no merge is under way.
static int32_t merging_level(const shortlist_structure_record *list) {
  for (int32_t level = 0; level < list->levels; level++) {
    if (list->merging[level] > 0) return level;
  }
  return -1;
}

/// Opens the segments of a level whose merge is under way.
static int open_level(shortlist_merging *merging, const shortlist_structure_record *list,
                      int32_t level) {
  int32_t end = 0, count = list->merging[level];
  while (end < list->count && list->segments[end].level <= level) end++;
  bool is_sound = end < list->count && list->segments[end].level == level + 1 && count <= end &&
                  list->segments[end - count].level == level;
  return is_sound ? shortlist_merging_open(merging, list, end - count, count, level) : SQLITE_CORRUPT;
}

/// Inserts an empty segment after some of the newest.
static int insert_output(shortlist_structure_record *list, int32_t place, int32_t level) {
  shortlist_segment output = {.id = shortlist_structure_record_unused_id(list), .level = level};
  if (output.id == 0) return SQLITE_NOTFOUND;
  return shortlist_structure_record_insert(list, place, &output);
}

/// Opens the newest segments, which have few leaves.
static int open_newest(shortlist_merging *merging, shortlist_structure_record *list, int32_t count) {
  int rc = insert_output(list, count, list->segments[count - 1].level);
  return rc == SQLITE_OK ? shortlist_merging_open(merging, list, 0, count, -1) : rc;
}

/// Begins a merge of the newest segments, while no other is under way.
static int begin(shortlist_merging *merging, shortlist_structure_record *list, int32_t count) {
  int rc = insert_output(list, count, 1);
  if (rc == SQLITE_OK) rc = shortlist_structure_record_set_levels(list, 2);
  if (rc != SQLITE_OK) return rc;
  for (int32_t i = 0; i < list->count; i++) list->segments[i].level = i < count ? 0 : 1;
  list->merging[0] = count;
  return open_level(merging, list, 0);
}

static int64_t leaf_count(const shortlist_structure_record *list, int32_t count) {
  int64_t leaves = 0;
  for (int32_t i = 0; i < count; i++) leaves += shortlist_leaf_count(&list->segments[i]);
  return leaves;
}

/// Returns how many of the `count` newest segments to merge; 0 if few enough may remain.
static int32_t newest_to_merge(const shortlist_structure_record *list, int32_t count,
                               shortlist_merge_limits limits) {
  int32_t large = 0;
  for (int32_t i = 0; i < count; i++) large += shortlist_leaf_count(&list->segments[i]) > small_segment;
  if (count <= limits.segments && large <= limits.large_segments) return 0;
  bool only_small = large <= limits.large_segments && limits.large_segments < limits.segments;
  int64_t growth = only_small ? most_growth_of_small : most_growth, leaves = 0;
  for (int32_t i = 0; i < count; i++) {
    int64_t more = shortlist_leaf_count(&list->segments[i]);
    if (i > 1 && more > growth * leaves) return i;
    leaves += more;
  }
  return count;
}

/// Returns the number of the newest segments that are not being merged.
static int32_t free_count(const shortlist_structure_record *list, int32_t level) {
  if (level < 0) return list->count;
  int32_t count = 0;
  while (count < list->count && list->segments[count].level <= level) count++;
  return count - list->merging[level];
}

/// Opens the segments that most need to be merged; none if nothing does.
static int open_some(shortlist_merging *merging, shortlist_structure_record *list,
                     shortlist_merge_limits limits) {
  int32_t level = merging_level(list), newest = free_count(list, level);
  if (newest < 0) return SQLITE_CORRUPT;
  int32_t count = newest_to_merge(list, newest, limits);
  if (count > 0) {
    if (leaf_count(list, count) <= limits.leaves) return open_newest(merging, list, count);
    if (level < 0) return begin(merging, list, count);
  }
  return level < 0 ? SQLITE_OK : open_level(merging, list, level);
}

int shortlist_needs_merging(sqlite3_stmt *page, shortlist_merge_limits limits, int *is_needed) {
  shortlist_pages pages = {.page = page};
  shortlist_structure_record list;
  int rc = shortlist_structure_record_read(&pages, &list);
  *is_needed = merging_level(&list) >= 0 || newest_to_merge(&list, list.count, limits) > 0;
  shortlist_structure_record_free(&list);
  return rc == SQLITE_NOTFOUND ? SQLITE_OK : rc;
}

// MARK: Merging

struct shortlist_merger {
  shortlist_merging merging;
  /// The structure record after the last part.
  shortlist_structure_record list;
  int32_t most_leaves;
};

int shortlist_merger_open(sqlite3_stmt *page, shortlist_merge_limits limits,
                          shortlist_merger **merger) {
  *merger = sqlite3_malloc64(sizeof **merger);
  if (*merger == NULL) return SQLITE_NOMEM;
  **merger = (shortlist_merger){.merging = {.pages = {.page = page}}, .most_leaves = limits.leaves};
  shortlist_merging *merging = &(*merger)->merging;
  int rc = shortlist_structure_record_read(&merging->pages, &(*merger)->list);
  if (rc == SQLITE_OK) rc = open_some(merging, &(*merger)->list, limits);
  // Without readers, there is nothing to merge.
  if (rc != SQLITE_OK) shortlist_merging_close(merging);
  return rc == SQLITE_NOTFOUND ? SQLITE_OK : rc;
}

void shortlist_merger_close(shortlist_merger *merger) {
  if (merger == NULL) return;
  shortlist_merging_close(&merger->merging);
  shortlist_structure_record_free(&merger->list);
  sqlite3_free(merger);
}

/// Makes the next part, whose rows go to `tables`, or to memory.
static int make_part(shortlist_merger *merger, const shortlist_segment_tables *_Nullable tables,
                     shortlist_merge **made) {
  *made = NULL;
  if (merger->merging.count == 0) return SQLITE_OK;
  shortlist_merge *merge = sqlite3_malloc64(sizeof *merge);
  if (merge == NULL) return SQLITE_NOMEM;
  *merge = (shortlist_merge){0};
  if (tables != NULL) {
    merge->rows = (shortlist_segment_rows){.page = tables->put_page, .first_term = tables->put_leaf};
  }
  int rc = shortlist_structure_record_copy(&merger->list, &merge->list);
  if (rc == SQLITE_OK) rc = shortlist_merging_part(&merger->merging, merge, merger->most_leaves);
  if (rc == SQLITE_OK && !merge->is_whole) {
    shortlist_structure_record_free(&merger->list);
    rc = shortlist_structure_record_copy(&merge->list, &merger->list);
  } else {
    shortlist_merging_close(&merger->merging);
  }
  if (rc == SQLITE_OK) {
    *made = merge;
  } else {
    shortlist_merge_free(merge);
  }
  return rc;
}

int shortlist_merger_next(shortlist_merger *merger, shortlist_merge **merge) {
  return make_part(merger, NULL, merge);
}

/// Merges what most needs it, and stores the first part; sets `*merge` to NULL if nothing does.
static int merge_some(const shortlist_segment_tables *tables, shortlist_merge_limits limits,
                      shortlist_segment_ids *touched, shortlist_merge **merge) {
  shortlist_merger *merger;
  *merge = NULL;
  int rc = shortlist_merger_open(tables->page, limits, &merger);
  if (rc == SQLITE_OK) rc = make_part(merger, tables, merge);
  if (rc == SQLITE_OK && *merge != NULL) rc = shortlist_merge_store(*merge, tables, touched);
  shortlist_merger_close(merger);
  return rc;
}

int shortlist_merge_segments(const shortlist_segment_tables *tables, shortlist_merge_limits limits,
                             int *is_changed, shortlist_segment_ids *touched) {
  *is_changed = 0;
  // When new segments are merged while a larger merge is under way, that goes on, too.
  for (bool goes_on = true; goes_on;) {
    shortlist_merge *merge;
    int rc = merge_some(tables, limits, touched, &merge);
    goes_on = merge != NULL && !*is_changed && merge->is_whole && merging_level(&merge->list) >= 0;
    if (merge != NULL) *is_changed = 1;
    shortlist_merge_free(merge);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}
