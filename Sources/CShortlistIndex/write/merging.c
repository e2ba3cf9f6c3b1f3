#include "merging.h"

#include <stddef.h>

// Segments are merged like FTS5 does (fts5IndexMergeLevel in SQLite's fts5_index.c), in its format
// and with the same intermediate states, so FTS5 can read an unfinished merge and complete it.

static int open_readers(shortlist_merging *merging, const shortlist_segment *inputs, int32_t count) {
  size_t size = sizeof *merging->readers + sizeof *merging->chosen;
  merging->readers = sqlite3_malloc64((sqlite3_uint64)count * size);
  if (merging->readers == NULL) return SQLITE_NOMEM;
  merging->chosen = (shortlist_chosen_segment *)(merging->readers + count);
  for (int32_t i = 0; i < count; i++) {
    merging->count++;
    int rc = shortlist_segment_reader_open(&merging->readers[i], &merging->pages, &inputs[i]);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

void shortlist_merging_close(shortlist_merging *merging) {
  for (int32_t i = 0; i < merging->count; i++) {
    shortlist_segment_reader_close(&merging->readers[i]);
  }
  sqlite3_free(merging->readers);
  merging->readers = NULL;
  merging->count = 0;
}

// MARK: Terms

/// Chooses the segments that have the lowest remaining term; none at the end.
static void choose(shortlist_merging *merging) {
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

static bool is_before(shortlist_chosen_segment a, shortlist_chosen_segment b) {
  return a.docid < b.docid || (a.docid == b.docid && a.place < b.place);
}

/// Moves a segment to its place among those behind it, which are in order.
static void settle(shortlist_merging *merging, int32_t from) {
  shortlist_chosen_segment moved = merging->chosen[from];
  int32_t next = from + 1;
  for (; next < merging->chosen_count && is_before(merging->chosen[next], moved); next++)
    merging->chosen[next - 1] = merging->chosen[next];
  merging->chosen[next - 1] = moved;
}

/// Writes a segment's entry for its docid.
static int write_docid(shortlist_merging *merging, const shortlist_segment_reader *reader, uint64_t size,
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
static int pass_older(shortlist_merging *merging, uint64_t *size) {
  shortlist_chosen_segment *chosen = merging->chosen;
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
static int merge_term(shortlist_merging *merging) {
  shortlist_chosen_segment *chosen = merging->chosen;
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
static int cut_segments(shortlist_merge *merge, const shortlist_merging *merging,
                        shortlist_segment *inputs) {
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

int shortlist_merging_open(shortlist_merging *merging, const shortlist_structure_record *list,
                           int32_t place, int32_t count, int32_t level) {
  merging->place = place;
  merging->level = level;
  merging->is_oldest = place + count == list->count - 1;
  int rc = open_readers(merging, list->segments + place, count);
  if (rc == SQLITE_OK) choose(merging);
  return rc;
}

int shortlist_merging_part(shortlist_merging *merging, shortlist_merge *merge, int32_t most_leaves) {
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
