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
  /// For each block of 64 ranks, which of the items are accepted, and for each block whether that is
  /// known. Several threads may find it out at the same time, and then find the same.
  _Atomic uint64_t *accepted;
  _Atomic uint64_t *known;
};

enum {
  deepest_node = 128,
  /// The items of a block.
  block_size = 64,
};

// MARK: Conditions

// Conditions are checked for several items at a time. What they find about a block has a bit for each of
// its items in turn.

enum { code_lane_count = 16, number_lane_count = 8 };
typedef uint32_t code_lanes __attribute__((vector_size(code_lane_count * sizeof(uint32_t))));
typedef bool code_bits __attribute__((ext_vector_type(code_lane_count)));
typedef double number_lanes __attribute__((vector_size(number_lane_count * sizeof(double))));
typedef bool number_bits __attribute__((ext_vector_type(number_lane_count)));

/// Drops what the last lanes found beyond the items.
static inline uint64_t first_bits(uint64_t bits, int32_t count) {
  return count == block_size ? bits : bits & (((uint64_t)1 << count) - 1);
}

/// Finds which items have a code.
static uint64_t match_code(const uint32_t *codes, int32_t count, uint32_t wanted) {
  uint64_t bits = 0;
  for (int32_t i = 0; i < count; i += code_lane_count) {
    code_lanes lanes;
    memcpy(&lanes, codes + i, sizeof lanes);
    code_bits found = __builtin_convertvector(lanes == wanted, code_bits);
    uint16_t packed;
    memcpy(&packed, &found, sizeof packed);
    bits |= (uint64_t)packed << i;
  }
  return first_bits(bits, count);
}

static uint64_t match_codes(const uint32_t *codes, int32_t count, const filter_node *node) {
  uint64_t bits = 0;
  uint32_t known = (uint32_t)node->node.code_count;
  for (int32_t i = 0; i < count; i++) {
    bits |= (uint64_t)(codes[i] < known ? node->codes[codes[i]] : 0) << i;
  }
  return bits;
}

static uint64_t match_range(const double *numbers, int32_t count,
                            const shortlist_filter_node *node) {
  // With open ends moved to the next number, one kind of comparison is enough.
  double low = node->includes_low ? node->low : nextafter(node->low, INFINITY);
  double high = node->includes_high ? node->high : nextafter(node->high, -INFINITY);
  uint64_t bits = 0;
  for (int32_t i = 0; i < count; i += number_lane_count) {
    number_lanes lanes;
    memcpy(&lanes, numbers + i, sizeof lanes);
    number_bits found = __builtin_convertvector((lanes >= low) & (lanes <= high), number_bits);
    uint8_t packed;
    memcpy(&packed, &found, sizeof packed);
    bits |= (uint64_t)packed << i;
  }
  return first_bits(bits, count);
}

static uint64_t match_any_value(const shortlist_attribute_column *column, int64_t rank,
                                int32_t count) {
  uint64_t bits = 0;
  for (int32_t i = 0; i < count; i++) {
    bool has_number = column->numbers != NULL && !isnan(column->numbers[rank + i]);
    bits |= (uint64_t)(column->codes[rank + i] != 0 || has_number) << i;
  }
  return bits;
}

// MARK: Nodes

/// Evaluates the node at `*index` for `count` items from `rank` on, or for an item without attributes if
/// `rank` is negative. Moves `*index` behind the node and its children.
static uint64_t evaluate(const shortlist_attribute_filter *filter, int32_t *index, int64_t rank,
                         int32_t count) {
  const filter_node *node = &filter->nodes[(*index)++];
  const shortlist_filter_node *condition = &node->node;
  const shortlist_attribute_column *column = condition->column;
  switch (condition->kind) {
  case SHORTLIST_FILTER_ALL:
  case SHORTLIST_FILTER_ANY: {
    bool is_all = condition->kind == SHORTLIST_FILTER_ALL;
    uint64_t matching = is_all ? first_bits(~(uint64_t)0, count) : 0;
    for (int32_t i = 0; i < condition->children; i++) {
      uint64_t child = evaluate(filter, index, rank, count);
      matching = is_all ? matching & child : matching | child;
    }
    return matching;
  }
  case SHORTLIST_FILTER_NOT: return first_bits(~evaluate(filter, index, rank, count), count);
  default: break;
  }
  if (rank < 0 || column == NULL || rank + count > column->count ||
      (condition->kind == SHORTLIST_FILTER_CODES && node->is_empty)) {
    return 0;
  }
  if (condition->kind == SHORTLIST_FILTER_CODES) {
    const uint32_t *codes = column->codes + rank;
    return node->only_code > 0 ? match_code(codes, count, node->only_code)
                               : match_codes(codes, count, node);
  }
  if (condition->kind == SHORTLIST_FILTER_EXISTS) return match_any_value(column, rank, count);
  return column->numbers == NULL ? 0 : match_range(column->numbers + rank, count, condition);
}

