#include "dictionary.h"

#include <limits.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../text/fold.h"

enum {
  longest_term = 256,
  memory_step = 1 << 18,
  small_memory_step = 1 << 12,
  terms_per_head = 64,
};

/// Grows or shrinks memory; leaves it unchanged on failure.
static bool resize(void **memory, int64_t count, size_t size) {
  void *larger = sqlite3_realloc64(*memory, (sqlite3_uint64)count * size);
  if (larger != NULL) *memory = larger;
  return larger != NULL;
}

/// Returns the number of bases for the starts of so many terms, and the end of the last one.
static int64_t base_count(int64_t terms) { return terms / shortlist_terms_of_base + 1; }

static int set_capacity(shortlist_dictionary *v, int64_t terms, int64_t bytes) {
  if (!resize((void **)&v->bytes, bytes, 1)) return SQLITE_NOMEM;
  v->byte_capacity = bytes;
  if (!resize((void **)&v->bases, base_count(terms), sizeof *v->bases) ||
      !resize((void **)&v->terms, terms + 1, sizeof *v->terms) ||
      !resize((void **)&v->shared, terms + 1 + shortlist_shared_block, 1)) {
    return SQLITE_NOMEM;
  }
  v->capacity = (int32_t)terms;
  return SQLITE_OK;
}

shortlist_dictionary *shortlist_dictionary_create(void) {
  shortlist_dictionary *v = sqlite3_malloc64(sizeof *v);
  if (!v) return NULL;
  *v = (shortlist_dictionary){.owners = 1};
  if (set_capacity(v, 1024, 8192) != SQLITE_OK) {
    shortlist_dictionary_free(v);
    return NULL;
  }
  shortlist_set_start(v, 0, 0);
  return v;
}

/// Creates a dictionary with room for so many terms and bytes, and for what is known of changes if it
/// `has_changes`.
static shortlist_dictionary *create_fixed(int64_t terms, int64_t bytes, bool has_changes) {
  if (terms >= INT32_MAX || bytes >= UINT32_MAX) return NULL;
  shortlist_dictionary *v = sqlite3_malloc64(sizeof *v);
  if (!v) return NULL;
  *v = (shortlist_dictionary){.owners = 1, .capacity = (int32_t)terms, .byte_capacity = bytes};
  sqlite3_uint64 bases = (sqlite3_uint64)base_count(terms), count = (sqlite3_uint64)terms + 1;
  sqlite3_uint64 size = bases * sizeof *v->bases + count * sizeof *v->terms + count +
                        shortlist_shared_block + (sqlite3_uint64)bytes;
  if (has_changes) size += count * (sizeof *v->places + sizeof *v->updates);
  // The size is rounded up, so that the next dictionary fits into the memory of this one.
  sqlite3_uint64 step = size < memory_step ? small_memory_step : memory_step;
  v->memory = sqlite3_malloc64((size | (step - 1)) + 1);
  if (!v->memory) {
    sqlite3_free(v);
    return NULL;
  }
  v->bases = v->memory;
  v->terms = (shortlist_term *)(v->bases + bases);
  v->shared = (uint8_t *)(v->terms + count);
  if (has_changes) {
    v->places = (_Atomic int32_t *)(v->terms + count);
    v->updates = (uint32_t *)(v->places + count);
    v->shared = (uint8_t *)(v->updates + count);
  }
  v->bytes = (char *)v->shared + count + shortlist_shared_block;
  shortlist_set_start(v, 0, 0);
  return v;
}

shortlist_dictionary *shortlist_dictionary_create_fixed(int64_t terms, int64_t bytes) {
  return create_fixed(terms, bytes, false);
}

shortlist_dictionary *shortlist_dictionary_create_changes(shortlist_dictionary *base, int64_t terms,
                                                          int64_t bytes) {
  shortlist_dictionary *v = create_fixed(terms, bytes, true);
  if (!v) return NULL;
  atomic_fetch_add(&base->owners, 1);
  v->base = base;
  return v;
}

static int64_t grown(int64_t capacity, int64_t wanted) {
  return wanted <= capacity ? capacity : wanted < capacity + capacity / 2 ? capacity + capacity / 2 : wanted;
}

