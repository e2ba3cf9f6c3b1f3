#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "columns.h"

/// A node with a copy of its codes.
typedef struct {
  shortlist_filter_node node;
  uint8_t *codes;
  /// The only code that meets the condition; 0 if there are none or several.
  uint32_t only_code;
} filter_node;

struct shortlist_attribute_filter {
  const shortlist_attribute_items *items;
  filter_node *nodes;
  int32_t node_count;
  bool accepts_others;
  /// For each word of the items, which of them are accepted, and whether that is known. Several
  /// threads may find it out at the same time, and then find the same.
  _Atomic uint64_t *accepted;
  _Atomic uint8_t *is_known;
};

enum { deepest_node = 128 };

// MARK: Conditions

/// Returns which items of a word have the only code.
static uint64_t match_code(const uint32_t *codes, int32_t count, uint32_t wanted,
                           uint64_t present) {
  // Most words have none: this loop needs no branches.
  uint32_t differing = 1;
  for (int32_t i = 0; i < count; i++) differing &= codes[i] != wanted;
  if (differing) return 0;
  uint64_t matching = 0;
  for (int32_t i = 0; i < count; i++) {
    uint64_t bit = present & -present;
    if (codes[i] == wanted) matching |= bit;
    present ^= bit;
  }
  return matching;
}

static uint64_t match_codes(const uint32_t *codes, int32_t count, const filter_node *node,
                            uint64_t present) {
  uint64_t matching = 0;
  uint32_t known = (uint32_t)node->node.code_count;
  for (int32_t i = 0; i < count; i++) {
    uint64_t bit = present & -present;
    uint64_t is_met = codes[i] < known ? node->codes[codes[i]] : 0;
    matching |= bit & -is_met;
    present ^= bit;
  }
  return matching;
}

static uint64_t match_range(const double *numbers, int32_t count, const shortlist_filter_node *node,
                            uint64_t present) {
  // With open ends moved to the next number, one kind of comparison is enough.
  double low = node->includes_low ? node->low : nextafter(node->low, INFINITY);
  double high = node->includes_high ? node->high : nextafter(node->high, -INFINITY);
  uint64_t matching = 0;
  for (int32_t i = 0; i < count; i++) {
    uint64_t bit = present & -present;
    uint64_t is_met = numbers[i] >= low && numbers[i] <= high;
    matching |= bit & -is_met;
    present ^= bit;
  }
  return matching;
}

static uint64_t match_any_value(const shortlist_attribute_column *column, uint32_t rank,
                                int32_t count, uint64_t present) {
  uint64_t matching = 0;
  for (int32_t i = 0; i < count; i++) {
    uint64_t bit = present & -present;
    bool has_number = column->numbers != NULL && !isnan(column->numbers[rank + (uint32_t)i]);
    if (column->codes[rank + (uint32_t)i] != 0 || has_number) matching |= bit;
    present ^= bit;
  }
  return matching;
}

// MARK: Nodes

/// Evaluates the node at `*index` for a word, or for items without attributes if `word` is negative;
/// `present` has the bits in question. Moves `*index` behind the node and its children.
static uint64_t evaluate(const shortlist_attribute_filter *filter, int32_t *index, int32_t word,
                         uint64_t present) {
  const filter_node *node = &filter->nodes[(*index)++];
  const shortlist_filter_node *condition = &node->node;
  const shortlist_attribute_column *column = condition->column;
  switch (condition->kind) {
  case SHORTLIST_FILTER_ALL:
  case SHORTLIST_FILTER_ANY: {
    bool is_all = condition->kind == SHORTLIST_FILTER_ALL;
    uint64_t matching = is_all ? present : 0;
    for (int32_t i = 0; i < condition->children; i++) {
      uint64_t child = evaluate(filter, index, word, present);
      matching = is_all ? matching & child : matching | child;
    }
    return matching;
  }
  case SHORTLIST_FILTER_NOT: return ~evaluate(filter, index, word, present) & present;
  default: break;
  }
  if (word < 0 || column == NULL) return 0;
  uint32_t rank = filter->items->ranks[word];
  int32_t count = __builtin_popcountll(present);
  if ((int64_t)rank + count > column->count) return 0;
  switch (condition->kind) {
  case SHORTLIST_FILTER_CODES:
    return node->only_code > 0
             ? match_code(column->codes + rank, count, node->only_code, present)
             : match_codes(column->codes + rank, count, node, present);
  case SHORTLIST_FILTER_RANGE:
    return column->numbers == NULL ? 0
                                   : match_range(column->numbers + rank, count, condition, present);
  default: return match_any_value(column, rank, count, present);
  }
}

