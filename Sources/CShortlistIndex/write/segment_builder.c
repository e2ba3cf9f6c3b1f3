#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "CShortlistIndex.h"
#include "../format/structure_record.h"
#include "list_arena.h"
#include "segment_writer.h"
#include "shortlist_terms.h"

enum {
  totals_id = 1,
  longest_prefix = 3,
  /// The bytes of a docid, two sizes, a column number and a place.
  most_added_bytes = 10 + 2 * 5 + 6 + 5,
};

/// A term or a prefix, after the digit that FTS5 puts before it, with its postings.
typedef struct {
  shortlist_term_entry term;
  /// The last change in which it was counted, plus 1, and its counts.
  int32_t counted, items, alone;
  /// The doclist as FTS5 has it in memory. The size of the last positions is written when they end.
  int32_t used, room;
  unsigned char *_Nullable list;
  int32_t size_offset, column, place;
  int64_t docid;
  /// Whether the older positions of the docid are removed. New ones may follow.
  bool is_removed;
  /// The numbers of its prefixes among the terms, plus 1; 0 until they are needed.
  int32_t prefixes[longest_prefix];
} gathered_term;

typedef struct {
  /// The first bytes, as a number that compares like them; most terms differ there.
  uint64_t first;
  const char *text;
  const gathered_term *term;
} sorted_term;

struct shortlist_segment_builder {
  int32_t columns;
  shortlist_term_table terms;
  shortlist_list_arena lists;
  /// Whether all items are there, and the segment was made.
  bool is_finished;
  /// The segment, once it was made, and its last leaf.
  shortlist_segment_rows rows;
  int32_t last_leaf;
  /// The terms that were counted, in order.
  shortlist_segment_count *_Nullable counts;
  int32_t count_count;
  /// For each change, the docid, 1 for an insertion or -1 for a removal, and the number of places in
  /// each column.
  int64_t *changes;
  int64_t change_count;
  int32_t change_room;
  /// The current column, and the number of its places so far.
  int32_t column, places;
  /// Whether the current item is in no other index.
  bool is_alone;
  /// By how much the number of items changes, and of places in each column.
  int64_t item_total, totals[shortlist_most_columns];
};

static int64_t *change_at(const shortlist_segment_builder *segment, int64_t number) {
  return segment->changes + number * (2 + segment->columns);
}

static gathered_term *term_at(const shortlist_segment_builder *segment, int32_t number) {
  return shortlist_term_table_entry(&segment->terms, number);
}

shortlist_segment_builder *shortlist_segment_builder_create(int32_t columns) {
  if (columns < 1 || columns > shortlist_most_columns) return NULL;
  shortlist_segment_builder *segment = sqlite3_malloc64(sizeof *segment);
  if (segment == NULL) return NULL;
  *segment = (shortlist_segment_builder){
    .columns = columns,
    .terms = shortlist_term_table_make(sizeof(gathered_term)),
  };
  return segment;
}

/// Frees the doclists.
static void free_lists(shortlist_segment_builder *segment) {
  for (int32_t i = 0; i < segment->terms.count; i++) {
    gathered_term *term = term_at(segment, i);
    shortlist_list_arena_free_list(term->list, term->room);
    term->list = NULL;
    term->room = 0;
  }
  shortlist_list_arena_free(&segment->lists);
}

void shortlist_segment_builder_free(shortlist_segment_builder *segment) {
  if (segment == NULL) return;
  free_lists(segment);
  shortlist_term_table_free(&segment->terms);
  shortlist_segment_rows_free(&segment->rows);
  sqlite3_free(segment->counts);
  sqlite3_free(segment->changes);
  sqlite3_free(segment);
}

// MARK: Gathering

/// Writes the size of the last positions before them.
static void end_positions(gathered_term *term) {
  if (term->used == 0) return;
  int32_t start = term->size_offset + 1, count = term->used - start;
  unsigned char size[10];
  int32_t added = shortlist_put_number(size, (uint64_t)count << 1 | term->is_removed) - 1;
  if (added > 0) memmove(term->list + start + added, term->list + start, (size_t)count);
  memcpy(term->list + term->size_offset, size, (size_t)added + 1);
  term->used += added;
}

