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
  /// Whether no code meets the condition.
  bool is_empty;
} filter_node;

struct shortlist_attribute_filter {
  const shortlist_attribute_items *items;
  filter_node *nodes;
  int32_t node_count;
  bool accepts_others;
  /// For each word of the items, which of them are accepted, or `unknown_bits`. Several threads may
  /// find it out at the same time, and then find the same.
  _Atomic uint64_t *accepted;
  /// For 64 words at a time, which of them may have accepted items: a bit is cleared once it is known
  /// that a word has none.
  _Atomic uint64_t *candidates;
};

enum {
  deepest_node = 128,
  /// The place of a word of items without attributes.
  no_word = -1,
};

/// Stands for bits that are not known yet. Where these are the bits themselves, they are found out
/// each time.
static const uint64_t unknown_bits = ~(uint64_t)0;

// MARK: Conditions

// Conditions are checked for eight items at a time. What they find about a word is dense at first: a
// bit for each of its items in turn.

enum { lane_count = 8 };
typedef uint32_t code_lanes __attribute__((vector_size(lane_count * sizeof(uint32_t))));
typedef double number_lanes __attribute__((vector_size(lane_count * sizeof(double))));
typedef int8_t byte_lanes __attribute__((vector_size(lane_count)));

/// Packs lanes of all zeros or all ones into bits.
static inline uint64_t pack(byte_lanes lanes) {
  uint64_t bytes;
  memcpy(&bytes, &lanes, sizeof bytes);
  return (bytes & 0x8040201008040201) * 0x0101010101010101 >> 56;
}

/// Drops what the last lanes found beyond the items.
static inline uint64_t first_bits(uint64_t bits, int32_t count) {
  return count == 64 ? bits : bits & (((uint64_t)1 << count) - 1);
}

/// Moves dense bits to where the items of a word are.
static inline uint64_t spread(uint64_t dense, uint64_t present) {
  if (present == 0) return 0;
  int first = __builtin_ctzll(present);
  uint64_t run = present >> first;
  if ((run & (run + 1)) == 0) return dense << first;  // usually there are no gaps
  uint64_t bits = 0;
  for (; present != 0; present &= present - 1, dense >>= 1) {
    bits |= present & -present & -(dense & 1);
  }
  return bits;
}

/// Finds which items have a code.
static uint64_t match_code(const uint32_t *codes, int32_t count, uint32_t wanted) {
  uint64_t dense = 0;
  for (int32_t i = 0; i < count; i += lane_count) {
    code_lanes lanes;
    memcpy(&lanes, codes + i, sizeof lanes);
    dense |= pack(__builtin_convertvector(lanes == wanted, byte_lanes)) << i;
  }
  return first_bits(dense, count);
}

static uint64_t match_codes(const uint32_t *codes, int32_t count, const filter_node *node) {
  uint64_t dense = 0;
  uint32_t known = (uint32_t)node->node.code_count;
  for (int32_t i = 0; i < count; i++) {
    dense |= (uint64_t)(codes[i] < known ? node->codes[codes[i]] : 0) << i;
  }
  return dense;
}

static uint64_t match_range(const double *numbers, int32_t count,
                            const shortlist_filter_node *node) {
  // With open ends moved to the next number, one kind of comparison is enough.
  double low = node->includes_low ? node->low : nextafter(node->low, INFINITY);
  double high = node->includes_high ? node->high : nextafter(node->high, -INFINITY);
  uint64_t dense = 0;
  for (int32_t i = 0; i < count; i += lane_count) {
    number_lanes lanes;
    memcpy(&lanes, numbers + i, sizeof lanes);
    dense |= pack(__builtin_convertvector((lanes >= low) & (lanes <= high), byte_lanes)) << i;
  }
  return first_bits(dense, count);
}

static uint64_t match_any_value(const shortlist_attribute_column *column, uint32_t rank,
                                int32_t count) {
  uint64_t dense = 0;
  for (int32_t i = 0; i < count; i++) {
    bool has_number = column->numbers != NULL && !isnan(column->numbers[rank + (uint32_t)i]);
    dense |= (uint64_t)(column->codes[rank + (uint32_t)i] != 0 || has_number) << i;
  }
  return dense;
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
  if (word < 0 || column == NULL || (condition->kind == SHORTLIST_FILTER_CODES && node->is_empty)) {
    return 0;
  }
  uint32_t rank = filter->items->ranks[word];
  int32_t count = __builtin_popcountll(present);
  if ((int64_t)rank + count > column->count) return 0;
  uint64_t dense = 0;
  if (condition->kind == SHORTLIST_FILTER_CODES) {
    const uint32_t *codes = column->codes + rank;
    dense = node->only_code > 0 ? match_code(codes, count, node->only_code)
                                : match_codes(codes, count, node);
  } else if (condition->kind == SHORTLIST_FILTER_EXISTS) {
    dense = match_any_value(column, rank, count);
  } else if (column->numbers != NULL) {
    dense = match_range(column->numbers + rank, count, condition);
  }
  return spread(dense, present);
}

/// Finds out which items of a word are accepted.
static uint64_t find_accepted(const shortlist_attribute_filter *filter, int32_t word) {
  int32_t index = 0;
  uint64_t bits = evaluate(filter, &index, word, filter->items->words[word]);
  atomic_store_explicit(&filter->accepted[word], bits, memory_order_relaxed);
  if (bits == 0) {
    atomic_fetch_and_explicit(&filter->candidates[word / 64], ~((uint64_t)1 << word % 64),
                              memory_order_relaxed);
  }
  return bits;
}