int shortlist_dictionary_reserve(shortlist_dictionary *v, int64_t terms, int64_t bytes) {
  terms += v->count;
  bytes += v->byte_count;
  if (terms <= v->capacity && bytes <= v->byte_capacity) return SQLITE_OK;
  terms = grown(v->capacity, terms);
  bytes = grown(v->byte_capacity, bytes);
  if (v->memory || terms >= INT32_MAX || bytes >= UINT32_MAX) return SQLITE_TOOBIG;
  return set_capacity(v, terms, bytes);
}

/// Lets the system provide pages that are about to be written, all at once. One by one, as each is
/// written, takes about twice as long.
static void populate(void *memory, int64_t first, int64_t last, size_t size) {
#ifdef MADV_POPULATE_WRITE
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = ((uintptr_t)memory + (uintptr_t)first * size + page - 1) & ~(page - 1);
  uintptr_t end = ((uintptr_t)memory + (uintptr_t)last * size) & ~(page - 1);
  // If it fails, as it does on an old system, they come one by one.
  if (start < end) madvise((void *)start, end - start, MADV_POPULATE_WRITE);
#endif
}

int shortlist_dictionary_expect(shortlist_dictionary *v, int64_t terms, int64_t bytes) {
  int rc = shortlist_dictionary_reserve(v, terms, bytes);
  if (rc != SQLITE_OK) return rc;
  populate(v->bytes, v->byte_count, v->byte_count + bytes, 1);
  populate(v->terms, v->count, v->count + terms, sizeof *v->terms);
  populate(v->shared, v->count, v->count + terms, sizeof *v->shared);
  return SQLITE_OK;
}

int shortlist_dictionary_append(shortlist_dictionary *v, const char *term, int32_t length,
                                int32_t shared, int64_t items, int64_t titles) {
  int rc = shortlist_dictionary_reserve(v, 1, length);
  if (rc != SQLITE_OK) return rc;
  if (shared < 0 && v->count > 0) {
    shared = shortlist_common_prefix(term, length, shortlist_term_text(v, v->count - 1),
                                     shortlist_term_length(v, v->count - 1));
  }
  rc = shortlist_set_counts(v, items, titles);
  if (rc != SQLITE_OK) return rc;
  memcpy(v->bytes + v->byte_count, term, (size_t)length);
  v->byte_count += length;
  v->shared[v->count] = shared < 0 ? 0 : (uint8_t)shared;
  shortlist_set_start(v, ++v->count, (uint32_t)v->byte_count);
  return SQLITE_OK;
}

/// Finds the range of terms for each first character.
static int make_blocks(shortlist_dictionary *v) {
  int32_t first = 0;
  while (first < v->count) {
    const char *text = shortlist_term_text(v, first);
    int64_t length = 0;
    uint32_t character = shortlist_decode(text, shortlist_term_length(v, first), &length);
    int32_t last = shortlist_terms_end(v, first, v->count, 0, (int32_t)length);
    shortlist_class class = shortlist_class_of(character);
    if (class != SHORTLIST_UNSPACED && class != SHORTLIST_EMOJI) {
      int rc = shortlist_reserve(&v->blocks, &v->block_capacity, v->block_count + 1);
      if (rc != SQLITE_OK) return rc;
      v->blocks[v->block_count++] = (shortlist_term_block){character, (int32_t)length, first, last};
    }
    first = last;
  }
  return SQLITE_OK;
}

static int32_t head_count(const shortlist_dictionary *v) {
  return (v->count + terms_per_head - 1) / terms_per_head;
}

static int make_heads(shortlist_dictionary *v) {
  if (v->base || v->count == 0) return SQLITE_OK;
  v->heads = sqlite3_malloc64((sqlite3_uint64)head_count(v) * sizeof *v->heads);
  if (!v->heads) return SQLITE_NOMEM;
  for (int32_t i = 0; i < head_count(v); i++) {
    int32_t term = i * terms_per_head;
    v->heads[i] = shortlist_head_of(shortlist_term_text(v, term), shortlist_term_length(v, term));
  }
  return SQLITE_OK;
}

