#include <math.h>
#include <string.h>

#include "columns.h"

enum { kind_number = 1, kind_none = 3, visits_between_looks = 4096 };

shortlist_sort_key shortlist_sort_key_of_number(double number, bool is_descending) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  // The bits of numbers in order, negative ones included.
  bits ^= bits >> 63 ? ~(uint64_t)0 : (uint64_t)1 << 63;
  return (shortlist_sort_key){
    .kind = is_descending ? kind_none - 1 - kind_number : kind_number,
    .value = is_descending ? ~bits : bits};
}

/// Returns the key of the item of a rank, or that of an item without attributes for -1.
static inline shortlist_sort_key key_of_rank(const shortlist_attribute_column *column,
                                             const shortlist_sort_key *codes, int32_t code_count,
                                             bool is_descending, int64_t rank) {
  shortlist_sort_key none = {.kind = kind_none};
  if (rank < 0 || rank >= column->count) return none;
  uint32_t code = column->codes[rank];
  if (code > 0) return code < (uint32_t)code_count ? codes[code] : none;
  if (column->numbers == NULL || isnan(column->numbers[rank])) return none;
  return shortlist_sort_key_of_number(column->numbers[rank], is_descending);
}

shortlist_sort_key shortlist_sort_key_of(const shortlist_attribute_items *items,
                                         const shortlist_attribute_column *column,
                                         const shortlist_sort_key *codes, int32_t code_count,
                                         bool is_descending, int64_t docid, int32_t *place) {
  return key_of_rank(column, codes, code_count, is_descending,
                     shortlist_find_rank(items, docid, place));
}

typedef struct {
  const shortlist_attribute_items *items;
  const shortlist_attribute_column *column;
  const shortlist_sort_key *codes;
  int32_t code_count;
  bool is_descending;
  int64_t rank_mask;
  shortlist_sorted_docid *heap;
  int32_t limit, found, place, visits;
  int64_t count;
  shortlist_budget *budget;
  bool was_stopped;
} sorting;

static bool comes_before(const sorting *sorting, const shortlist_sorted_docid *a,
                         const shortlist_sorted_docid *b) {
  if (a->key.kind != b->key.kind) return a->key.kind < b->key.kind;
  if (a->key.value != b->key.value) return a->key.value < b->key.value;
  int64_t rank_a = a->docid & sorting->rank_mask, rank_b = b->docid & sorting->rank_mask;
  return rank_a != rank_b ? rank_a < rank_b : a->docid < b->docid;
}

/// Restores the heap, which has the last item first, after its first item was replaced.
static void sink(sorting *sorting) {
  shortlist_sorted_docid *heap = sorting->heap, moved = heap[0];
  int32_t index = 0;
  while (true) {
    int32_t child = 2 * index + 1;
    if (child >= sorting->found) break;
    if (child + 1 < sorting->found && comes_before(sorting, &heap[child], &heap[child + 1])) {
      child++;
    }
    if (!comes_before(sorting, &moved, &heap[child])) break;
    heap[index] = heap[child];
    index = child;
  }
  heap[index] = moved;
}

static void rise(sorting *sorting) {
  shortlist_sorted_docid *heap = sorting->heap;
  int32_t index = sorting->found - 1;
  shortlist_sorted_docid moved = heap[index];
  while (index > 0 && comes_before(sorting, &heap[(index - 1) / 2], &moved)) {
    heap[index] = heap[(index - 1) / 2];
    index = (index - 1) / 2;
  }
  heap[index] = moved;
}

/// Whether to go on, before some more items, which it counts.
static bool goes_on(sorting *sorting, int32_t visits) {
  sorting->visits += visits;
  if (sorting->visits >= visits_between_looks) {
    sorting->visits = 0;
    if (shortlist_budget_look(sorting->budget)) {
      sorting->was_stopped = true;
      return false;
    }
  }
  sorting->count += visits;
  return true;
}

static void add(sorting *sorting, shortlist_sorted_docid item) {
  if (sorting->found < sorting->limit) {
    sorting->heap[sorting->found++] = item;
    rise(sorting);
  } else if (sorting->limit > 0 && comes_before(sorting, &item, &sorting->heap[0])) {
    sorting->heap[0] = item;
    sink(sorting);
  }
}

static bool visit(void *context, int64_t docid) {
  sorting *sorting = context;
  if (!goes_on(sorting, 1)) return false;
  shortlist_sort_key key =
      shortlist_sort_key_of(sorting->items, sorting->column, sorting->codes, sorting->code_count,
                            sorting->is_descending, docid, &sorting->place);
  add(sorting, (shortlist_sorted_docid){.key = key, .docid = docid});
  return true;
}

/// Whether a key comes behind all of a full heap.
static inline bool is_too_late(const sorting *sorting, shortlist_sort_key key) {
  if (sorting->found < sorting->limit) return false;
  shortlist_sort_key last = sorting->heap[0].key;
  return key.kind != last.kind ? key.kind > last.kind : key.value > last.value;
}

static bool visit_ranks(void *context, int32_t block, uint64_t bits) {
  sorting *sorting = context;
  if (!goes_on(sorting, __builtin_popcountll(bits))) return false;
  if (sorting->limit == 0) return true;
  for (; bits != 0; bits &= bits - 1) {
    int32_t rank = block << SHORTLIST_WORD_BITS | __builtin_ctzll(bits);
    shortlist_sort_key key = key_of_rank(sorting->column, sorting->codes, sorting->code_count,
                                         sorting->is_descending, rank);
    if (is_too_late(sorting, key)) continue;
    int64_t docid = shortlist_docid_of_rank(sorting->items, rank, &sorting->place);
    add(sorting, (shortlist_sorted_docid){.key = key, .docid = docid});
  }
  return true;
}

int shortlist_sort_docids(shortlist_docids *streams, int32_t stream_count, int64_t last,
                          const shortlist_attribute_items *items,
                          const shortlist_attribute_column *column,
                          const shortlist_sort_key *codes, int32_t code_count, bool is_descending,
                          int64_t rank_mask, int32_t limit, shortlist_budget *budget,
                          shortlist_sorted_docid *sorted, int32_t *sorted_count, int64_t *count,
                          int32_t *failed) {
  sorting sorting = {
    .items = items,
    .column = column,
    .codes = codes,
    .code_count = code_count,
    .is_descending = is_descending,
    .rank_mask = rank_mask,
    .heap = sorted,
    .limit = limit,
    .budget = budget,
  };
  int rc = SQLITE_OK;
  *failed = 0;
  if (!shortlist_visit_ranks(streams, stream_count, last, items->number, visit_ranks, &sorting)) {
    rc = shortlist_visit_docids(streams, stream_count, last, visit, &sorting, failed);
  }
  *sorted_count = sorting.found;
  *count = sorting.count;
  return rc == SQLITE_OK && sorting.was_stopped ? SQLITE_INTERRUPT : rc;
}