static void put(gathered_term *term, uint64_t number) {
  term->used += shortlist_put_number(term->list + term->used, number);
}

/// Finds or adds a term; sets `*number` to its number.
static int find_term(shortlist_segment_builder *segment, const char *text, int32_t length,
                     int32_t *number) {
  void *entry;
  int rc = shortlist_term_table_add(&segment->terms, text, length, &entry);
  if (rc == SQLITE_OK) *number = (int32_t)((gathered_term *)entry - term_at(segment, 0));
  return rc;
}

static int add_place(shortlist_segment_builder *segment, gathered_term *term) {
  if (term->used > 1 << 29) return SQLITE_TOOBIG;
  int rc = shortlist_list_arena_grow(&segment->lists, &term->list, &term->room, term->used,
                                     term->used + most_added_bytes);
  if (rc != SQLITE_OK) return rc;
  const int64_t *change = change_at(segment, segment->change_count - 1);
  int64_t docid = change[0];
  if (term->used == 0 || term->docid != docid) {
    end_positions(term);
    put(term, (uint64_t)docid - (uint64_t)term->docid);
    term->docid = docid;
    term->size_offset = term->used++;
    term->column = term->place = 0;
    term->is_removed = false;
  }
  if (change[1] < 0) {
    term->is_removed = true;
    return SQLITE_OK;
  }
  if (segment->column != term->column) {
    put(term, 1);
    put(term, (uint64_t)segment->column);
    term->column = segment->column;
    term->place = 0;
  }
  int32_t place = segment->places - 1;
  put(term, (uint64_t)(place - term->place) + 2);
  term->place = place;
  return SQLITE_OK;
}

/// Counts a term once for each change.
static void count(const shortlist_segment_builder *segment, gathered_term *term) {
  int32_t change = (int32_t)segment->change_count;
  if (term->counted == change) return;
  int32_t step = (int32_t)change_at(segment, change - 1)[1];
  term->counted = change;
  term->items += step;
  if (segment->is_alone) term->alone += step;
}

int shortlist_segment_builder_add_token(void *builder, int flags, const char *token, int length,
                                        int start, int end) {
  (void)start, (void)end;
  shortlist_segment_builder *segment = builder;
  if ((flags & FTS5_TOKEN_COLOCATED) == 0 || segment->places == 0) segment->places++;
  // The digit of its list precedes the token.
  char text[1 + shortlist_longest_term];
  if (length > shortlist_longest_term) return SQLITE_TOOBIG;
  text[0] = '0';
  memcpy(text + 1, token, (size_t)length);
  int32_t whole;
  int rc = find_term(segment, text, 1 + length, &whole);
  if (rc == SQLITE_OK) rc = add_place(segment, term_at(segment, whole));
  if (rc == SQLITE_OK && (flags & SHORTLIST_TOKEN_COUNTS) != 0) {
    count(segment, term_at(segment, whole));
  }
  int32_t prefix = 0;
  for (int i = 0; rc == SQLITE_OK && i < longest_prefix && prefix < length; i++) {
    do {
      prefix++;
    } while (prefix < length && ((unsigned char)token[prefix] & 0xc0) == 0x80);
    int32_t number = term_at(segment, whole)->prefixes[i] - 1;
    if (number < 0) {
      text[0] = (char)('1' + i);
      rc = find_term(segment, text, 1 + prefix, &number);
      if (rc != SQLITE_OK) break;
      term_at(segment, whole)->prefixes[i] = number + 1;
    }
    rc = add_place(segment, term_at(segment, number));
  }
  return rc;
}

int shortlist_segment_builder_begin(shortlist_segment_builder *segment, int64_t docid,
                                    bool is_removal, bool is_alone) {
  int64_t room = (segment->change_count + 1) * (2 + segment->columns);
  int rc = shortlist_reserve(&segment->changes, &segment->change_room, room);
  if (rc != SQLITE_OK) return rc;
  int64_t *change = change_at(segment, segment->change_count++);
  change[0] = docid;
  change[1] = is_removal ? -1 : 1;
  segment->item_total += change[1];
  segment->column = segment->places = 0;
  segment->is_alone = is_alone;
  return SQLITE_OK;
}

