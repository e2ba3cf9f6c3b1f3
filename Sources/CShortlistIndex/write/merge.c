#include <stddef.h>
#include <string.h>

#include "merge.h"
#include "segment_reader.h"
#include "segment_writer.h"

// Segments are merged like FTS5 does (fts5IndexMergeLevel in SQLite's fts5_index.c), in its format
// and with the same intermediate states, so FTS5 can read an unfinished merge and complete it.

enum {
  /// A segment joins a merge if it has at most this many times as many leaves as the newer ones
  /// together. So the oldest segments, which are the largest, are seldom rewritten. With eight segments,
  /// changes of a few items write the fewest leaves with 2, and half as many as four segments and 4.
  most_growth = 2,
};

/// A segment that has the current term, and its next docid.
typedef struct {
  int64_t docid;
  /// Its place among the segments.
  int32_t place;
} chosen_segment;

/// Segments that are merged into the one after them.
typedef struct {
  shortlist_pages pages;
  /// The place of the first of them in the structure record.
  int32_t place;
  /// The level whose merge this is; -1 if the newest segments are merged in one step.
  int32_t level;
  /// The segments, newest first.
  shortlist_segment_reader *readers;
  int32_t count;
  /// The segments that have the current term, newest first; while its docids are merged, by docid, and
  /// newest first among those with the same one.
  chosen_segment *chosen;
  int32_t chosen_count;
  /// Whether no older segment is left, so that nothing must be overruled.
  bool is_oldest;
  shortlist_segment_writer written;
} merging;

