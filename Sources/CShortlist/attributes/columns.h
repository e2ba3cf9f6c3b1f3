#pragma once

#include <stddef.h>

#include "CShortlist.h"

#pragma clang assume_nonnull begin

struct shortlist_attribute_items {
  /// Tells these items from any others of the process.
  uint64_t number;
  /// For each word, the docids without their last six bits, which of the 64 there are, and the rank
  /// of the first.
  int64_t *keys;
  uint64_t *words;
  uint32_t *ranks;
  int32_t count, key_capacity, word_capacity, rank_capacity;
  int64_t item_count, last;
};

struct shortlist_attribute_column {
  /// By rank; 0 for none, and for numbers.
  uint32_t *codes;
  /// By rank; NaN for no number. NULL while there are none.
  double *_Nullable numbers;
  int32_t count, code_capacity, number_capacity;
  int32_t last_code;
  int64_t value_count;
};

/// Returns the index of the first word whose key is not below `key`, searching near `place`.
static inline int32_t shortlist_find_word(const shortlist_attribute_items *items, int32_t place,
                                          int64_t key) {
  enum { near = 8 };
  int32_t low = 0, high = items->count;
  if (place >= 0 && place < items->count && items->keys[place] <= key) {
    if (items->keys[place] == key) return place;
    low = place;
    int32_t step = 1;
    // Usually it is one of the next words. To count those below it takes no branches.
    for (int32_t i = 0; i < near && near < high - low; i++) {
      if (items->keys[low + near] < key) {
        low += near;
        step = near;
        continue;
      }
      int32_t below = 1;
      for (int32_t j = 1; j < near; j++) below += items->keys[low + j] < key;
      return low + below;
    }
    while (low + step < high && items->keys[low + step] <= key) {
      low += step;
      step *= 2;
    }
    if (low + step < high) high = low + step;
  }
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    if (items->keys[middle] < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Returns the rank of the first item that is not below `docid`, or the number of items. `*place` is
/// where to search.
static inline int32_t shortlist_first_rank(const shortlist_attribute_items *items, int64_t docid,
                                           int32_t *place) {
  int64_t key = docid >> SHORTLIST_WORD_BITS;
  int32_t index = *place = shortlist_find_word(items, *place, key);
  if (index == items->count) return (int32_t)items->item_count;
  uint64_t below = 0;
  if (items->keys[index] == key) below = ((uint64_t)1 << (docid & SHORTLIST_WORD_MASK)) - 1;
  return (int32_t)items->ranks[index] + __builtin_popcountll(items->words[index] & below);
}

/// Returns the docid of a rank. `*place` is where to search.
static inline int64_t shortlist_docid_of_rank(const shortlist_attribute_items *items, int32_t rank,
                                              int32_t *place) {
  int32_t low = 0, high = items->count, step = 1;
  if (*place < high && items->ranks[*place] <= (uint32_t)rank) low = *place;
  while (step < high - low && items->ranks[low + step] <= (uint32_t)rank) {
    low += step;
    step *= 2;
  }
  if (step < high - low) high = low + step;
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    if (items->ranks[middle] <= (uint32_t)rank) {
      low = middle;
    } else {
      high = middle;
    }
  }
  *place = low;
  uint64_t bits = items->words[low];
  for (uint32_t i = items->ranks[low]; i < (uint32_t)rank; i++) bits &= bits - 1;
  return items->keys[low] << SHORTLIST_WORD_BITS | __builtin_ctzll(bits);
}

/// Returns the rank of an item, or -1 if it has no attributes. `*place` is where to search.
static inline int64_t shortlist_find_rank(const shortlist_attribute_items *items, int64_t docid,
                                          int32_t *place) {
  int64_t key = docid >> SHORTLIST_WORD_BITS;
  int32_t index = *place = shortlist_find_word(items, *place, key);
  if (index == items->count || items->keys[index] != key) return -1;
  uint64_t bit = (uint64_t)1 << (docid & SHORTLIST_WORD_MASK);
  if ((items->words[index] & bit) == 0) return -1;
  return (int64_t)items->ranks[index] + __builtin_popcountll(items->words[index] & (bit - 1));
}

#pragma clang assume_nonnull end