/// The number of blocks of the items.
static int32_t block_count(const shortlist_attribute_items *items) {
  return (int32_t)((items->item_count + block_size - 1) / block_size);
}

/// Finds out which items of a block are accepted.
static uint64_t find_accepted(const shortlist_attribute_filter *filter, int32_t block) {
  int32_t index = 0;
  int64_t rank = (int64_t)block * block_size, left = filter->items->item_count - rank;
  uint64_t bits =
    left > 0 ? evaluate(filter, &index, rank, left < block_size ? (int32_t)left : block_size) : 0;
  atomic_store_explicit(&filter->accepted[block], bits, memory_order_relaxed);
  atomic_fetch_or_explicit(&filter->known[block / 64], (uint64_t)1 << block % 64,
                           memory_order_release);
  return bits;
}

/// Returns which items of a block are accepted.
static inline uint64_t accepted_of(const shortlist_attribute_filter *filter, int32_t block) {
  uint32_t index = (uint32_t)block;
  uint64_t known = atomic_load_explicit(&filter->known[index / 64], memory_order_acquire);
  if ((known >> index % 64 & 1) == 0) return find_accepted(filter, block);
  return atomic_load_explicit(&filter->accepted[block], memory_order_relaxed);
}

// MARK: Ranks

static int32_t rank_of(const void *context, int64_t docid, int32_t *place) {
  const shortlist_attribute_items *items = ((const shortlist_attribute_filter *)context)->items;
  return shortlist_first_rank(items, docid, place);
}

static int64_t docid_of(const void *context, int32_t rank, int32_t *place) {
  const shortlist_attribute_items *items = ((const shortlist_attribute_filter *)context)->items;
  return shortlist_docid_of_rank(items, rank, place);
}

static int32_t find_ranks(const void *context, const int64_t *docids, int32_t count,
                          int32_t *place, int32_t *ranks) {
  const shortlist_attribute_filter *filter = context;
  int32_t found = 0;
  for (int32_t i = 0; i < count; i++) {
    int64_t rank = shortlist_find_rank(filter->items, docids[i], place);
    ranks[found] = (int32_t)rank;
    found += rank >= 0;
  }
  return found;
}

static uint64_t accepted_ranks(const void *context, const int32_t *ranks, int32_t count) {
  const shortlist_attribute_filter *filter = context;
  uint64_t bits = 0;
  for (int32_t i = 0; i < count; i++) {
    uint32_t rank = (uint32_t)ranks[i];
    uint64_t block = accepted_of(filter, (int32_t)(rank / block_size));
    bits |= (block >> rank % block_size & 1) << i;
  }
  return bits;
}

static void narrow(const void *context, int32_t block, uint64_t *bits, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (bits[i] != 0) bits[i] &= accepted_of(context, block + i);
  }
}

// MARK: Docids

/// Moves the bits of the items of a word, one after the other, to where their docids are.
static inline uint64_t spread(uint64_t bits, uint64_t present) {
  int first = __builtin_ctzll(present);
  uint64_t run = present >> first;
  if ((run & (run + 1)) == 0) return bits << first;  // usually there are no gaps
  uint64_t spread = 0;
  for (; present != 0; present &= present - 1, bits >>= 1) {
    spread |= present & -present & -(bits & 1);
  }
  return spread;
}

/// Returns which items of a word are accepted.
static uint64_t accepted_of_word(const shortlist_attribute_filter *filter, int32_t word) {
  uint64_t present = filter->items->words[word];
  uint32_t rank = filter->items->ranks[word];
  int32_t block = (int32_t)(rank / block_size), shift = (int)(rank % block_size);
  int32_t count = __builtin_popcountll(present);
  uint64_t bits = accepted_of(filter, block) >> shift;
  if (shift + count > block_size) bits |= accepted_of(filter, block + 1) << (block_size - shift);
  return spread(first_bits(bits, count), present);
}

