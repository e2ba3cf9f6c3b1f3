#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "shortlist_postings.h"

#pragma clang assume_nonnull begin

/// The docids of the items that have attributes, in memory, in ascending order. The rank of an item
/// is the number of these items before it.
///
/// A word stands for 64 docids that differ in their last six bits only.
typedef struct shortlist_attribute_items shortlist_attribute_items;

/// Returns NULL when memory runs out. Free with `shortlist_attribute_items_free`.
shortlist_attribute_items *_Nullable shortlist_attribute_items_create(void);
void shortlist_attribute_items_free(shortlist_attribute_items *_Nullable items);
/// Adds a block of docids, which must be above all others. The bytes are varints: the number of
/// docids, the first docid, and then the differences. Sets `*count` to the number. Returns
/// SQLITE_CORRUPT for other bytes, or SQLITE_NOMEM.
int shortlist_attribute_items_add(shortlist_attribute_items *items, const void *_Nullable bytes,
                                  int64_t length, int32_t *count);
/// The number of items. A filter takes a bit for each.
int64_t shortlist_attribute_items_count(const shortlist_attribute_items *items);

/// The values of one attribute, by rank.
typedef struct shortlist_attribute_column shortlist_attribute_column;

/// The kinds of stored values, in the last two bits of a varint: none, a code of the dictionary of
/// values, an integer with its sign in the last bit, and a number in the next eight bytes.
enum {
  SHORTLIST_ATTRIBUTE_NONE = 0,
  SHORTLIST_ATTRIBUTE_CODE = 1,
  SHORTLIST_ATTRIBUTE_INTEGER = 2,
  SHORTLIST_ATTRIBUTE_REAL = 3,
};

/// Returns NULL when memory runs out. Free with `shortlist_attribute_column_free`.
shortlist_attribute_column *_Nullable shortlist_attribute_column_create(void);
void shortlist_attribute_column_free(shortlist_attribute_column *_Nullable column);
/// Adds the values of a block of `count` items; none has a value if `bytes` is NULL. The bytes are the
/// stored values, one after the other. Returns SQLITE_CORRUPT for other bytes, or SQLITE_NOMEM.
int shortlist_attribute_column_add(shortlist_attribute_column *column, const void *_Nullable bytes,
                                   int64_t length, int32_t count);
/// The number of items with a value.
int64_t shortlist_attribute_column_count(const shortlist_attribute_column *column);
/// The greatest code.
int32_t shortlist_attribute_column_last_code(const shortlist_attribute_column *column);
/// Whether some item has a number as its only value.
bool shortlist_attribute_column_has_numbers(const shortlist_attribute_column *column);

/// A node of a filter, followed by its children.
typedef struct {
  /// One of `SHORTLIST_FILTER_…`.
  int32_t kind;
  /// The number of children.
  int32_t children;
  /// For conditions, the column; it must outlive the filter.
  const shortlist_attribute_column *_Nullable column;
  /// For `SHORTLIST_FILTER_CODES`, a byte for each code from 0 on: whether it meets the condition.
  /// Copied.
  const uint8_t *_Nullable codes;
  int32_t code_count;
  /// For `SHORTLIST_FILTER_RANGE`, the limits, and whether they are included.
  double low, high;
  bool includes_low, includes_high;
} shortlist_filter_node;

enum {
  SHORTLIST_FILTER_ALL = 0,
  SHORTLIST_FILTER_ANY = 1,
  /// Has one child.
  SHORTLIST_FILTER_NOT = 2,
  /// The item has one of some codes.
  SHORTLIST_FILTER_CODES = 3,
  /// The item has a number in a range.
  SHORTLIST_FILTER_RANGE = 4,
  /// The item has any value.
  SHORTLIST_FILTER_EXISTS = 5,
};

/// A filter over the attributes of items. Which items it accepts is found out when it is asked, and
/// remembered.
typedef struct shortlist_attribute_filter shortlist_attribute_filter;

/// Makes a filter of `count` nodes, the first of which is its root. `items` must outlive it;
/// `has_others` tells whether the list has more items than these. Returns SQLITE_MISUSE for nodes that
/// are no tree, or SQLITE_NOMEM.
int shortlist_attribute_filter_create(const shortlist_attribute_items *items,
                                      const shortlist_filter_node *nodes, int32_t count,
                                      bool has_others,
                                      shortlist_attribute_filter *_Nullable *_Nonnull result);
