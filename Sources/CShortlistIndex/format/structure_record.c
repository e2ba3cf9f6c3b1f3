#include "structure_record.h"

#include <string.h>

/// The most bytes of a number.
enum { number_bytes = 10 };

// MARK: Reading

/// Reads a number, which may be at most `most`.
static bool read_up_to(const shortlist_page *page, int32_t *offset, uint64_t most,
                       int32_t *number) {
  if (*offset >= page->end) return false;
  uint64_t read = shortlist_number(page->bytes, offset);
  *number = (int32_t)read;
  return read <= most;
}

static bool read_segment(const shortlist_page *page, int32_t *offset, shortlist_segment *segment) {
  int32_t id = 0;
  bool is_sound = read_up_to(page, offset, 0xffff, &id) && id > 0 &&
                  read_up_to(page, offset, shortlist_last_leaf, &segment->first) &&
                  read_up_to(page, offset, shortlist_last_leaf, &segment->last);
  segment->id = id;
  return is_sound && segment->first <= segment->last;
}

/// Reads the segments of each level, which are stored oldest first.
static bool read_levels(const shortlist_page *page, int32_t *offset, int32_t all,
                        shortlist_structure_record *list) {
  for (int32_t level = 0; level < list->levels; level++) {
    int32_t of_level;
    if (!read_up_to(page, offset, INT32_MAX, &list->merging[level]) ||
        !read_up_to(page, offset, (uint64_t)(all - list->count), &of_level)) {
      return false;
    }
    for (int32_t i = of_level; i-- > 0;) {
      shortlist_segment *segment = &list->segments[list->count + i];
      segment->level = level;
      if (!read_segment(page, offset, segment)) return false;
    }
    list->count += of_level;
  }
  return true;
}

static int decode(const shortlist_page *page, shortlist_structure_record *list) {
  if (page->end < 4) return SQLITE_CORRUPT;
  memcpy(list->settings, page->bytes, sizeof list->settings);
  // Newer versions of SQLite mark another format this way.
  if (page->bytes[4] == 0xff) return SQLITE_NOTFOUND;
  int32_t offset = 4, all;
  if (!read_up_to(page, &offset, shortlist_most_segments, &list->levels) ||
      !read_up_to(page, &offset, shortlist_most_segments, &all)) {
    return SQLITE_CORRUPT;
  }
  list->written_leaves = shortlist_number(page->bytes, &offset);
  list->segments = sqlite3_malloc64(((sqlite3_uint64)all + 1) * sizeof *list->segments);
  list->merging = sqlite3_malloc64(((sqlite3_uint64)list->levels + 1) * sizeof *list->merging);
  if (list->segments == NULL || list->merging == NULL) return SQLITE_NOMEM;
  return read_levels(page, &offset, all, list) ? SQLITE_OK : SQLITE_CORRUPT;
}

int shortlist_structure_record_read(shortlist_pages *pages, shortlist_structure_record *list) {
  *list = (shortlist_structure_record){0};
  shortlist_page page = {0};
  int rc = shortlist_load_page(pages, shortlist_structure_record_id, &page);
  if (rc == SQLITE_NOTFOUND) rc = SQLITE_CORRUPT;
  if (rc == SQLITE_OK) rc = decode(&page, list);
  shortlist_page_free(&page);
  if (rc != SQLITE_OK) shortlist_structure_record_free(list);
  return rc;
}

int shortlist_structure_record_copy(const shortlist_structure_record *list,
                                    shortlist_structure_record *copy) {
  *copy = *list;
  size_t segments = ((size_t)list->count + 1) * sizeof *list->segments;
  size_t merging = ((size_t)list->levels + 1) * sizeof *list->merging;
  copy->segments = sqlite3_malloc64(segments);
  copy->merging = sqlite3_malloc64(merging);
  if (copy->segments == NULL || copy->merging == NULL) {
    shortlist_structure_record_free(copy);
    return SQLITE_NOMEM;
  }
  memcpy(copy->segments, list->segments, (size_t)list->count * sizeof *list->segments);
  memcpy(copy->merging, list->merging, (size_t)list->levels * sizeof *list->merging);
  return SQLITE_OK;
}

void shortlist_structure_record_free(shortlist_structure_record *list) {
  sqlite3_free(list->segments);
  sqlite3_free(list->merging);
  *list = (shortlist_structure_record){0};
}

// MARK: Changing

int64_t shortlist_structure_record_unused_id(const shortlist_structure_record *list) {
  for (int64_t id = 1; id <= shortlist_most_segments; id++) {
    bool is_used = false;
    for (int32_t i = 0; i < list->count && !is_used; i++) is_used = list->segments[i].id == id;
    if (!is_used) return id;
  }
  return 0;
}

int shortlist_structure_record_insert(shortlist_structure_record *list, int32_t place,
                                  const shortlist_segment *segment) {
  shortlist_segment *longer = sqlite3_realloc64(
    list->segments, ((sqlite3_uint64)list->count + 1) * sizeof *longer);
  if (longer == NULL) return SQLITE_NOMEM;
  list->segments = longer;
  memmove(longer + place + 1, longer + place, (size_t)(list->count - place) * sizeof *longer);
  longer[place] = *segment;
  list->count++;
  return SQLITE_OK;
}

void shortlist_structure_record_remove(shortlist_structure_record *list, int32_t place, int32_t count) {
  shortlist_segment *behind = list->segments + place + count;
  memmove(behind - count, behind, (size_t)(list->count - place - count) * sizeof *behind);
  list->count -= count;
}

int shortlist_structure_record_set_levels(shortlist_structure_record *list, int32_t levels) {
  int32_t *merging =
    sqlite3_realloc64(list->merging, ((sqlite3_uint64)levels + 1) * sizeof *merging);
  if (merging == NULL) return SQLITE_NOMEM;
  memset(merging, 0, (size_t)levels * sizeof *merging);
  list->merging = merging;
  list->levels = levels;
  return SQLITE_OK;
}

// MARK: Storing

static int32_t put_segment(unsigned char *bytes, const shortlist_segment *segment) {
  int32_t used = shortlist_put_number(bytes, (uint64_t)segment->id);
  used += shortlist_put_number(bytes + used, (uint64_t)segment->first);
  return used + shortlist_put_number(bytes + used, (uint64_t)segment->last);
}

int shortlist_structure_record_store(const shortlist_structure_record *list, sqlite3_stmt *put_page) {
  int64_t numbers = 3 + 2 * (int64_t)list->levels + 3 * (int64_t)list->count;
  unsigned char *record =
    sqlite3_malloc64((sqlite3_uint64)numbers * number_bytes + sizeof list->settings);
  if (record == NULL) return SQLITE_NOMEM;
  memcpy(record, list->settings, sizeof list->settings);
  int32_t used = sizeof list->settings, begin = 0;
  used += shortlist_put_number(record + used, (uint64_t)list->levels);
  used += shortlist_put_number(record + used, (uint64_t)list->count);
  used += shortlist_put_number(record + used, list->written_leaves);
  for (int32_t level = 0; level < list->levels; level++) {
    int32_t end = begin;
    while (end < list->count && list->segments[end].level == level) end++;
    used += shortlist_put_number(record + used, (uint64_t)list->merging[level]);
    used += shortlist_put_number(record + used, (uint64_t)(end - begin));
    for (int32_t i = end; i-- > begin;) used += put_segment(record + used, &list->segments[i]);
    begin = end;
  }
  int rc = shortlist_store_page(put_page, shortlist_structure_record_id, record, used);
  sqlite3_free(record);
  return rc;
}
