#include "shortlist_terms.h"

#include <sqlite3.h>

#include "shortlist_array.h"

enum {
  first_slots = 2048,
  most_terms = 1 << 28,
};

// MARK: Hashing

/// The state of SipHash.
typedef struct {
  uint64_t a, b, c, d;
} state;

static inline uint64_t rotated(uint64_t word, int bits) {
  return word << bits | word >> (64 - bits);
}

static inline void mix(state *s) {
  s->a += s->b;
  s->c += s->d;
  s->b = rotated(s->b, 13) ^ s->a;
  s->d = rotated(s->d, 16) ^ s->c;
  s->a = rotated(s->a, 32);
  s->c += s->b;
  s->a += s->d;
  s->b = rotated(s->b, 17) ^ s->c;
  s->d = rotated(s->d, 21) ^ s->a;
  s->c = rotated(s->c, 32);
}

/// Reads 8 bytes as a little-endian number.
static inline uint64_t word_of(const char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

/// SipHash-1-3 of some bytes.
///
/// Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012,
/// doi:10.1007/978-3-642-34931-7_28.
static uint64_t hash_of(const shortlist_term_table *table, const char *bytes, int32_t length) {
  state s = {
    table->key[0] ^ 0x736f6d6570736575,
    table->key[1] ^ 0x646f72616e646f6d,
    table->key[0] ^ 0x6c7967656e657261,
    table->key[1] ^ 0x7465646279746573,
  };
  int32_t offset = 0;
  for (; offset + 8 <= length; offset += 8) {
    uint64_t word = word_of(bytes + offset);
    s.d ^= word;
    mix(&s);
    s.a ^= word;
  }
  // The remaining bytes, with the length in the highest byte.
  uint64_t rest = (uint64_t)length << 56;
  for (int32_t i = 0; offset + i < length; i++) {
    rest |= (uint64_t)(unsigned char)bytes[offset + i] << 8 * i;
  }
  s.d ^= rest;
  mix(&s);
  s.a ^= rest;
  s.c ^= 0xff;
  mix(&s);
  mix(&s);
  mix(&s);
  return s.a ^ s.b ^ s.c ^ s.d;
}

// MARK: The table

shortlist_term_table shortlist_term_table_make(size_t entry_size) {
  shortlist_term_table table = {.entry_size = entry_size};
  sqlite3_randomness(sizeof table.key, table.key);
  return table;
}

void shortlist_term_table_free(shortlist_term_table *table) {
  sqlite3_free(table->entries);
  sqlite3_free(table->slots);
  sqlite3_free(table->bytes);
  *table = (shortlist_term_table){0};
}

void shortlist_term_table_clear(shortlist_term_table *table) {
  table->count = 0;
  table->length = 0;
  if (table->slots != NULL) {
    memset(table->slots, 0, (size_t)table->slot_count * sizeof *table->slots);
  }
}

void shortlist_term_table_keep_texts(shortlist_term_table *table) {
  sqlite3_free(table->entries);
  sqlite3_free(table->slots);
  table->entries = NULL;
  table->slots = NULL;
  table->count = table->capacity = table->slot_count = 0;
}

/// Doubles the number of slots.
static int add_slots(shortlist_term_table *table) {
  if (table->count >= most_terms) return SQLITE_TOOBIG;
  int32_t slot_count = table->slot_count == 0 ? first_slots : table->slot_count * 2;
  int32_t *slots = sqlite3_malloc64((sqlite3_uint64)slot_count * sizeof *slots);
  if (slots == NULL) return SQLITE_NOMEM;
  memset(slots, 0, (size_t)slot_count * sizeof *slots);
  uint64_t mask = (uint64_t)slot_count - 1;
  for (int32_t i = 0; i < table->count; i++) {
    const shortlist_term_entry *entry = shortlist_term_table_entry(table, i);
    uint64_t slot = entry->hash & mask;
    while (slots[slot] != 0) slot = (slot + 1) & mask;
    slots[slot] = i + 1;
  }
  sqlite3_free(table->slots);
  table->slots = slots;
  table->slot_count = slot_count;
  return SQLITE_OK;
}

/// Makes room for one more term of `length` bytes.
static int make_room(shortlist_term_table *table, int32_t length) {
  int rc = shortlist_reserve_padded((void **)&table->entries, &table->capacity,
                                    (int64_t)table->count + 1, table->entry_size, 0);
  if (rc != SQLITE_OK) return rc;
  if (table->room - table->length < (size_t)length) {
    size_t room = table->room * 2 + (size_t)length + 16384;
    char *longer = sqlite3_realloc64(table->bytes, room);
    if (longer == NULL) return SQLITE_NOMEM;
    table->bytes = longer;
    table->room = room;
  }
  return table->count < table->slot_count / 2 ? SQLITE_OK : add_slots(table);
}

/// Returns the slot of a term, or a free one.
static inline int32_t *slot_of(const shortlist_term_table *table, uint64_t hash, const char *bytes,
                               int32_t length) {
  uint64_t mask = (uint64_t)table->slot_count - 1, slot = hash & mask;
  for (; table->slots[slot] != 0; slot = (slot + 1) & mask) {
    const shortlist_term_entry *entry = shortlist_term_table_entry(table, table->slots[slot] - 1);
    if (entry->hash == hash && entry->length == length &&
        memcmp(table->bytes + entry->offset, bytes, (size_t)length) == 0) {
      break;
    }
  }
  return &table->slots[slot];
}

void *shortlist_term_table_find(const shortlist_term_table *table, const char *bytes,
                                int32_t length) {
  if (table->count == 0) return NULL;
  int32_t number = *slot_of(table, hash_of(table, bytes, length), bytes, length);
  return number == 0 ? NULL : shortlist_term_table_entry(table, number - 1);
}

int shortlist_term_table_add(shortlist_term_table *table, const char *bytes, int32_t length,
                             void **result) {
  int rc = make_room(table, length);
  if (rc != SQLITE_OK) return rc;
  uint64_t hash = hash_of(table, bytes, length);
  int32_t *slot = slot_of(table, hash, bytes, length);
  if (*slot == 0) {
    shortlist_term_entry *added = shortlist_term_table_entry(table, table->count);
    memset(added, 0, table->entry_size);
    *added = (shortlist_term_entry){.hash = hash, .offset = table->length, .length = length};
    memcpy(table->bytes + table->length, bytes, (size_t)length);
    table->length += (size_t)length;
    *slot = ++table->count;
  }
  *result = shortlist_term_table_entry(table, *slot - 1);
  return SQLITE_OK;
}

int64_t shortlist_term_table_probes(const shortlist_term_table *table) {
  uint64_t mask = (uint64_t)table->slot_count - 1;
  int64_t probes = 0;
  for (uint64_t slot = 0; slot < (uint64_t)table->slot_count; slot++) {
    if (table->slots[slot] == 0) continue;
    const shortlist_term_entry *entry = shortlist_term_table_entry(table, table->slots[slot] - 1);
    probes += (int64_t)((slot - entry->hash) & mask) + 1;
  }
  return probes;
}
