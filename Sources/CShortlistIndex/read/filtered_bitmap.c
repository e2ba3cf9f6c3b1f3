#include "filtered_bitmap.h"

#include <stddef.h>
#include <string.h>

void shortlist_filtered_bitmap_free(shortlist_filtered_bitmap *filtered) {
  if (filtered == NULL) return;
  if (filtered->owns_bitmap) shortlist_docid_bitmap_free(&filtered->bitmap);
  sqlite3_free(filtered);
}

/// The number of words that are narrowed at a time where the filter accepts little.
enum { few_words = 4 };

/// Narrows some words from `word` on, at most `most` of them.
static void narrow(shortlist_filtered_bitmap *filtered, int32_t word, int32_t most) {
  const shortlist_docid_filter *filter = &filtered->filter;
  int32_t count = filtered->bitmap.count - word;
  if (count > most) count = most;
  memcpy(filtered->bits, filtered->bitmap.bits + word, (size_t)count * sizeof *filtered->bits);
  filter->narrow(filter->context, filtered->bitmap.places + word, filtered->bits, count);
  filtered->first = word;
  filtered->count = count;
}

/// Returns what is left of a word.
static inline uint64_t bits_of(shortlist_filtered_bitmap *filtered, int32_t word) {
  if (word < filtered->first || word >= filtered->first + filtered->count) {
    narrow(filtered, word, shortlist_words_narrowed);
  }
  return filtered->bits[word - filtered->first];
}

/// Returns the first word from `word` on of which the filter accepts any docids, be they in the bitmap or
/// not.
static int32_t skip(shortlist_filtered_bitmap *filtered, int32_t word) {
  const shortlist_docid_bitmap *bitmap = &filtered->bitmap;
  const shortlist_docid_filter *filter = &filtered->filter;
  while (word < bitmap->count) {
    int64_t docid = bitmap->keys[word] << SHORTLIST_WORD_BITS;
    int64_t next = filter->next(filter->context, docid, &filtered->place) >> SHORTLIST_WORD_BITS;
    word = shortlist_docids_find(bitmap->keys, bitmap->count, word, next);
    if (word < bitmap->count && bitmap->keys[word] == next) break;
  }
  return word;
}

/// Moves to the first word from `word` on that has docids at all, and returns what is left of it.
static uint64_t find_word(shortlist_filtered_bitmap *filtered, int32_t word) {
  const shortlist_docid_bitmap *bitmap = &filtered->bitmap;
  int32_t most = shortlist_words_narrowed;
  while (word < bitmap->count) {
    if (word < filtered->first || word >= filtered->first + filtered->count) {
      narrow(filtered, word, most);
    }
    for (int32_t i = word - filtered->first; i < filtered->count; i++) {
      if (filtered->bits[i] == 0) continue;
      filtered->word = filtered->first + i;
      return filtered->bits[i];
    }
    // The filter may have nothing for some time.
    int32_t behind = filtered->first + filtered->count;
    word = skip(filtered, behind);
    most = word > behind ? few_words : shortlist_words_narrowed;
  }
  filtered->word = bitmap->count;
  return 0;
}

/// Returns the first docid of the current word, given what is left of it; INT64_MAX at the end.
static inline int64_t head_of(const shortlist_filtered_bitmap *filtered, uint64_t bits) {
  if (bits == 0) return INT64_MAX;
  return filtered->bitmap.keys[filtered->word] << SHORTLIST_WORD_BITS | __builtin_ctzll(bits);
}

int64_t shortlist_filtered_bitmap_seek(shortlist_filtered_bitmap *filtered, int64_t docid) {
  const shortlist_docid_bitmap *bitmap = &filtered->bitmap;
  int64_t key = docid >> SHORTLIST_WORD_BITS;
  int32_t word = shortlist_docids_find(bitmap->keys, bitmap->count, filtered->word, key);
  uint64_t bits = 0;
  if (word < bitmap->count && bitmap->keys[word] == key) {
    bits = bits_of(filtered, word) & ~(uint64_t)0 << (docid & SHORTLIST_WORD_MASK);
    filtered->word = word;
    if (bits == 0) word++;
  }
  if (bits == 0) bits = find_word(filtered, word);
  return head_of(filtered, bits);
}

void shortlist_filtered_bitmap_rewind(shortlist_filtered_bitmap *filtered) {
  filtered->word = 0;
  filtered->place = 0;
}

// MARK: Counting

/// Returns the lowest bits, at most `most` of them.
static uint64_t lowest_bits(uint64_t bits, int64_t most) {
  uint64_t rest = bits;
  for (int64_t i = 0; i < most && rest != 0; i++) rest &= rest - 1;
  return bits ^ rest;
}

int64_t shortlist_filtered_bitmap_count(shortlist_filtered_bitmap *const *iterators,
                                        int32_t iterator_count, int64_t last, int64_t limit,
                                        int64_t *heads, int64_t *rows) {
  int64_t counted = 0;
  while (counted < limit) {
    int64_t head = INT64_MAX;
    for (int32_t i = 0; i < iterator_count; i++) head = heads[i] < head ? heads[i] : head;
    if (head > last || head == INT64_MAX) break;
    int64_t key = head >> SHORTLIST_WORD_BITS;
    uint64_t left[shortlist_most_counted_together], all = 0;
    for (int32_t i = 0; i < iterator_count; i++) {
      left[i] = 0;
      if (heads[i] >> SHORTLIST_WORD_BITS != key) continue;
      left[i] = bits_of(iterators[i], iterators[i]->word) &
                ~(uint64_t)0 << (heads[i] & SHORTLIST_WORD_MASK);
      all |= left[i];
    }
    if (key == last >> SHORTLIST_WORD_BITS) {
      all &= ~(uint64_t)0 >> (SHORTLIST_WORD_MASK - (last & SHORTLIST_WORD_MASK));
    }
    if (__builtin_popcountll(all) > limit - counted) all = lowest_bits(all, limit - counted);
    counted += __builtin_popcountll(all);
    uint64_t behind = ~(uint64_t)0 << (63 - __builtin_clzll(all)) << 1;
    for (int32_t i = 0; i < iterator_count; i++) {
      if (left[i] == 0) continue;
      rows[i] += __builtin_popcountll(left[i] & ~behind);
      left[i] &= behind;
      if (left[i] == 0) left[i] = find_word(iterators[i], iterators[i]->word + 1);
      heads[i] = head_of(iterators[i], left[i]);
    }
  }
  return counted;
}