static uint64_t accepted(const void *context, int64_t key, int32_t *place) {
  const shortlist_attribute_filter *filter = context;
  const shortlist_attribute_items *items = filter->items;
  uint64_t others = filter->accepts_others ? ~(uint64_t)0 : 0;
  int32_t word = *place = shortlist_find_word(items, *place, key);
  if (word == items->count || items->keys[word] != key) return others;
  return accepted_of_word(filter, word) | (others & ~items->words[word]);
}

static int64_t next(const void *context, int64_t docid, int32_t *place) {
  const shortlist_attribute_filter *filter = context;
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
  int32_t rank = rank_of(context, docid, place), blocks = block_count(filter->items);
  uint64_t wanted = ~(uint64_t)0 << rank % block_size;
  for (int32_t block = rank / block_size; block < blocks; block++) {
    uint64_t bits = accepted_of(filter, block) & wanted;
    if (bits != 0) return docid_of(context, block * block_size + __builtin_ctzll(bits), place);
    wanted = ~(uint64_t)0;
  }
  return INT64_MAX;
}

shortlist_docid_filter shortlist_attribute_filter_docids(const shortlist_attribute_filter *filter) {
  const shortlist_filter_node *root = &filter->nodes[0].node;
  shortlist_docid_filter docids = {
    .context = filter,
    .accepted = accepted,
    .next = next,
    .accepts_all = root->kind == SHORTLIST_FILTER_ALL && root->children == 0,
  };
  if (filter->accepts_others) return docids;
  docids.universe = filter->items->number;
  docids.rank_count = (int32_t)filter->items->item_count;
  docids.rank = rank_of;
  docids.docid = docid_of;
  docids.find_ranks = find_ranks;
  docids.accepted_ranks = accepted_ranks;
  docids.narrow = narrow;
  return docids;
}

bool shortlist_attribute_filter_accepts_others(const shortlist_attribute_filter *filter) {
  return filter->accepts_others;
}

int64_t shortlist_attribute_filter_count(const shortlist_attribute_filter *filter) {
  int64_t count = 0;
  int32_t blocks = block_count(filter->items);
  for (int32_t i = 0; i < blocks; i++) count += __builtin_popcountll(accepted_of(filter, i));
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
  int32_t blocks = block_count(items), place = 0;
  for (int32_t i = 0; i < blocks; i++) {
    uint64_t bits = accepted_of(filter, i);
    for (; bits != 0 && *count < found; bits &= bits - 1) {
      int32_t rank = i * block_size + __builtin_ctzll(bits);
      (*docids)[(*count)++] = shortlist_docid_of_rank(items, rank, &place);
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
                                      bool has_others, shortlist_attribute_filter **result) {
  *result = NULL;
  if (count < 1 || tree_size(nodes, count, 0, 0) != count) return SQLITE_MISUSE;
  shortlist_attribute_filter *filter = sqlite3_malloc64(sizeof *filter);
  if (filter == NULL) return SQLITE_NOMEM;
  *filter = (shortlist_attribute_filter){.items = items};
  filter->nodes = sqlite3_malloc64((sqlite3_uint64)count * sizeof *filter->nodes);
  sqlite3_uint64 blocks = (sqlite3_uint64)block_count(items) + 1;
  filter->accepted = sqlite3_malloc64(blocks * sizeof *filter->accepted);
  filter->known = sqlite3_malloc64((blocks / 64 + 1) * sizeof *filter->known);
  bool has_memory = filter->nodes && filter->accepted && filter->known;
  int rc = has_memory ? SQLITE_OK : SQLITE_NOMEM;
  if (has_memory) memset((void *)filter->known, 0, (blocks / 64 + 1) * sizeof *filter->known);
  while (rc == SQLITE_OK && filter->node_count < count) {
    rc = copy_node(&nodes[filter->node_count], &filter->nodes[filter->node_count]);
    filter->node_count++;
  }
  if (rc != SQLITE_OK) {
    shortlist_attribute_filter_free(filter);
    return rc;
  }
  int32_t index = 0;
  filter->accepts_others = has_others && evaluate(filter, &index, -1, 1) != 0;
  *result = filter;
  return SQLITE_OK;
}

void shortlist_attribute_filter_free(shortlist_attribute_filter *filter) {
  if (filter == NULL) return;
  for (int32_t i = 0; i < filter->node_count; i++) sqlite3_free(filter->nodes[i].codes);
  sqlite3_free(filter->nodes);
  sqlite3_free((void *)filter->accepted);
  sqlite3_free((void *)filter->known);
  sqlite3_free(filter);
}
