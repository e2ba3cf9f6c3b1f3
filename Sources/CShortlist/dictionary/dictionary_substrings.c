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
  while (first + step < v->count && shortlist_term_start(v, first + step) <= offset) {
    first += step;
    step *= 2;
  }
  int32_t last = first + step < v->count ? first + step : v->count;
  while (last - first > 1) {
    int32_t middle = first + (last - first) / 2;
    if (shortlist_term_start(v, middle) <= offset)
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

/// Some terms, with the sum of their title counts.
typedef struct {
  shortlist_term_count *array;
  int32_t count, capacity;
  int64_t titles;
} found_terms;

static int append(found_terms *found, const shortlist_dictionary *v, int32_t term) {
  int rc = shortlist_reserve(&found->array, &found->capacity, found->count + 1);
  if (rc != SQLITE_OK) return rc;
  uint32_t titles = shortlist_term_titles(v, term);
  found->array[found->count++] = (shortlist_term_count){
    .text = shortlist_term_text(v, term),
    .length = shortlist_term_length(v, term),
    .items = shortlist_term_items(v, term),
    .titles = titles,
  };
  found->titles += titles;
  return SQLITE_OK;
}

/// Finds the terms of a dictionary itself, without its base, that contain a substring. Leaves out
/// those with a change in `changed`.
static int find_terms(shortlist_dictionary *v, const shortlist_dictionary *_Nullable changed,
                      const char *substring, int32_t length, int32_t limit, found_terms *found) {
  bool may_be_inside = shortlist_may_be_inside(substring, length);
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
  int32_t term = 0, change = 0;
  while (length > 0 && (next = find(v, next, &wanted)) != NULL) {
    uint32_t offset = (uint32_t)(next - v->bytes);
    term = term_at(v, term, offset);
    const char *text = shortlist_term_text(v, term);
    int32_t text_length = shortlist_term_length(v, term);
    // A match that spans two neighbouring terms does not count.
    bool is_held = next + length <= text + text_length &&
                   (next == text || (may_be_inside && shortlist_has_inside(text, text_length)));
    if (!is_held || v->terms[term].titles == 0) {
      next++;
      continue;
    }
    next = text + text_length;
    // Places of terms that are not in the base are negative.
    while (changed && change < changed->count && changed->places[change] < term) change++;
    if (changed && change < changed->count && changed->places[change] == term) continue;
    if (found->count == limit) return SQLITE_TOOBIG;
    int rc = append(found, v, term);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

/// Adds terms to others; both are sorted by their bytes.
static int merge(found_terms *found, const found_terms *others) {
  int32_t i = found->count, j = others->count, next = i + j;
  int rc = shortlist_reserve(&found->array, &found->capacity, next);
  if (rc != SQLITE_OK) return rc;
  found->count = next;
  found->titles += others->titles;
  while (j > 0) {
    const shortlist_term_count *other = &others->array[j - 1];
    const shortlist_term_count *last = i > 0 ? &found->array[i - 1] : NULL;
    if (last && shortlist_compare_terms(last->text, last->length, other->text, other->length) > 0) {
      found->array[--next] = *last, i--;
    } else {
      found->array[--next] = *other, j--;
    }
  }
  return SQLITE_OK;
}

int shortlist_dictionary_containing(shortlist_dictionary *v, const char *substring,
                                    int32_t length, int32_t limit, shortlist_term_count **result,
                                    int32_t *result_count, int64_t *sum) {
  *result = NULL;
  *result_count = 0;
  *sum = 0;
  found_terms found = {0}, changed = {0};
  int rc = find_terms(v->base ? v->base : v, v->base ? v : NULL, substring, length, limit, &found);
  if (rc == SQLITE_OK && v->base) {
    rc = find_terms(v, NULL, substring, length, limit - found.count, &changed);
    if (rc == SQLITE_OK && changed.count > 0) rc = merge(&found, &changed);
    sqlite3_free(changed.array);
  }
  if (rc != SQLITE_OK) {
    sqlite3_free(found.array);
    return rc;
  }
  *result = found.array;
  *result_count = found.count;
  *sum = found.titles;
  return SQLITE_OK;
}