/// Returns which items of a word are accepted.
static inline uint64_t accepted_of(const shortlist_attribute_filter *filter, int32_t word) {
  uint64_t bits = atomic_load_explicit(&filter->accepted[word], memory_order_relaxed);
  return bits == unknown_bits ? find_accepted(filter, word) : bits;
}

// MARK: Docids

static uint64_t accepted(const void *context, int64_t key, int32_t *place) {
  const shortlist_attribute_filter *filter = context;
  const shortlist_attribute_items *items = filter->items;
  uint64_t others = filter->accepts_others ? ~(uint64_t)0 : 0;
  int32_t word = *place = shortlist_find_word(items, *place, key);
  if (word == items->count || items->keys[word] != key) return others;
  return accepted_of(filter, word) | (others & ~items->words[word]);
}

static int64_t next(const void *context, int64_t docid, int32_t *place) {
  const shortlist_attribute_filter *filter = context;
  const shortlist_attribute_items *items = filter->items;
  if (docid == INT64_MAX) return docid;
  if (filter->accepts_others) {
    while (docid < INT64_MAX) {
      uint64_t bits = accepted(context, docid >> SHORTLIST_WORD_BITS, place);
      bits >>= docid & SHORTLIST_WORD_MASK;
      if (bits != 0) return docid + __builtin_ctzll(bits);
      if (docid > INT64_MAX - 64) break;
      docid = (docid | SHORTLIST_WORD_MASK) + 1;
    }
    return INT64_MAX;
  }
  int64_t key = docid >> SHORTLIST_WORD_BITS;
  int32_t word = shortlist_find_word(items, *place, key);
  uint64_t wanted = ~(uint64_t)0;
  if (word < items->count && items->keys[word] == key) wanted <<= docid & SHORTLIST_WORD_MASK;
  while (word < items->count) {
    uint64_t candidates =
      atomic_load_explicit(&filter->candidates[word / 64], memory_order_relaxed) >> word % 64;
    if (candidates == 0) {
      word = (word / 64 + 1) * 64;
      wanted = ~(uint64_t)0;
      continue;
    }
    int skipped = __builtin_ctzll(candidates);
    if (skipped > 0) wanted = ~(uint64_t)0;
    word += skipped;
    if (word >= items->count) break;
    uint64_t bits = accepted_of(filter, word) & wanted;
    if (bits != 0) {
      *place = word;
      return items->keys[word] << SHORTLIST_WORD_BITS | __builtin_ctzll(bits);
    }
    word++;
    wanted = ~(uint64_t)0;
  }
  *place = items->count;
  return INT64_MAX;
}

static void locate(const void *context, const int64_t *keys, int32_t count, int32_t *places) {
  const shortlist_attribute_filter *filter = context;
  const shortlist_attribute_items *items = filter->items;
  for (int32_t i = 0, word = 0; i < count; i++) {
    word = shortlist_find_word(items, word, keys[i]);
    places[i] = word < items->count && items->keys[word] == keys[i] ? word : no_word;
  }
}

static void narrow(const void *context, const int32_t *places, uint64_t *bits, int32_t count) {
  const shortlist_attribute_filter *filter = context;
  for (int32_t i = 0; i < count; i++) {
    int32_t word = places[i];
    uint64_t others = filter->accepts_others ? ~(uint64_t)0 : 0;
    if (word != no_word) others = accepted_of(filter, word) | (others & ~filter->items->words[word]);
    bits[i] &= others;
  }
}

shortlist_docid_filter shortlist_attribute_filter_docids(const shortlist_attribute_filter *filter) {
  return (shortlist_docid_filter){
    .context = filter,
    .accepted = accepted,
    .next = next,
    .universe = filter->items->number,
    .place_count = filter->items->count,
    .locate = locate,
    .narrow = narrow,
  };
}

bool shortlist_attribute_filter_accepts_others(const shortlist_attribute_filter *filter) {
  return filter->accepts_others;
}

int64_t shortlist_attribute_filter_count(const shortlist_attribute_filter *filter) {
  int64_t count = 0;
  for (int32_t i = 0; i < filter->items->count; i++) {
    count += __builtin_popcountll(accepted_of(filter, i));
  }
  return count;
}

int shortlist_attribute_filter_list(const shortlist_attribute_filter *filter, int32_t limit,
                                    int64_t **docids, int32_t *count) {
  const shortlist_attribute_items *items = filter->items;
  int64_t found = shortlist_attribute_filter_count(filter);
  *docids = NULL;
  *count = 0;
  if (found > limit) found = limit;
  *docids = sqlite3_malloc64((sqlite3_uint64)(found + 1) * sizeof **docids);
  if (*docids == NULL) return SQLITE_NOMEM;
  for (int32_t i = 0; i < items->count; i++) {
    uint64_t bits = accepted_of(filter, i);
    for (; bits != 0 && *count < found; bits &= bits - 1) {
      (*docids)[(*count)++] = items->keys[i] << SHORTLIST_WORD_BITS | __builtin_ctzll(bits);
    }
  }
  return SQLITE_OK;
}

// MARK: Making filters

/// Returns the number of nodes in the tree at `index`; 0 if the tree is malformed.
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
  *copy = (filter_node){.node = *node, .is_empty = true};
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
  copy->is_empty = met == 0;
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
  filter->candidates = sqlite3_malloc64((words / 64 + 1) * sizeof *filter->candidates);
  bool has_memory = filter->nodes && filter->accepted && filter->candidates;
  int rc = has_memory ? SQLITE_OK : SQLITE_NOMEM;
  if (has_memory) {
    memset((void *)filter->accepted, 0xff, words * sizeof *filter->accepted);
    memset((void *)filter->candidates, 0xff, (words / 64 + 1) * sizeof *filter->candidates);
  }
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
  sqlite3_free((void *)filter->candidates);
  sqlite3_free(filter);
}