/// Returns which items of a word are accepted.
static inline uint64_t accepted_of(const shortlist_attribute_filter *filter, int32_t word) {
  if (atomic_load_explicit(&filter->is_known[word], memory_order_acquire)) {
    return atomic_load_explicit(&filter->accepted[word], memory_order_relaxed);
  }
  int32_t index = 0;
  uint64_t accepted = evaluate(filter, &index, word, filter->items->words[word]);
  atomic_store_explicit(&filter->accepted[word], accepted, memory_order_relaxed);
  atomic_store_explicit(&filter->is_known[word], 1, memory_order_release);
  return accepted;
}

// MARK: Docids

static bool accepts(const void *context, int64_t docid, int32_t *place) {
  const shortlist_attribute_filter *filter = context;
  const shortlist_attribute_items *items = filter->items;
  int64_t key = docid >> shortlist_word_bits;
  int32_t word = *place;
  if (word >= items->count || items->keys[word] != key) {
    word = *place = shortlist_find_word(items, word, key);
    if (word == items->count || items->keys[word] != key) return filter->accepts_others;
  }
  uint64_t bit = (uint64_t)1 << (docid & shortlist_word_mask);
  if ((items->words[word] & bit) == 0) return filter->accepts_others;
  return (accepted_of(filter, word) & bit) != 0;
}

static int64_t next(const void *context, int64_t docid, int32_t *place) {
  const shortlist_attribute_filter *filter = context;
  const shortlist_attribute_items *items = filter->items;
  if (docid == INT64_MAX) return docid;
  if (filter->accepts_others) {
    while (docid < INT64_MAX && !accepts(context, docid, place)) docid++;
    return docid;
  }
  int64_t key = docid >> shortlist_word_bits;
  int32_t word = shortlist_find_word(items, *place, key);
  uint64_t wanted = ~(uint64_t)0;
  if (word < items->count && items->keys[word] == key) wanted <<= docid & shortlist_word_mask;
  for (; word < items->count; word++, wanted = ~(uint64_t)0) {
    uint64_t accepted = accepted_of(filter, word) & wanted;
    if (accepted == 0) continue;
    *place = word;
    return items->keys[word] << shortlist_word_bits | __builtin_ctzll(accepted);
  }
  *place = items->count;
  return INT64_MAX;
}

shortlist_docid_filter shortlist_attribute_filter_docids(const shortlist_attribute_filter *filter) {
  return (shortlist_docid_filter){.context = filter, .accepts = accepts, .next = next};
}

bool shortlist_attribute_filter_accepts_others(const shortlist_attribute_filter *filter) {
  return filter->accepts_others;
}

int shortlist_attribute_filter_list(const shortlist_attribute_filter *filter, int32_t limit,
                                    int64_t **docids, int32_t *count) {
  const shortlist_attribute_items *items = filter->items;
  int64_t found = 0;
  *docids = NULL;
  *count = 0;
  for (int32_t i = 0; i < items->count; i++) found += __builtin_popcountll(accepted_of(filter, i));
  if (found > limit) found = limit;
  *docids = sqlite3_malloc64((sqlite3_uint64)(found + 1) * sizeof **docids);
  if (*docids == NULL) return SQLITE_NOMEM;
  for (int32_t i = 0; i < items->count; i++) {
    uint64_t accepted = accepted_of(filter, i);
    for (; accepted != 0 && *count < found; accepted &= accepted - 1) {
      (*docids)[(*count)++] = items->keys[i] << shortlist_word_bits | __builtin_ctzll(accepted);
    }
  }
  return SQLITE_OK;
}