void shortlist_segment_builder_end_column(shortlist_segment_builder *segment) {
  int64_t *change = change_at(segment, segment->change_count - 1);
  change[2 + segment->column] = segment->places;
  segment->totals[segment->column++] += change[1] * segment->places;
  segment->places = 0;
}

// MARK: Finishing

static int compare(const void *a, const void *b) {
  const sorted_term *first = a, *second = b;
  if (first->first != second->first) return first->first < second->first ? -1 : 1;
  return shortlist_compare_terms(first->text, first->term->term.length, second->text,
                                 second->term->term.length);
}

/// Returns the first 8 bytes of a term as a number, with zeros after a shorter one.
static uint64_t first_bytes(const char *text, int32_t length) {
  uint64_t first = 0;
  for (int32_t i = 0; i < 8; i++) first = first << 8 | (i < length ? (unsigned char)text[i] : 0);
  return first;
}

/// Returns all terms in the order of the index; NULL when memory runs out.
static sorted_term *sort(shortlist_segment_builder *segment) {
  size_t count = (size_t)segment->terms.count;
  sorted_term *sorted = sqlite3_malloc64((count + 1) * sizeof *sorted);
  if (sorted == NULL) return NULL;
  for (int32_t i = 0; i < segment->terms.count; i++) {
    gathered_term *term = term_at(segment, i);
    end_positions(term);
    const char *text = segment->terms.bytes + term->term.offset;
    sorted[i] = (sorted_term){first_bytes(text, term->term.length), text, term};
  }
  qsort(sorted, count, sizeof *sorted, compare);
  return sorted;
}

/// Writes all terms with their doclists to memory.
static int write_terms(shortlist_segment_builder *segment, const sorted_term *sorted) {
  shortlist_segment_writer pages;
  int rc = shortlist_segment_writer_open(&pages, &segment->rows, 1);
  for (int32_t i = 0; rc == SQLITE_OK && i < segment->terms.count; i++) {
    const gathered_term *term = sorted[i].term;
    rc = shortlist_segment_writer_add(&pages, (const unsigned char *)sorted[i].text,
                                      term->term.length, term->list, term->used);
  }
  if (rc == SQLITE_OK) rc = shortlist_segment_writer_finish(&pages);
  segment->last_leaf = pages.leaf;
  shortlist_segment_writer_close(&pages);
  return rc;
}

/// Keeps the counts of the terms, which come before all prefixes.
static int keep_counts(shortlist_segment_builder *segment, const sorted_term *sorted) {
  int32_t count = 0;
  for (int32_t i = 0; i < segment->terms.count; i++) {
    if (sorted[i].term->counted != 0) count++;
  }
  segment->counts = sqlite3_malloc64(((sqlite3_uint64)count + 1) * sizeof *segment->counts);
  if (segment->counts == NULL) return SQLITE_NOMEM;
  for (int32_t i = 0; i < segment->terms.count; i++) {
    const gathered_term *term = sorted[i].term;
    if (term->counted == 0) continue;
    segment->counts[segment->count_count++] = (shortlist_segment_count){
      .text = sorted[i].text + 1,
      .length = term->term.length - 1,
      .items = term->items,
      .alone = term->alone,
    };
  }
  return SQLITE_OK;
}

int shortlist_segment_builder_finish(shortlist_segment_builder *segment) {
  if (segment->is_finished) return SQLITE_OK;
  sorted_term *sorted = sort(segment);
  if (sorted == NULL) return SQLITE_NOMEM;
  segment->is_finished = true;
  int rc = keep_counts(segment, sorted);
  if (rc == SQLITE_OK && segment->terms.count > 0) rc = write_terms(segment, sorted);
  sqlite3_free(sorted);
  // Only the texts of the terms are still needed, for the counts.
  free_lists(segment);
  shortlist_term_table_keep_texts(&segment->terms);
  return rc;
}

const shortlist_segment_count *shortlist_segment_builder_counts(
    const shortlist_segment_builder *segment, int32_t *count) {
  *count = segment->count_count;
  return segment->counts;
}