void shortlist_attribute_filter_free(shortlist_attribute_filter *_Nullable filter);
/// Lends the filter to postings, as long as it exists. It may be used from any thread.
shortlist_docid_filter shortlist_attribute_filter_docids(const shortlist_attribute_filter *filter);
/// Whether items without any attribute are accepted.
bool shortlist_attribute_filter_accepts_others(const shortlist_attribute_filter *filter);
/// Returns the number of items with attributes that the filter accepts.
int64_t shortlist_attribute_filter_count(const shortlist_attribute_filter *filter);
/// Appends all docids of items with attributes that the filter accepts, at most `limit`, to an array
/// that the caller frees with `sqlite3_free`.
int shortlist_attribute_filter_list(const shortlist_attribute_filter *filter, int32_t limit,
                                    int64_t *_Nullable *_Nonnull docids, int32_t *count);

/// Counts the values of one attribute among some items.
typedef struct shortlist_facet_counter shortlist_facet_counter;

/// Returns NULL when memory runs out. `items` and `column` must outlive the counter. `code_count` is
/// one more than the greatest code. Free with `shortlist_facet_counter_free`.
shortlist_facet_counter *_Nullable shortlist_facet_counter_create(
  const shortlist_attribute_items *items, const shortlist_attribute_column *column,
  int32_t code_count);
void shortlist_facet_counter_free(shortlist_facet_counter *_Nullable counter);
/// Counts one item, whose docid is best near that of the one before.
void shortlist_facet_counter_add(shortlist_facet_counter *counter, int64_t docid);
/// The counts of the codes from 0 on; that of 0 is of no meaning.
const int64_t *shortlist_facet_counter_codes(const shortlist_facet_counter *counter);
/// The numbers of the items counted, in their order. Returns SQLITE_NOMEM if memory ran out for some.
int shortlist_facet_counter_numbers(const shortlist_facet_counter *counter,
                                    const double *_Nullable *_Nonnull numbers, int32_t *count);

/// Counts the distinct docids of some streams up to `last` in all counters. Stops early, and sets
/// `*is_complete` to `false`, when every code from 1 on of every counter has reached `bound`, or at a
/// look at `budget` that finds the time over. Otherwise as `shortlist_visit_docids`.
int shortlist_count_facets(shortlist_docids *streams, int32_t stream_count, int64_t last,
                           shortlist_facet_counter *_Nonnull const *_Nonnull counters,
                           int32_t counter_count, int64_t bound, shortlist_budget *_Nullable budget,
                           bool *is_complete, int32_t *failed);

/// A place in the order of an attribute.
typedef struct {
  /// 0 for Booleans, 1 for numbers, 2 for texts, 3 without a value.
  uint64_t kind;
  /// The place among those of its kind.
  uint64_t value;
} shortlist_sort_key;

/// Returns the key of an item. `codes` holds the keys of the codes from 0 on. In descending order,
/// greater numbers have smaller keys.
shortlist_sort_key shortlist_sort_key_of(const shortlist_attribute_items *items,
                                         const shortlist_attribute_column *column,
                                         const shortlist_sort_key *codes, int32_t code_count,
                                         bool is_descending, int64_t docid, int32_t *place);
/// Returns the key of a number.
shortlist_sort_key shortlist_sort_key_of_number(double number, bool is_descending);

/// An item in the order of an attribute.
typedef struct {
  shortlist_sort_key key;
  int64_t docid;
} shortlist_sorted_docid;

/// Finds the first `limit` items of streams in the order of an attribute: of those from the streams'
/// places up to `last`. Equal ones come in the order of `docid & rank_mask`, then of `docid`. Also
/// counts the items; `*count` is their number.
int shortlist_sort_docids(shortlist_docids *streams, int32_t stream_count, int64_t last,
                          const shortlist_attribute_items *items,
                          const shortlist_attribute_column *column,
                          const shortlist_sort_key *codes, int32_t code_count, bool is_descending,
                          int64_t rank_mask, int32_t limit, shortlist_budget *_Nullable budget,
                          shortlist_sorted_docid *sorted, int32_t *sorted_count, int64_t *count,
                          int32_t *failed);

#pragma clang assume_nonnull end