int shortlist_dictionary_finish(shortlist_dictionary *v) {
  int rc = v->memory ? SQLITE_OK : set_capacity(v, v->count + 1, v->byte_count + longest_term);
  if (rc != SQLITE_OK) return rc;
  memset(v->shared + v->count, 0, shortlist_shared_block + 1);
  rc = make_heads(v);
  return rc == SQLITE_OK ? make_blocks(v) : rc;
}

int shortlist_dictionary_load(sqlite3_stmt *statement, shortlist_dictionary **dictionary) {
  *dictionary = NULL;
  shortlist_dictionary *v = shortlist_dictionary_create();
  if (!v) return SQLITE_NOMEM;
  int rc = SQLITE_OK;
  while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
    const char *term = (const char *)sqlite3_column_text(statement, 0);
    int length = sqlite3_column_bytes(statement, 0);
    // The index holds no longer terms.
    if (term == NULL) {
      rc = SQLITE_NOMEM;
    } else if (length > 0 && length < longest_term) {
      rc = shortlist_dictionary_append(v, term, length, -1, sqlite3_column_int64(statement, 1),
                                       sqlite3_column_int64(statement, 2));
    } else {
      rc = SQLITE_OK;
    }
  }
  sqlite3_reset(statement);
  if (rc == SQLITE_DONE) rc = shortlist_dictionary_finish(v);
  if (rc != SQLITE_OK) {
    shortlist_dictionary_free(v);
    return rc;
  }
  *dictionary = v;
  return SQLITE_OK;
}

void shortlist_dictionary_free(shortlist_dictionary *v) {
  if (!v || atomic_fetch_sub(&v->owners, 1) > 1) return;
  if (v->memory) {
    sqlite3_free(v->memory);
  } else {
    sqlite3_free(v->bytes);
    sqlite3_free(v->bases);
    sqlite3_free(v->terms);
    sqlite3_free(v->shared);
  }
  sqlite3_free(v->more);
  sqlite3_free(v->heads);
  sqlite3_free(v->blocks);
  sqlite3_free(v->stretches);
  shortlist_dictionary_free(v->base);
  sqlite3_free(v);
}

int32_t shortlist_dictionary_count(const shortlist_dictionary *v) {
  if (!v->base) return v->count;
  int32_t count = v->base->count;
  for (int32_t i = 0; i < v->count; i++) count += (v->terms[i].items > 0) - shortlist_is_in_base(v, i);
  return count;
}

static shortlist_term_count count_of(const shortlist_dictionary *v, int32_t term) {
  return (shortlist_term_count){
    .text = shortlist_term_text(v, term),
    .length = shortlist_term_length(v, term),
    .items = shortlist_term_items(v, term),
    .titles = shortlist_term_titles(v, term),
  };
}

shortlist_term_count shortlist_dictionary_next(const shortlist_dictionary *v,
                                               shortlist_dictionary_place *place) {
  const shortlist_dictionary *all = v->base ? v->base : v;
  for (; v->base && place->change < v->count; place->change++) {
    int32_t next = shortlist_place(v, place->change);
    bool is_in_base = next >= 0;
    if (!is_in_base) next = ~next;
    if (place->term < next) break;
    if (is_in_base) place->term++;
    if (v->terms[place->change].items > 0) return count_of(v, place->change++);
  }
  if (place->term < all->count) return count_of(all, place->term++);
  return (shortlist_term_count){.text = "", .length = 0};
}

/// Returns how many heads are less than one.
static int32_t heads_before(const shortlist_dictionary *v, uint64_t head) {
  int32_t first = 0;
  for (int32_t left = head_count(v); left > 0;) {
    int32_t half = left / 2;
    bool is_before = v->heads[first + half] < head;
    first = is_before ? first + half + 1 : first;
    left = is_before ? left - half - 1 : half;
  }
  return first;
}