// MARK: Making filters

/// Returns the number of nodes in the tree at `index`; 0 if it is none.
static int32_t tree_size(const shortlist_filter_node *nodes, int32_t count, int32_t index,
                         int depth) {
  if (index >= count || depth == deepest_node) return 0;
  const shortlist_filter_node *node = &nodes[index];
  bool has_children = node->kind <= SHORTLIST_FILTER_NOT;
  if (node->kind < 0 || node->kind > SHORTLIST_FILTER_EXISTS || node->children < 0 ||
      (!has_children && node->children > 0) ||
      (node->kind == SHORTLIST_FILTER_NOT && node->children != 1)) {
    return 0;
  }
  int32_t size = 1;
  for (int32_t i = 0; i < node->children; i++) {
    int32_t child = tree_size(nodes, count, index + size, depth + 1);
    if (child == 0) return 0;
    size += child;
  }
  return size;
}

static int copy_node(const shortlist_filter_node *node, filter_node *copy) {
  *copy = (filter_node){.node = *node};
  if (node->codes == NULL || node->code_count <= 0) {
    copy->node.code_count = 0;
    return SQLITE_OK;
  }
  copy->codes = sqlite3_malloc64((sqlite3_uint64)node->code_count);
  if (copy->codes == NULL) return SQLITE_NOMEM;
  int32_t met = 0;
  for (int32_t i = 0; i < node->code_count; i++) {
    copy->codes[i] = node->codes[i] != 0;
    if (copy->codes[i] == 0) continue;
    met++;
    copy->only_code = (uint32_t)i;
  }
  if (met != 1) copy->only_code = 0;
  return SQLITE_OK;
}

int shortlist_attribute_filter_create(const shortlist_attribute_items *items,
                                      const shortlist_filter_node *nodes, int32_t count,
                                      shortlist_attribute_filter **result) {
  *result = NULL;
  if (count < 1 || tree_size(nodes, count, 0, 0) != count) return SQLITE_MISUSE;
  shortlist_attribute_filter *filter = sqlite3_malloc64(sizeof *filter);
  if (filter == NULL) return SQLITE_NOMEM;
  *filter = (shortlist_attribute_filter){.items = items};
  filter->nodes = sqlite3_malloc64((sqlite3_uint64)count * sizeof *filter->nodes);
  sqlite3_uint64 words = (sqlite3_uint64)items->count + 1;
  filter->accepted = sqlite3_malloc64(words * sizeof *filter->accepted);
  filter->is_known = sqlite3_malloc64(words);
  int rc = filter->nodes && filter->accepted && filter->is_known ? SQLITE_OK : SQLITE_NOMEM;
  if (rc == SQLITE_OK) memset(filter->is_known, 0, words);
  while (rc == SQLITE_OK && filter->node_count < count) {
    rc = copy_node(&nodes[filter->node_count], &filter->nodes[filter->node_count]);
    filter->node_count++;
  }
  if (rc != SQLITE_OK) {
    shortlist_attribute_filter_free(filter);
    return rc;
  }
  int32_t index = 0;
  filter->accepts_others = evaluate(filter, &index, -1, 1) != 0;
  *result = filter;
  return SQLITE_OK;
}

void shortlist_attribute_filter_free(shortlist_attribute_filter *filter) {
  if (filter == NULL) return;
  for (int32_t i = 0; i < filter->node_count; i++) sqlite3_free(filter->nodes[i].codes);
  sqlite3_free(filter->nodes);
  sqlite3_free((void *)filter->accepted);
  sqlite3_free((void *)filter->is_known);
  sqlite3_free(filter);
}
