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

/// Adds the trigrams of a stretch: sets a bit for each hash.
static void add_stretch(const shortlist_dictionary *v, int64_t stretch, uint64_t *stretches) {
  const unsigned char *bytes = (const unsigned char *)v->bytes;
  int64_t next = stretch * shortlist_stretch_bytes;
  int64_t end = next + shortlist_stretch_bytes + trigrams_looked_up + 2;
  if (end > v->byte_count) end = v->byte_count;
  if (end - next < 3) return;
  uint32_t three_bytes = (uint32_t)bytes[next] << 8 | bytes[next + 1];
  for (next += 2; next < end; next++) {
    three_bytes = three_bytes << 8 | bytes[next];
    stretches[hash_of(three_bytes)] |= 1ull << stretch % 64;
  }
}

/// Builds the trigram filters of all stretches; returns NULL when memory runs out.
static uint64_t *make_stretches(const shortlist_dictionary *v) {
  enum { hashes = 1 << shortlist_trigram_bits };
  int64_t words = shortlist_stretch_words(v);
  uint64_t *stretches = sqlite3_malloc64((sqlite3_uint64)words * hashes * sizeof *stretches);
  // The bits of 64 stretches at a time, which stay in the processor's cache.
  uint64_t *some = sqlite3_malloc64(hashes * sizeof *some);
  for (int64_t word = 0; stretches && some && word < words; word++) {
    memset(some, 0, hashes * sizeof *some);
    for (int64_t stretch = 0; stretch < 64; stretch++) add_stretch(v, word * 64 + stretch, some);
    for (int64_t hash = 0; hash < hashes; hash++) stretches[hash * words + word] = some[hash];
  }
  if (!some) sqlite3_free(stretches);
  sqlite3_free(some);
  return some ? stretches : NULL;
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
  int32_t length;
  /// The stretches that may hold each of its first trigrams; none when all bytes are to be scanned.
  const uint64_t *stretches[trigrams_looked_up];
  int32_t trigram_count;
};

static struct substring substring_in(const shortlist_dictionary *v, const char *bytes,
                                     int32_t length) {
  struct substring wanted = {.bytes = bytes, .length = length};
  const uint64_t *stretches = v->stretches;
  uint32_t three_bytes = 0;
  for (int32_t i = 0; stretches && i < length && wanted.trigram_count < trigrams_looked_up; i++) {
    three_bytes = three_bytes << 8 | (unsigned char)bytes[i];
    if (i < 2) continue;
    wanted.stretches[wanted.trigram_count++] =
      stretches + hash_of(three_bytes) * shortlist_stretch_words(v);
  }
  return wanted;
}

/// Returns the first stretch from `stretch` on that may hold a substring, or one behind all.
static int64_t next_stretch(const struct substring *wanted, int64_t stretch, int64_t words) {
  uint64_t from = ~0ull << stretch % 64;
  for (int64_t word = stretch / 64; word < words; word++, from = ~0ull) {
    uint64_t bits = from;
    for (int32_t i = 0; i < wanted->trigram_count; i++) bits &= wanted->stretches[i][word];
    if (bits) return word * 64 + __builtin_ctzll(bits);
  }
  return words * 64;
}

/// Returns the first occurrence of a substring from `next` on.
static const char *find(const shortlist_dictionary *v, const char *next,
                        const struct substring *wanted) {
  const char *end = v->bytes + v->byte_count;
  if (wanted->trigram_count == 0) {
    return shortlist_find_bytes(next, end - next, wanted->bytes, wanted->length);
  }
  while (next < end) {
    int64_t stretch = (next - v->bytes) / shortlist_stretch_bytes;
    stretch = next_stretch(wanted, stretch, shortlist_stretch_words(v));
    int64_t start = stretch * shortlist_stretch_bytes;
    if (start >= v->byte_count) break;
    const char *behind = v->bytes + start + shortlist_stretch_bytes;
    if (next < v->bytes + start) next = v->bytes + start;
    const char *last = end - behind < wanted->length ? end : behind + wanted->length - 1;
    const char *found = shortlist_find_bytes(next, last - next, wanted->bytes, wanted->length);
    if (found != NULL) return found;
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
  struct substring wanted = substring_in(v, substring, length);
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
    while (changed && change < changed->count && shortlist_place(changed, change) < term) change++;
    if (changed && change < changed->count && shortlist_place(changed, change) == term) continue;
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