/// Narrows the range that holds the first term that does not sort before `text`, by the heads.
static void narrow(const shortlist_dictionary *v, const char *text, int32_t length, int32_t *low,
                   int32_t *high) {
  uint64_t head = shortlist_head_of(text, length);
  int32_t first = heads_before(v, head), behind = first;
  if (first < head_count(v) && v->heads[first] == head) {
    behind = head == UINT64_MAX ? head_count(v) : heads_before(v, head + 1);
  }
  int32_t start = first > 0 ? (first - 1) * terms_per_head + 1 : 0;
  if (*low < start) *low = start;
  if (behind < head_count(v)) *high = behind * terms_per_head;
}

int32_t shortlist_dictionary_find(const shortlist_dictionary *v, int32_t first, const char *text,
                                  int32_t length) {
  int32_t low = first, high = v->count;
  if (v->heads) narrow(v, text, length, &low, &high);
  while (low < high) {
    int32_t middle = low + (high - low) / 2;
    int32_t middle_length = shortlist_term_length(v, middle);
    if (shortlist_compare_terms(shortlist_term_text(v, middle), middle_length, text, length) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int32_t shortlist_find_place(const shortlist_dictionary *v, int32_t change) {
  const char *text = shortlist_term_text(v, change);
  int32_t length = shortlist_term_length(v, change);
  shortlist_term_range found = shortlist_dictionary_range(v->base, text, length, false);
  int32_t place = found.first < found.last ? found.first : ~found.first;
  atomic_store_explicit(&v->places[change], place, memory_order_relaxed);
  return place;
}

shortlist_term_range shortlist_dictionary_range(const shortlist_dictionary *v, const char *text,
                                                int32_t length, bool is_prefix) {
  int32_t first = shortlist_dictionary_find(v, 0, text, length);
  if (first == v->count || length > longest_term || shortlist_term_length(v, first) < length ||
      (!is_prefix && shortlist_term_length(v, first) > length) ||
      memcmp(shortlist_term_text(v, first), text, (size_t)length) != 0) {
    return (shortlist_term_range){first, first};
  }
  return (shortlist_term_range){
    first, is_prefix ? shortlist_terms_end(v, first, v->count, 0, length) : first + 1};
}

int shortlist_dictionary_holds(const shortlist_dictionary *v, const char *text, int32_t length,
                               int is_prefix) {
  shortlist_term_range own = shortlist_dictionary_range(v, text, length, is_prefix);
  if (!v->base) return own.first < own.last;
  shortlist_term_range all = shortlist_dictionary_range(v->base, text, length, is_prefix);
  int32_t count = all.last - all.first;
  for (int32_t i = own.first; i < own.last; i++)
    count += (v->terms[i].items > 0) - shortlist_is_in_base(v, i);
  return count > 0;
}

int32_t shortlist_dictionary_items(const shortlist_dictionary *v, const char *text, int32_t length,
                                   int is_prefix, int in_titles) {
  shortlist_term_range own = shortlist_dictionary_range(v, text, length, is_prefix);
  int64_t sum = shortlist_sum_counts(v, own, in_titles);
  if (v->base) {
    shortlist_term_range all = shortlist_dictionary_range(v->base, text, length, is_prefix);
    sum += shortlist_sum_counts(v->base, all, in_titles);
    for (int32_t i = own.first; i < own.last; i++) {
      int32_t place = shortlist_place(v, i);
      if (place < 0) continue;
      sum -= in_titles ? shortlist_term_titles(v->base, place) : shortlist_term_items(v->base, place);
    }
  }
  return sum < INT32_MAX ? (int32_t)sum : INT32_MAX;
}

int64_t shortlist_dictionary_first_items(const shortlist_dictionary *v, const char *prefix,
                                         int32_t length, int32_t limit) {
  const shortlist_dictionary *all = v->base ? v->base : v;
  shortlist_dictionary_place place = {
    .term = shortlist_dictionary_find(all, 0, prefix, length),
    .change = v->base ? shortlist_dictionary_find(v, 0, prefix, length) : 0,
  };
  int64_t sum = 0;
  for (int32_t i = 0; i < limit; i++) {
    shortlist_term_count term = shortlist_dictionary_next(v, &place);
    if (term.length < length || memcmp(term.text, prefix, (size_t)length) != 0) break;
    sum += term.items;
  }
  return sum;
}
