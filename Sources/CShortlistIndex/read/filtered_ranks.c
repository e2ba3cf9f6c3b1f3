#include "filtered_ranks.h"

#include <stddef.h>
#include <string.h>

void shortlist_filtered_ranks_free(shortlist_filtered_ranks *filtered) {
  if (filtered == NULL) return;
  if (filtered->owns_set) shortlist_rank_set_free(&filtered->set);
  sqlite3_free(filtered);
}

// MARK: Blocks

/// Moves to the first block from `block` on that is not empty once narrowed.
static void find_in_bitmap(shortlist_filtered_ranks *filtered, int32_t block) {
  const shortlist_docid_filter *filter = &filtered->filter;
  int32_t end = shortlist_block_count(filter);
  uint64_t *bits = filtered->narrowed.blocks;
  filtered->bits = 0;
  for (; block < end; block++) {
    if (block >= filtered->first + filtered->count) {
      int32_t count = end - block;
      if (count > shortlist_blocks_narrowed) count = shortlist_blocks_narrowed;
      memcpy(bits, filtered->set.blocks + block, (size_t)count * sizeof *bits);
      filter->narrow(filter->context, block, bits, count);
      filtered->first = block;
      filtered->count = count;
    }
    filtered->bits = bits[block - filtered->first];
    if (filtered->bits != 0) break;
  }
  filtered->block = block;
}

/// Narrows some ranks of the list from an index on.
static void narrow_ranks(shortlist_filtered_ranks *filtered, int32_t first) {
  const shortlist_docid_filter *filter = &filtered->filter;
  int32_t count = filtered->set.count - first;
  if (count > shortlist_ranks_narrowed) count = shortlist_ranks_narrowed;
  filtered->first = first;
  filtered->count = count;
  filtered->narrowed.accepted =
    filter->accepted_ranks(filter->context, filtered->set.ranks + first, count);
}

/// Returns the index of the first rank that is not below `rank`, searching from `place` on.
static int32_t find_rank(const shortlist_rank_set *set, int32_t place, int32_t rank) {
  int32_t step = shortlist_ranks_narrowed, end = set->count;
  while (step < end - place && set->ranks[place + step] < rank) {
    place += step;
    step *= 2;
  }
  if (step < end - place) end = place + step;
  while (place < end) {
    int32_t middle = place + (end - place) / 2;
    if (set->ranks[middle] < rank) {
      place = middle + 1;
    } else {
      end = middle;
    }
  }
  return place;
}

/// Does the same for a list. Each block must be behind the one before.
static void find_in_list(shortlist_filtered_ranks *filtered, int32_t block) {
  const int32_t *ranks = filtered->set.ranks;
  int32_t count = filtered->set.count, wanted = block << SHORTLIST_WORD_BITS;
  if (block > filtered->block + 1) {
    int32_t first = find_rank(&filtered->set, filtered->first, wanted);
    if (first >= filtered->first + filtered->count) {
      filtered->first = first;
      filtered->count = 0;
      filtered->narrowed.accepted = 0;
    }
  }
  filtered->block = shortlist_block_count(&filtered->filter);
  filtered->bits = 0;
  while (true) {
    uint64_t *accepted = &filtered->narrowed.accepted;
    for (; *accepted != 0; *accepted &= *accepted - 1) {
      int32_t rank = ranks[filtered->first + __builtin_ctzll(*accepted)];
      int32_t found = rank >> SHORTLIST_WORD_BITS;
      if (found < block) continue;
      if (filtered->bits != 0 && found != filtered->block) return;
      filtered->block = found;
      filtered->bits |= (uint64_t)1 << (rank & SHORTLIST_WORD_MASK);
    }
    int32_t next = filtered->first + filtered->count;
    if (next == count) return;
    if (filtered->bits != 0 && ranks[next] >> SHORTLIST_WORD_BITS != filtered->block) return;
    narrow_ranks(filtered, next);
  }
}

static inline void find_block(shortlist_filtered_ranks *filtered, int32_t block) {
  if (filtered->set.blocks != NULL) {
    find_in_bitmap(filtered, block);
  } else {
    find_in_list(filtered, block);
  }
}

