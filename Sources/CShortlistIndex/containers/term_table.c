#include "shortlist_term_table.h"

#include <string.h>

#include "shortlist_array.h"

enum {
  first_slots = 2048,
  most_terms = 1 << 28,
};

shortlist_term_table shortlist_term_table_make(size_t entry_size) {
  return (shortlist_term_table){.key = shortlist_random_key(), .entry_size = entry_size};
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

static const shortlist_term_entry *entry_at(const shortlist_term_table *table, int32_t number) {
  return shortlist_term_table_entry(table, number);
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
    uint64_t slot = entry_at(table, i)->hash & mask;
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

int shortlist_term_table_find(shortlist_term_table *table, const char *bytes, int32_t length,
                              void **result) {
  int rc = make_room(table, length);
  if (rc != SQLITE_OK) return rc;
  uint64_t hash = shortlist_keyed_hash(table->key, bytes, length);
  uint64_t mask = (uint64_t)table->slot_count - 1, slot = hash & mask;
  for (; table->slots[slot] != 0; slot = (slot + 1) & mask) {
    shortlist_term_entry *known = shortlist_term_table_entry(table, table->slots[slot] - 1);
    if (known->hash == hash && known->length == length &&
        memcmp(table->bytes + known->offset, bytes, (size_t)length) == 0) {
      *result = known;
      return SQLITE_OK;
    }
  }
  shortlist_term_entry *added = shortlist_term_table_entry(table, table->count);
  memset(added, 0, table->entry_size);
  *added = (shortlist_term_entry){.hash = hash, .offset = table->length, .length = length};
  memcpy(table->bytes + table->length, bytes, (size_t)length);
  table->length += (size_t)length;
  table->slots[slot] = ++table->count;
  *result = added;
  return SQLITE_OK;
}

int64_t shortlist_term_table_probes(const shortlist_term_table *table) {
  uint64_t mask = (uint64_t)table->slot_count - 1;
  int64_t probes = 0;
  for (uint64_t slot = 0; slot < (uint64_t)table->slot_count; slot++) {
    if (table->slots[slot] == 0) continue;
    uint64_t first = entry_at(table, table->slots[slot] - 1)->hash;
    probes += (int64_t)((slot - first) & mask) + 1;
  }
  return probes;
}
