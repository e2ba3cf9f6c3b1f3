#include "columns.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "shortlist_array.h"

/// Reads a varint, seven bits a byte with the lowest first, and moves `*place` behind it. Returns
/// `false` if it does not end before `end`, or is too long.
static bool read_varint(const uint8_t **place, const uint8_t *end, uint64_t *value) {
  uint64_t read = 0;
  for (int shift = 0; shift < 64 && *place < end; shift += 7) {
    uint8_t byte = *(*place)++;
    read |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) {
      *value = read;
      return true;
    }
  }
  return false;
}

// MARK: Items

shortlist_attribute_items *shortlist_attribute_items_create(void) {
  static _Atomic uint64_t made = 0;
  shortlist_attribute_items *items = sqlite3_malloc64(sizeof *items);
  if (items != NULL) *items = (shortlist_attribute_items){.number = ++made, .last = -1};
  return items;
}

void shortlist_attribute_items_free(shortlist_attribute_items *items) {
  if (items == NULL) return;
  sqlite3_free(items->keys);
  sqlite3_free(items->words);
  sqlite3_free(items->ranks);
  sqlite3_free(items);
}

static int append_docid(shortlist_attribute_items *items, int64_t docid) {
  int64_t key = docid >> SHORTLIST_WORD_BITS;
  if (items->count == 0 || items->keys[items->count - 1] != key) {
    int64_t needed = (int64_t)items->count + 1;
    int rc = shortlist_reserve(&items->keys, &items->key_capacity, needed);
    if (rc == SQLITE_OK) rc = shortlist_reserve(&items->words, &items->word_capacity, needed);
    if (rc == SQLITE_OK) rc = shortlist_reserve(&items->ranks, &items->rank_capacity, needed);
    if (rc != SQLITE_OK) return rc;
    items->keys[items->count] = key;
    items->words[items->count] = 0;
    items->ranks[items->count] = (uint32_t)items->item_count;
    items->count++;
  }
  items->words[items->count - 1] |= (uint64_t)1 << (docid & SHORTLIST_WORD_MASK);
  items->item_count++;
  items->last = docid;
  return SQLITE_OK;
}

int shortlist_attribute_items_add(shortlist_attribute_items *items, const void *bytes,
                                  int64_t length, int32_t *count) {
  const uint8_t *place = bytes, *end = place + length;
  uint64_t number, docid;
  *count = 0;
  if (bytes == NULL || !read_varint(&place, end, &number) || number > INT32_MAX ||
      items->item_count + (int64_t)number > INT32_MAX) {
    return SQLITE_CORRUPT;
  }
  for (uint64_t i = 0; i < number; i++) {
    if (!read_varint(&place, end, &docid)) return SQLITE_CORRUPT;
    if (i > 0) docid += (uint64_t)items->last;
    if (docid >= INT64_MAX || (int64_t)docid <= items->last) return SQLITE_CORRUPT;
    int rc = append_docid(items, (int64_t)docid);
    if (rc != SQLITE_OK) return rc;
  }
  *count = (int32_t)number;
  return place == end ? SQLITE_OK : SQLITE_CORRUPT;
}

int64_t shortlist_attribute_items_count(const shortlist_attribute_items *items) {
  return items->item_count;
}

// MARK: Columns

shortlist_attribute_column *shortlist_attribute_column_create(void) {
  shortlist_attribute_column *column = sqlite3_malloc64(sizeof *column);
  if (column != NULL) *column = (shortlist_attribute_column){0};
  return column;
}

void shortlist_attribute_column_free(shortlist_attribute_column *column) {
  if (column == NULL) return;
  sqlite3_free(column->codes);
  sqlite3_free(column->numbers);
  sqlite3_free(column);
}

/// The bytes behind the values that may be read, but mean nothing: conditions are checked for eight
/// items at a time.
enum { value_padding = 64 };

/// Makes room for the numbers of all items that the codes have room for.
static int reserve_numbers(shortlist_attribute_column *column) {
  int32_t before = column->numbers == NULL ? 0 : column->number_capacity;
  if (before >= column->code_capacity) return SQLITE_OK;
  double *numbers =
    sqlite3_realloc64(column->numbers,
                      (sqlite3_uint64)column->code_capacity * sizeof *numbers + value_padding);
  if (numbers == NULL) return SQLITE_NOMEM;
  for (int32_t i = before; i < column->code_capacity; i++) numbers[i] = NAN;
  column->numbers = numbers;
  column->number_capacity = column->code_capacity;
  return SQLITE_OK;
}

/// Reads a stored value. Sets `*code`, or `*number` and a code of 0; none is a NaN.
static inline bool read_value(const uint8_t **place, const uint8_t *end, uint32_t *code,
                              double *number) {
  uint64_t value;
  *code = 0;
  *number = NAN;
  if (!read_varint(place, end, &value)) return false;
  switch (value & 3) {
  case SHORTLIST_ATTRIBUTE_NONE: return value == 0;
  case SHORTLIST_ATTRIBUTE_CODE:
    *code = (uint32_t)(value >> 2);
    return value >> 2 > 0 && value >> 2 < INT32_MAX;
  case SHORTLIST_ATTRIBUTE_INTEGER:
    value >>= 2;
    *number = (double)((int64_t)(value >> 1) ^ -(int64_t)(value & 1));
    return true;
  default:
    if (value != SHORTLIST_ATTRIBUTE_REAL || end - *place < (ptrdiff_t)sizeof *number) return false;
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++) bits |= (uint64_t)(*place)[i] << 8 * i;
    memcpy(number, &bits, sizeof bits);
    *place += sizeof bits;
    return isfinite(*number);
  }
}

int shortlist_attribute_column_add(shortlist_attribute_column *column, const void *bytes,
                                   int64_t length, int32_t count) {
  int rc = shortlist_reserve_padded((void **)&column->codes, &column->code_capacity,
                                    (int64_t)column->count + count, sizeof *column->codes,
                                    value_padding);
  if (rc == SQLITE_OK && column->numbers != NULL) rc = reserve_numbers(column);
  if (rc != SQLITE_OK) return rc;
  if (bytes == NULL) {
    memset(column->codes + column->count, 0, (size_t)count * sizeof *column->codes);
    column->count += count;
    return SQLITE_OK;
  }
  const uint8_t *place = bytes, *end = place + length;
  for (int32_t i = 0; i < count; i++) {
    uint32_t code;
    double number;
    if (!read_value(&place, end, &code, &number)) return SQLITE_CORRUPT;
    bool is_number = !isnan(number);
    if (is_number && column->numbers == NULL) {
      rc = reserve_numbers(column);
      if (rc != SQLITE_OK) return rc;
    }
    if (is_number) column->numbers[column->count] = number;
    if ((int32_t)code > column->last_code) column->last_code = (int32_t)code;
    column->value_count += is_number || code > 0;
    column->codes[column->count++] = code;
  }
  return place == end ? SQLITE_OK : SQLITE_CORRUPT;
}

int64_t shortlist_attribute_column_count(const shortlist_attribute_column *column) {
  return column->value_count;
}

int32_t shortlist_attribute_column_last_code(const shortlist_attribute_column *column) {
  return column->last_code;
}

bool shortlist_attribute_column_has_numbers(const shortlist_attribute_column *column) {
  return column->numbers != NULL;
}