/// Moves the head to the first rank of the current block that is not below `rank`, or to the next
/// block.
static inline void find_head(shortlist_filtered_ranks *filtered, int32_t rank) {
  uint64_t bits = filtered->bits;
  if (filtered->block == rank >> SHORTLIST_WORD_BITS) {
    bits &= ~(uint64_t)0 << (rank & SHORTLIST_WORD_MASK);
    if (bits == 0) {
      find_block(filtered, filtered->block + 1);
      bits = filtered->bits;
    }
  }
  filtered->head =
    bits == 0 ? INT32_MAX : filtered->block << SHORTLIST_WORD_BITS | __builtin_ctzll(bits);
}

// MARK: Docids

int64_t shortlist_filtered_ranks_docid(shortlist_filtered_ranks *filtered) {
  const shortlist_docid_filter *filter = &filtered->filter;
  if (filtered->head == INT32_MAX) return INT64_MAX;
  return filter->docid(filter->context, filtered->head, &filtered->place);
}

int32_t shortlist_filtered_ranks_behind(const shortlist_filtered_ranks *filtered, int64_t docid) {
  const shortlist_docid_filter *filter = &filtered->filter;
  int32_t place = filtered->place;
  return docid == INT64_MAX ? INT32_MAX : filter->rank(filter->context, docid + 1, &place);
}

int64_t shortlist_filtered_ranks_seek(shortlist_filtered_ranks *filtered, int64_t docid) {
  const shortlist_docid_filter *filter = &filtered->filter;
  int32_t rank = filter->rank(filter->context, docid, &filtered->place);
  int32_t block = rank >> SHORTLIST_WORD_BITS;
  if (block > filtered->block) find_block(filtered, block);
  find_head(filtered, rank);
  return shortlist_filtered_ranks_docid(filtered);
}

void shortlist_filtered_ranks_rewind(shortlist_filtered_ranks *filtered) {
  filtered->head = filtered->block = -1;
  filtered->bits = filtered->narrowed.accepted = 0;
  filtered->first = filtered->count = filtered->place = 0;
}

// MARK: Blocks of several iterators

/// Returns the lowest bits, at most `most` of them.
static uint64_t lowest_bits(uint64_t bits, int64_t most) {
  uint64_t rest = bits;
  for (int64_t i = 0; i < most && rest != 0; i++) rest &= rest - 1;
  return bits ^ rest;
}

/// Returns what is left of the block of a head.
static inline uint64_t left_of(const shortlist_filtered_ranks *filtered) {
  return filtered->bits & ~(uint64_t)0 << (filtered->head & SHORTLIST_WORD_MASK);
}

uint64_t shortlist_filtered_ranks_take(shortlist_filtered_ranks *const *iterators,
                                       int32_t iterator_count, int32_t end, int64_t most,
                                       int32_t *block, int64_t *rows) {
  int32_t head = INT32_MAX;
  for (int32_t i = 0; i < iterator_count; i++) {
    head = iterators[i]->head < head ? iterators[i]->head : head;
  }
  if (head >= end || most <= 0) return 0;
  *block = head >> SHORTLIST_WORD_BITS;
  uint64_t all = 0;
  for (int32_t i = 0; i < iterator_count; i++) {
    if (iterators[i]->head >> SHORTLIST_WORD_BITS == *block) all |= left_of(iterators[i]);
  }
  if (*block == end >> SHORTLIST_WORD_BITS) {
    all &= ((uint64_t)1 << (end & SHORTLIST_WORD_MASK)) - 1;
  }
  if (__builtin_popcountll(all) > most) all = lowest_bits(all, most);
  int last = 63 - __builtin_clzll(all);
  for (int32_t i = 0; i < iterator_count; i++) {
    if (iterators[i]->head >> SHORTLIST_WORD_BITS != *block) continue;
    uint64_t left = left_of(iterators[i]), behind = left & ~(uint64_t)0 << last << 1;
    rows[i] += __builtin_popcountll(left ^ behind);
    if (behind != 0) {
      iterators[i]->head = *block << SHORTLIST_WORD_BITS | __builtin_ctzll(behind);
    } else {
      find_block(iterators[i], *block + 1);
      find_head(iterators[i], -1);
    }
  }
  return all;
}
