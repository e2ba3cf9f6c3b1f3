#include <stddef.h>

#include "../text/tokenizer.h"
#include "dictionary.h"

enum {
  /// The number of trigrams of a substring that are looked up. A stretch's filter covers that much
  /// of what follows it.
  trigrams_looked_up = 8,
  /// Build the filters only after this many lookups, each of which scans all bytes. Building them
  /// costs about as much.
  substrings_before_stretches = 16,
};

static uint32_t hash_of(uint32_t three_bytes) {
  return (three_bytes & 0xffffff) * 0x9e3779b1u >> (32 - shortlist_trigram_bits);
}

/// Builds the trigram filter of each stretch; returns NULL when memory runs out.
static shortlist_trigrams *make_stretches(const shortlist_dictionary *v) {
  int64_t count = shortlist_stretch_count(v);
  sqlite3_uint64 size = (sqlite3_uint64)count * sizeof(shortlist_trigrams);
  shortlist_trigrams *stretches = sqlite3_malloc64(size);
  if (stretches == NULL) return NULL;
  memset(stretches, 0, size);
  const unsigned char *bytes = (const unsigned char *)v->bytes;
  for (int64_t i = 0; i < count; i++) {
    uint64_t *bits = stretches[i].bits;
    int64_t next = i * shortlist_stretch_bytes, end = next + shortlist_stretch_bytes + trigrams_looked_up + 2;
    if (end > v->byte_count) end = v->byte_count;
    if (end - next < 3) break;
    uint32_t three_bytes = (uint32_t)bytes[next] << 8 | bytes[next + 1];
    for (next += 2; next < end; next++) {
      three_bytes = three_bytes << 8 | bytes[next];
      uint32_t hash = hash_of(three_bytes);
      bits[hash / 64] |= 1ull << hash % 64;
    }
  }
  return stretches;
}

/// Returns the term that contains the byte at `offset`, searching from the term `first` on.
static int32_t term_at(const shortlist_dictionary *v, int32_t first, uint32_t offset) {
  // The term is usually near.
  int32_t step = 1;
  while (first + step < v->count && v->offsets[first + step] <= offset) {
    first += step;
    step *= 2;
  }
  int32_t last = first + step < v->count ? first + step : v->count;
  while (last - first > 1) {
    int32_t middle = first + (last - first) / 2;
    if (v->offsets[middle] <= offset)
      first = middle;
    else
      last = middle;
  }
  return first;
}

/// A substring to find in the bytes of all terms.
struct substring {
  const char *bytes;
  /// NULL when all bytes are to be scanned.
  const shortlist_trigrams *stretches;
  int32_t length, hash_count;
  uint32_t hashes[trigrams_looked_up];
};

static bool may_hold(const shortlist_trigrams *stretch, const struct substring *wanted) {
  for (int32_t i = 0; i < wanted->hash_count; i++) {
    uint32_t hash = wanted->hashes[i];
    if ((stretch->bits[hash / 64] >> hash % 64 & 1) == 0) return false;
  }
  return true;
}

/// Returns the first occurrence of a substring from `next` on.
static const char *find(const shortlist_dictionary *v, const char *next,
                        const struct substring *wanted) {
  const char *end = v->bytes + v->byte_count;
  if (wanted->stretches == NULL || wanted->hash_count == 0) {
    return shortlist_find_bytes(next, end - next, wanted->bytes, wanted->length);
  }
  while (next < end) {
    int64_t stretch = (next - v->bytes) / shortlist_stretch_bytes;
    const char *behind = v->bytes + (stretch + 1) * shortlist_stretch_bytes;
    if (may_hold(&wanted->stretches[stretch], wanted)) {
      const char *last = end - behind < wanted->length ? end : behind + wanted->length - 1;
      const char *found =
        shortlist_find_bytes(next, last - next, wanted->bytes, wanted->length);
      if (found != NULL) return found;
    }
    next = behind;
  }
  return NULL;
}

int shortlist_dictionary_containing(shortlist_dictionary *v, const char *substring,
                                    int32_t length, int32_t limit, shortlist_term_count **result,
                                    int32_t *result_count, int64_t *sum) {
  shortlist_term_count *found = NULL;
  int32_t count = 0, capacity = 0, term = 0;
  bool may_be_inside = shortlist_may_be_inside(substring, length);
  *result = NULL;
  *result_count = 0;
  *sum = 0;
  if (atomic_fetch_add(&v->substrings, 1) == substrings_before_stretches) {
    atomic_store(&v->stretches, make_stretches(v));
  }
  struct substring wanted = {.bytes = substring, .stretches = v->stretches, .length = length};
  uint32_t three_bytes = 0;
  for (int32_t i = 0; i < length && wanted.hash_count < trigrams_looked_up; i++) {
    three_bytes = three_bytes << 8 | (unsigned char)substring[i];
    if (i >= 2) wanted.hashes[wanted.hash_count++] = hash_of(three_bytes);
  }
  const char *next = v->bytes;
  while (length > 0 && (next = find(v, next, &wanted)) != NULL) {
    uint32_t offset = (uint32_t)(next - v->bytes);
    term = term_at(v, term, offset);
    const char *text = v->bytes + v->offsets[term];
    int32_t text_length = shortlist_term_length(v, term);
    // A match that spans two neighbouring terms does not count.
    bool is_held = next + length <= text + text_length &&
                   (next == text || (may_be_inside && shortlist_has_inside(text, text_length)));
    if (!is_held || v->titles[term] == 0) {
      next++;
      continue;
    }
    if (count == limit) {
      sqlite3_free(found);
      return SQLITE_TOOBIG;
    }
    int rc = shortlist_reserve(&found, &capacity, count + 1);
    if (rc != SQLITE_OK) {
      sqlite3_free(found);
      return rc;
    }
    found[count++] = shortlist_dictionary_term(v, term);
    *sum += v->titles[term];
    next = text + text_length;
  }
  *result = found;
  *result_count = count;
  return SQLITE_OK;
}
