#include "dictionary.h"

enum { longest_number = 10 };

struct shortlist_packed_terms {
  unsigned char *bytes;
  int64_t size;
  int32_t capacity;
  int32_t last_length;
  char last[shortlist_longest_packed];
};

// MARK: Packing

shortlist_packed_terms *shortlist_packed_terms_create(void) {
  shortlist_packed_terms *packed = sqlite3_malloc64(sizeof *packed);
  if (packed != NULL) *packed = (shortlist_packed_terms){0};
  return packed;
}

void shortlist_packed_terms_free(shortlist_packed_terms *packed) {
  if (packed == NULL) return;
  sqlite3_free(packed->bytes);
  sqlite3_free(packed);
}

void shortlist_packed_terms_clear(shortlist_packed_terms *packed) {
  packed->size = packed->last_length = 0;
}

const void *shortlist_packed_terms_bytes(const shortlist_packed_terms *packed, int64_t *size) {
  *size = packed->size;
  return packed->bytes;
}

static void put_number(shortlist_packed_terms *packed, int64_t number) {
  uint64_t rest = number < 0 ? 0 : (uint64_t)number;
  for (; rest >= 0x80; rest >>= 7) packed->bytes[packed->size++] = (unsigned char)(rest | 0x80);
  packed->bytes[packed->size++] = (unsigned char)rest;
}

int shortlist_packed_terms_add(shortlist_packed_terms *packed, const char *text, int32_t length,
                               int64_t items, int64_t titles) {
  if (length <= 0 || length > shortlist_longest_packed) return SQLITE_OK;
  int rc = shortlist_reserve(&packed->bytes, &packed->capacity,
                             packed->size + 2 + length + 2 * longest_number);
  if (rc != SQLITE_OK) return rc;
  int32_t shared = shortlist_common_prefix(text, length, packed->last, packed->last_length);
  packed->bytes[packed->size++] = (unsigned char)shared;
  packed->bytes[packed->size++] = (unsigned char)(length - shared);
  memcpy(packed->bytes + packed->size, text + shared, (size_t)(length - shared));
  packed->size += length - shared;
  memcpy(packed->last, text, (size_t)length);
  packed->last_length = length;
  put_number(packed, items);
  put_number(packed, titles);
  return SQLITE_OK;
}

// MARK: Reading

static bool read_number(shortlist_packed_place *place, int64_t *number) {
  uint64_t value = 0;
  for (int shift = 0; shift < 63 && place->offset < place->size; shift += 7) {
    unsigned char byte = place->bytes[place->offset++];
    value |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) {
      *number = (int64_t)value;
      return true;
    }
  }
  return false;
}

int shortlist_next_packed(shortlist_packed_place *place) {
  if (place->offset == place->size) return SQLITE_DONE;
  if (place->size - place->offset < 2) return SQLITE_CORRUPT;
  int32_t shared = place->bytes[place->offset], rest = place->bytes[place->offset + 1];
  place->offset += 2;
  if (rest == 0 || shared > place->length || shared + rest > shortlist_longest_packed ||
      rest > place->size - place->offset) {
    return SQLITE_CORRUPT;
  }
  const unsigned char *text = place->bytes + place->offset;
  // Terms must be in ascending order.
  if (shared < place->length && text[0] <= (unsigned char)place->text[shared]) return SQLITE_CORRUPT;
  memcpy(place->text + shared, text, (size_t)rest);
  place->shared = shared;
  place->length = shared + rest;
  place->offset += rest;
  return read_number(place, &place->items) && read_number(place, &place->titles) ? SQLITE_ROW
                                                                                 : SQLITE_CORRUPT;
}