// MARK: Writing

/// Stores the number of places in each column of each item, and removes those of removed items.
static int write_lengths(const shortlist_segment_builder *segment,
                         const shortlist_segment_tables *tables) {
  unsigned char lengths[shortlist_most_columns * 9];
  int rc = SQLITE_OK;
  for (int64_t i = 0; rc == SQLITE_OK && i < segment->change_count; i++) {
    const int64_t *change = change_at(segment, i);
    if (change[1] < 0) {
      sqlite3_bind_int64(tables->remove_lengths, 1, change[0]);
      sqlite3_step(tables->remove_lengths);
      rc = sqlite3_reset(tables->remove_lengths);
      continue;
    }
    int32_t used = 0;
    for (int32_t c = 0; c < segment->columns; c++) {
      used += shortlist_put_number(lengths + used, (uint64_t)change[2 + c]);
    }
    rc = shortlist_store_page(tables->put_lengths, change[0], lengths, used);
  }
  return rc;
}

/// Changes the number of items, and the number of places in each column. Returns SQLITE_CORRUPT
/// when FTS5's totals are malformed, or lower than what is removed.
static int write_totals(const shortlist_segment_builder *segment,
                        const shortlist_segment_tables *tables) {
  uint64_t totals[shortlist_total_count] = {0};
  bool is_sound = true;
  sqlite3_bind_int64(tables->page, 1, totals_id);
  if (sqlite3_step(tables->page) == SQLITE_ROW) {
    const void *bytes = sqlite3_column_blob(tables->page, 0);
    int32_t length = bytes != NULL ? sqlite3_column_bytes(tables->page, 0) : 0;
    is_sound = shortlist_read_totals(bytes, length, totals);
  }
  int rc = sqlite3_reset(tables->page);
  if (rc == SQLITE_OK && !is_sound) rc = SQLITE_CORRUPT;
  if (rc != SQLITE_OK) return rc;
  unsigned char record[shortlist_total_count * 9];
  int32_t used = 0;
  for (int32_t i = 0; i <= segment->columns; i++) {
    int64_t added = i == 0 ? segment->item_total : segment->totals[i - 1];
    if (added < 0 && totals[i] < (uint64_t)-added) return SQLITE_CORRUPT;
    used += shortlist_put_number(record + used, totals[i] + (uint64_t)added);
  }
  return shortlist_store_page(tables->put_page, totals_id, record, used);
}

/// Stores the rows, and adds this segment to the structure record.
static int write_segment(shortlist_segment_builder *segment, const shortlist_segment_tables *tables,
                         shortlist_structure_record *list) {
  shortlist_segment added = {.id = shortlist_structure_record_unused_id(list), .first = 1,
                             .last = segment->last_leaf};
  if (added.id == 0) return SQLITE_NOTFOUND;
  int rc = list->levels > 0 ? SQLITE_OK : shortlist_structure_record_set_levels(list, 1);
  if (rc == SQLITE_OK) {
    rc = shortlist_segment_rows_store(&segment->rows, tables->put_page, tables->put_leaf, added.id);
  }
  if (rc == SQLITE_OK) rc = shortlist_structure_record_insert(list, 0, &added);
  list->written_leaves += (uint64_t)added.last;
  return rc == SQLITE_OK ? shortlist_structure_record_store(list, tables->put_page) : rc;
}

int shortlist_segment_builder_write(shortlist_segment_builder *segment,
                                const shortlist_segment_tables *tables) {
  shortlist_pages pages = {.page = tables->page};
  shortlist_structure_record list;
  int rc = shortlist_segment_builder_finish(segment);
  if (rc != SQLITE_OK) return rc;
  rc = shortlist_structure_record_read(&pages, &list);
  if (rc == SQLITE_OK && segment->last_leaf > 0) rc = write_segment(segment, tables, &list);
  if (rc == SQLITE_OK && tables->put_lengths != NULL) {
    rc = write_lengths(segment, tables);
  }
  if (rc == SQLITE_OK) rc = write_totals(segment, tables);
  shortlist_structure_record_free(&list);
  return rc;
}