static int open_readers(merging *merging, const shortlist_segment *inputs, int32_t count) {
  size_t size = sizeof *merging->readers + sizeof *merging->chosen;
  merging->readers = sqlite3_malloc64((sqlite3_uint64)count * size);
  if (merging->readers == NULL) return SQLITE_NOMEM;
  merging->chosen = (chosen_segment *)(merging->readers + count);
  for (int32_t i = 0; i < count; i++) {
    merging->count++;
    int rc = shortlist_segment_reader_open(&merging->readers[i], &merging->pages, &inputs[i]);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

static void close_readers(merging *merging) {
  for (int32_t i = 0; i < merging->count; i++) {
    shortlist_segment_reader_close(&merging->readers[i]);
  }
  sqlite3_free(merging->readers);
  merging->readers = NULL;
  merging->count = 0;
}

// MARK: Terms

/// Chooses the segments that have the lowest remaining term; none at the end.
static void choose(merging *merging) {
  merging->chosen_count = 0;
  const shortlist_term_cursor *first = NULL;
  for (int32_t i = 0; i < merging->count; i++) {
    if (merging->readers[i].is_at_end) continue;
    const shortlist_term_cursor *terms = &merging->readers[i].terms;
    int order = first == NULL ? -1
                              : shortlist_compare_terms(terms->text, terms->length, first->text,
                                                        first->length);
    if (order > 0) continue;
    if (order < 0) {
      first = terms;
      merging->chosen_count = 0;
    }
    merging->chosen[merging->chosen_count++].place = i;
  }
}

static bool is_before(chosen_segment a, chosen_segment b) {
  return a.docid < b.docid || (a.docid == b.docid && a.place < b.place);
}

/// Moves a segment to its place among those behind it, which are in order.
static void settle(merging *merging, int32_t from) {
  chosen_segment moved = merging->chosen[from];
  int32_t next = from + 1;
  for (; next < merging->chosen_count && is_before(merging->chosen[next], moved); next++)
    merging->chosen[next - 1] = merging->chosen[next];
  merging->chosen[next - 1] = moved;
}

/// Writes a segment's entry for its docid.
static int write_docid(merging *merging, const shortlist_segment_reader *reader, uint64_t size,
                       bool *is_begun) {
  // A deletion only matters if older segments have the item.
  if (size <= 1 && (size == 0 || merging->is_oldest)) return SQLITE_OK;
  int rc = SQLITE_OK;
  if (!*is_begun) {
    rc = shortlist_segment_writer_begin_term(&merging->written, reader->terms.text,
                                            reader->terms.length);
  }
  *is_begun = true;
  if (rc != SQLITE_OK) return rc;
  return shortlist_segment_writer_add_docid(&merging->written, reader->docid, size,
                                           reader->positions);
}

/// Skips the entries of older segments for the docid of the first. The newest entry has the content;
/// the oldest says whether even older ones are overruled, which goes into `size`.
static int pass_older(merging *merging, uint64_t *size) {
  chosen_segment *chosen = merging->chosen;
  int32_t passed = 1;
  for (; passed < merging->chosen_count && chosen[passed].docid == chosen[0].docid; passed++) {
    shortlist_segment_reader *older = &merging->readers[chosen[passed].place];
    *size = (*size & ~(uint64_t)1) | (older->size & 1);
    int rc = shortlist_segment_reader_next(older);
    if (rc != SQLITE_OK) return rc;
  }
  while (--passed > 0) {
    chosen[passed].docid = merging->readers[chosen[passed].place].docid;
    settle(merging, passed);
  }
  return SQLITE_OK;
}

/// Merges the current term of the chosen segments.
static int merge_term(merging *merging) {
  chosen_segment *chosen = merging->chosen;
  bool is_begun = false;
  int rc = SQLITE_OK;
  for (int32_t i = merging->chosen_count - 1; i >= 0; i--) {
    chosen[i].docid = merging->readers[chosen[i].place].docid;
    settle(merging, i);
  }
  while (rc == SQLITE_OK && chosen[0].docid != SHORTLIST_END_OF_DOCIDS) {
    shortlist_segment_reader *reader = &merging->readers[chosen[0].place];
    uint64_t size = reader->size;
    bool is_single = merging->chosen_count == 1;
    if (!is_single && chosen[1].docid == chosen[0].docid) rc = pass_older(merging, &size);
    int64_t others = is_single ? SHORTLIST_END_OF_DOCIDS : chosen[1].docid;
    if (rc == SQLITE_OK) rc = write_docid(merging, reader, size, &is_begun);
    if (rc == SQLITE_OK) rc = shortlist_segment_reader_next(reader);
    // One segment often has several docids below those of the others.
    while (rc == SQLITE_OK && reader->docid < others) {
      rc = write_docid(merging, reader, reader->size, &is_begun);
      if (rc == SQLITE_OK) rc = shortlist_segment_reader_next(reader);
    }
    chosen[0].docid = reader->docid;
    settle(merging, 0);
  }
  for (int32_t i = 0; rc == SQLITE_OK && i < merging->chosen_count; i++) {
    rc = shortlist_segment_reader_next_term(&merging->readers[chosen[i].place]);
  }
  return rc;
}

// MARK: Segments

/// Cuts the segments so that they begin at the terms where the merge stopped.
static int cut_segments(shortlist_merge *merge, const merging *merging, shortlist_segment *inputs) {
  for (int32_t i = 0; i < merging->count; i++) {
    const shortlist_segment_reader *reader = &merging->readers[i];
    if (reader->is_at_end) {
      inputs[i].first = inputs[i].last = 0;
      continue;
    }
    int rc = shortlist_segment_reader_cut(reader, &merge->cuts);
    if (rc != SQLITE_OK) return rc;
    inputs[i].first = merge->inputs[i].first = reader->term_leaf;
  }
  return SQLITE_OK;
}

/// Lists the segments to merge.
static int list_inputs(shortlist_merge *merge, const shortlist_segment *inputs, int32_t count) {
  merge->inputs = sqlite3_malloc64((sqlite3_uint64)count * sizeof *merge->inputs);
  if (merge->inputs == NULL) return SQLITE_NOMEM;
  merge->count = count;
  for (int32_t i = 0; i < count; i++) merge->inputs[i] = (shortlist_merged_segment){.id = inputs[i].id};
  return SQLITE_OK;
}

/// Merges more of the segments, until the one after them has about `most_leaves` more. Removes segments
/// from the list once they are merged whole, and also the output if it stays empty.
static int merge_part(shortlist_merge *merge, merging *merging, int32_t most_leaves) {
  shortlist_structure_record *list = &merge->list;
  int32_t place = merging->place, count = merging->count;
  shortlist_segment *inputs = list->segments + place, *output = inputs + count;
  for (int32_t i = 0; i <= count; i++) shortlist_add_segment(&merge->touched, inputs[i].id);
  merge->rows.segment = output->id;
  int32_t leaf = output->last + 1;
  int rc = shortlist_segment_writer_open(&merging->written, &merge->rows, leaf);
  if (rc == SQLITE_OK) rc = list_inputs(merge, inputs, count);
  while (rc == SQLITE_OK && merging->chosen_count > 0 &&
         (merging->level < 0 || merging->written.leaf - leaf < most_leaves)) {
    rc = merge_term(merging);
    if (rc == SQLITE_OK) choose(merging);
  }
  merge->is_whole = merging->chosen_count == 0;
  if (rc == SQLITE_OK) rc = shortlist_segment_writer_finish(&merging->written);
  if (rc == SQLITE_OK) {
    list->written_leaves += (uint64_t)(merging->written.leaf + 1 - leaf);
    output->last = merging->written.leaf;
    output->first = output->last > 0 ? 1 : 0;
  }
  shortlist_segment_writer_close(&merging->written);
  if (rc != SQLITE_OK) return rc;
  if (!merge->is_whole) return cut_segments(merge, merging, inputs);
  if (merging->level >= 0) list->merging[merging->level] = 0;
  bool is_empty = output->first == 0;
  shortlist_structure_record_remove(list, place, is_empty ? count + 1 : count);
  return SQLITE_OK;
}

// MARK: Choosing

/// The lowest level whose segments are being merged; -1 if no merge is under way.
static int32_t merging_level(const shortlist_structure_record *list) {
  for (int32_t level = 0; level < list->levels; level++) {
    if (list->merging[level] > 0) return level;
  }
  return -1;
}

/// Opens segments from `place` on.
static int open_segments(merging *merging, const shortlist_structure_record *list, int32_t place,
                         int32_t count, int32_t level) {
  merging->place = place;
  merging->level = level;
  merging->is_oldest = place + count == list->count - 1;
  int rc = open_readers(merging, list->segments + place, count);
  if (rc == SQLITE_OK) choose(merging);
  return rc;
}

/// Opens the segments of a level whose merge is under way.
static int open_level(merging *merging, const shortlist_structure_record *list, int32_t level) {
  int32_t end = 0, count = list->merging[level];
  while (end < list->count && list->segments[end].level <= level) end++;
  bool is_sound = end < list->count && list->segments[end].level == level + 1 && count <= end &&
                  list->segments[end - count].level == level;
  return is_sound ? open_segments(merging, list, end - count, count, level) : SQLITE_CORRUPT;
}

/// Inserts an empty segment after some of the newest.
static int insert_output(shortlist_structure_record *list, int32_t place, int32_t level) {
  shortlist_segment output = {.id = shortlist_structure_record_unused_id(list), .level = level};
  if (output.id == 0) return SQLITE_NOTFOUND;
  return shortlist_structure_record_insert(list, place, &output);
}

/// Opens the newest segments, which have few leaves.
static int open_newest(merging *merging, shortlist_structure_record *list, int32_t count) {
  int rc = insert_output(list, count, list->segments[count - 1].level);
  return rc == SQLITE_OK ? open_segments(merging, list, 0, count, -1) : rc;
}

/// Begins a merge of the newest segments, while no other is under way.
static int begin(merging *merging, shortlist_structure_record *list, int32_t count) {
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

/// Returns how many of the `count` newest segments to merge.
static int32_t newest_of_a_size(const shortlist_structure_record *list, int32_t count) {
  int64_t leaves = 0;
  for (int32_t i = 0; i < count; i++) {
    int64_t more = shortlist_leaf_count(&list->segments[i]);
    if (i > 1 && more > most_growth * leaves) return i;
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
static int open_some(merging *merging, shortlist_structure_record *list, int32_t most_segments,
                     int32_t most_leaves) {
  int32_t level = merging_level(list), newest = free_count(list, level);
  if (newest < 0) return SQLITE_CORRUPT;
  if (newest > most_segments) {
    int32_t count = newest_of_a_size(list, newest);
    if (leaf_count(list, count) <= most_leaves) return open_newest(merging, list, count);
    if (level < 0) return begin(merging, list, count);
  }
  return level < 0 ? SQLITE_OK : open_level(merging, list, level);
}

int shortlist_needs_merging(sqlite3_stmt *page, int32_t most_segments, int *is_needed) {
  shortlist_pages pages = {.page = page};
  shortlist_structure_record list;
  int rc = shortlist_structure_record_read(&pages, &list);
  *is_needed = list.count > most_segments || merging_level(&list) >= 0;
  shortlist_structure_record_free(&list);
  return rc == SQLITE_NOTFOUND ? SQLITE_OK : rc;
}

// MARK: Merging

struct shortlist_merger {
  merging merging;
  /// The structure record after the last part.
  shortlist_structure_record list;
  int32_t most_leaves;
};

int shortlist_merger_open(sqlite3_stmt *page, int32_t most_segments, int32_t most_leaves,
                          shortlist_merger **merger) {
  *merger = sqlite3_malloc64(sizeof **merger);
  if (*merger == NULL) return SQLITE_NOMEM;
  **merger = (shortlist_merger){.merging = {.pages = {.page = page}}, .most_leaves = most_leaves};
  merging *merging = &(*merger)->merging;
  int rc = shortlist_structure_record_read(&merging->pages, &(*merger)->list);
  if (rc == SQLITE_OK) rc = open_some(merging, &(*merger)->list, most_segments, most_leaves);
  // Without readers, there is nothing to merge.
  if (rc != SQLITE_OK) close_readers(merging);
  return rc == SQLITE_NOTFOUND ? SQLITE_OK : rc;
}

void shortlist_merger_close(shortlist_merger *merger) {
  if (merger == NULL) return;
  close_readers(&merger->merging);
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
  if (rc == SQLITE_OK) rc = merge_part(merge, &merger->merging, merger->most_leaves);
  if (rc == SQLITE_OK && !merge->is_whole) {
    shortlist_structure_record_free(&merger->list);
    rc = shortlist_structure_record_copy(&merge->list, &merger->list);
  } else {
    close_readers(&merger->merging);
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
static int merge_some(const shortlist_segment_tables *tables, int32_t most_segments,
                      int32_t most_leaves, shortlist_segment_ids *touched,
                      shortlist_merge **merge) {
  shortlist_merger *merger;
  *merge = NULL;
  int rc = shortlist_merger_open(tables->page, most_segments, most_leaves, &merger);
  if (rc == SQLITE_OK) rc = make_part(merger, tables, merge);
  if (rc == SQLITE_OK && *merge != NULL) rc = shortlist_merge_store(*merge, tables, touched);
  shortlist_merger_close(merger);
  return rc;
}

int shortlist_merge_segments(const shortlist_segment_tables *tables, int32_t most_segments,
                             int32_t most_leaves, int *is_changed,
                             shortlist_segment_ids *touched) {
  *is_changed = 0;
  // When new segments are merged while a larger merge is under way, that goes on, too.
  for (bool goes_on = true; goes_on;) {
    shortlist_merge *merge;
    int rc = merge_some(tables, most_segments, most_leaves, touched, &merge);
    goes_on = merge != NULL && !*is_changed && merge->is_whole && merging_level(&merge->list) >= 0;
    if (merge != NULL) *is_changed = 1;
    shortlist_merge_free(merge);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}
