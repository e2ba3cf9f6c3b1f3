#include <math.h>
#include <string.h>

#include "columns.h"
#include "shortlist_array.h"

struct shortlist_facet_counter {
  const shortlist_attribute_items *items;
  const shortlist_attribute_column *column;
  int64_t *codes;
  int32_t code_count;
  double *numbers;
  int32_t number_count, number_capacity;
  int32_t place;
  bool is_out_of_memory;
};

enum { visits_between_looks = 4096 };

shortlist_facet_counter *shortlist_facet_counter_create(const shortlist_attribute_items *items,
                                                        const shortlist_attribute_column *column,
                                                        int32_t code_count) {
  shortlist_facet_counter *counter = sqlite3_malloc64(sizeof *counter);
  if (counter == NULL) return NULL;
  *counter =
    (shortlist_facet_counter){.items = items, .column = column, .code_count = code_count};
  sqlite3_uint64 size = ((sqlite3_uint64)code_count + 1) * sizeof *counter->codes;
  counter->codes = sqlite3_malloc64(size);
  if (counter->codes == NULL) {
    sqlite3_free(counter);
    return NULL;
  }
  memset(counter->codes, 0, size);
  return counter;
}

void shortlist_facet_counter_free(shortlist_facet_counter *counter) {
  if (counter == NULL) return;
  sqlite3_free(counter->codes);
  sqlite3_free(counter->numbers);
  sqlite3_free(counter);
}

static void note_number(shortlist_facet_counter *counter, double number) {
  int64_t needed = (int64_t)counter->number_count + 1;
  if (shortlist_reserve(&counter->numbers, &counter->number_capacity, needed) != SQLITE_OK) {
    counter->is_out_of_memory = true;
    return;
  }
  counter->numbers[counter->number_count++] = number;
}

/// Counts the item of a rank; returns the new count of its code, or 0 if it has none.
static inline int64_t count_rank(shortlist_facet_counter *counter, int64_t rank) {
  const shortlist_attribute_column *column = counter->column;
  if (rank < 0 || rank >= column->count) return 0;
  uint32_t code = column->codes[rank];
  if (code > 0) {
    return code < (uint32_t)counter->code_count ? ++counter->codes[code] : 0;
  }
  if (column->numbers != NULL && !isnan(column->numbers[rank])) {
    note_number(counter, column->numbers[rank]);
  }
  return 0;
}

/// Does the same by docid.
static inline int64_t count_item(shortlist_facet_counter *counter, int64_t docid) {
  return count_rank(counter, shortlist_find_rank(counter->items, docid, &counter->place));
}

void shortlist_facet_counter_add(shortlist_facet_counter *counter, int64_t docid) {
  count_item(counter, docid);
}

const int64_t *shortlist_facet_counter_codes(const shortlist_facet_counter *counter) {
  return counter->codes;
}

int shortlist_facet_counter_numbers(const shortlist_facet_counter *counter, const double **numbers,
                                    int32_t *count) {
  *numbers = counter->numbers;
  *count = counter->number_count;
  return counter->is_out_of_memory ? SQLITE_NOMEM : SQLITE_OK;
}

// MARK: Streams

typedef struct {
  shortlist_facet_counter *const *counters;
  int32_t counter_count;
  int64_t bound;
  shortlist_budget *budget;
  /// The number of codes that have not reached the bound.
  int64_t missing;
  int32_t visits;
  bool was_stopped;
} facet_count;

/// Whether to count on, before another item.
static inline bool goes_on(facet_count *count) {
  if (count->missing == 0) count->was_stopped = true;
  if (++count->visits == visits_between_looks) {
    count->visits = 0;
    if (shortlist_budget_look(count->budget)) count->was_stopped = true;
  }
  return !count->was_stopped;
}

static bool visit(void *context, int64_t docid) {
  facet_count *count = context;
  if (!goes_on(count)) return false;
  for (int32_t i = 0; i < count->counter_count; i++) {
    if (count_item(count->counters[i], docid) == count->bound) count->missing--;
  }
  return true;
}

static bool visit_ranks(void *context, int32_t block, uint64_t bits) {
  facet_count *count = context;
  for (; bits != 0; bits &= bits - 1) {
    if (!goes_on(count)) return false;
    int64_t rank = (int64_t)block << SHORTLIST_WORD_BITS | __builtin_ctzll(bits);
    for (int32_t i = 0; i < count->counter_count; i++) {
      if (count_rank(count->counters[i], rank) == count->bound) count->missing--;
    }
  }
  return true;
}

int shortlist_count_facets(shortlist_docids *streams, int32_t stream_count, int64_t last,
                           shortlist_facet_counter *const *counters, int32_t counter_count,
                           int64_t bound, shortlist_budget *budget, bool *is_complete,
                           int32_t *failed) {
  facet_count count = {
    .counters = counters, .counter_count = counter_count, .bound = bound, .budget = budget};
  for (int32_t i = 0; i < counter_count; i++) {
    // Which numbers there are is not known before.
    if (counters[i]->column->numbers != NULL) count.missing = INT64_MAX / 2;
    for (int32_t code = 1; code < counters[i]->code_count; code++) {
      count.missing += counters[i]->codes[code] < bound;
    }
  }
  int rc = SQLITE_OK;
  *failed = 0;
  if (counter_count < 1 || !shortlist_visit_ranks(streams, stream_count, last,
                                                  counters[0]->items->number, visit_ranks, &count)) {
    rc = shortlist_visit_docids(streams, stream_count, last, visit, &count, failed);
  }
  *is_complete = !count.was_stopped;
  return rc;
}
