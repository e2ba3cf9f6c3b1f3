#include "dictionary.h"

enum {
  /// The longest text of a simple term.
  block = 32,
  /// More bytes than a simple term takes, or than are read or written for it.
  simple_entry = 2 + 2 * block + 2,
  /// A rough figure for the first part.
  bytes_of_term = 8,
  /// Make room for at most so many times the bytes read so far: the file may say anything.
  most_expected = 8,
};

typedef uint8_t text_block __attribute__((vector_size(block)));

/// From `block - n` on, a block whose first `n` bytes are 255 and whose others are 0.
static const uint8_t beginnings[2 * block] = {
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
};

/// Appends the terms of a part up to the first that is not simple, or up to near its end: a simple
/// one is short, as is the one before, and its counts take a byte each. Nearly all are. Does the same
/// as `shortlist_next_packed` and `shortlist_dictionary_append`, in a fraction of the time. The term at
/// `place` must be the last of the dictionary.
static int append_simple(shortlist_dictionary *v, shortlist_packed_place *place) {
  const unsigned char *bytes = place->bytes;
  int64_t offset = place->offset, last_entry = place->size - simple_entry;
  int64_t byte_count = v->byte_count, last_byte = v->byte_capacity - simple_entry;
  int32_t length = place->length, count = v->count, capacity = v->capacity;
  uint8_t *each_shared = v->shared;
  uint32_t *items = v->items, *titles = v->titles, *offsets = v->offsets;
  char *texts = v->bytes;
  if (length > block) return SQLITE_OK;
  // The last term. To read it from memory right after it was written takes longer.
  text_block term, is_shared, added;
  memcpy(&term, place->text, block);
  while (offset >= block && offset <= last_entry && byte_count <= last_byte && count < capacity) {
    int32_t shared = bytes[offset], rest = bytes[offset + 1];
    const unsigned char *text = bytes + offset + 2, *counts = text + rest;
    if (shared + rest > block || (counts[0] | counts[1]) >= 0x80) break;
    if (rest == 0 || shared > length ||
        (shared < length && *text <= (unsigned char)texts[byte_count - length + shared])) {
      return SQLITE_CORRUPT;
    }
    memcpy(&is_shared, beginnings + block - shared, block);
    memcpy(&added, text - shared, block);
    term = (term & is_shared) | (added & ~is_shared);
    memcpy(texts + byte_count, &term, block);
    length = shared + rest;
    byte_count += length;
    each_shared[count] = (uint8_t)shared;
    items[count] = counts[0];
    titles[count] = counts[1];
    offsets[++count] = (uint32_t)byte_count;
    offset = counts + 2 - bytes;
  }
  memcpy(place->text, texts + byte_count - length, (size_t)length);
  place->length = length;
  place->offset = offset;
  v->count = count;
  v->byte_count = byte_count;
  return SQLITE_OK;
}

/// The bytes of all parts.
typedef struct {
  /// Those read, and those that there is room for.
  int64_t read, expected;
} part_bytes;

/// Makes room for the terms of a part of `size` bytes, and for those of some that follow: they are taken
/// to be like the terms so far. `all` is what the file says that all parts have.
static int expect_part(shortlist_dictionary *v, part_bytes *bytes, int64_t size, int64_t all) {
  bytes->read += size;
  if (bytes->read <= bytes->expected) return SQLITE_OK;
  int64_t before = bytes->read - size;
  bytes->expected = all < most_expected * before ? all : most_expected * before;
  if (bytes->expected < bytes->read) bytes->expected = bytes->read;
  if (before == 0) return shortlist_dictionary_expect(v, size / bytes_of_term, size);
  double ratio = 1.05 * (double)(bytes->expected - before) / (double)before;
  return shortlist_dictionary_expect(v, (int64_t)(ratio * v->count),
                                     (int64_t)(ratio * (double)v->byte_count));
}

/// Whether a term sorts after all terms of the dictionary.
static bool is_after_all(const shortlist_dictionary *v, const shortlist_packed_place *term) {
  if (v->count == 0) return true;
  return shortlist_compare_terms(v->bytes + v->offsets[v->count - 1],
                                 shortlist_term_length(v, v->count - 1), term->text, term->length) < 0;
}

static int read_terms(shortlist_dictionary *v, sqlite3_stmt *rows) {
  shortlist_packed_place place;
  part_bytes bytes = {0};
  int rc;
  while ((rc = sqlite3_step(rows)) == SQLITE_ROW) {
    shortlist_begin_packed(&place, rows);
    rc = expect_part(v, &bytes, place.size, sqlite3_column_int64(rows, 1));
    if (rc != SQLITE_OK) return rc;
    bool is_first = true;
    while ((rc = shortlist_next_packed(&place)) == SQLITE_ROW) {
      if (is_first && !is_after_all(v, &place)) return SQLITE_CORRUPT;
      rc = shortlist_dictionary_append(v, place.text, place.length, is_first ? -1 : place.shared,
                                       place.items, place.titles);
      if (rc == SQLITE_OK) rc = append_simple(v, &place);
      if (rc != SQLITE_OK) return rc;
      is_first = false;
    }
    if (rc != SQLITE_DONE) return rc;
    if (is_first) return SQLITE_CORRUPT;
  }
  return rc;
}

int shortlist_dictionary_read(sqlite3_stmt *terms, shortlist_dictionary **dictionary) {
  *dictionary = NULL;
  shortlist_dictionary *v = shortlist_dictionary_create();
  if (v == NULL) return SQLITE_NOMEM;
  int rc = read_terms(v, terms);
  sqlite3_reset(terms);
  if (rc == SQLITE_DONE) rc = shortlist_dictionary_finish(v);
  if (rc != SQLITE_OK) {
    shortlist_dictionary_free(v);
    return rc;
  }
  *dictionary = v;
  return SQLITE_OK;
}
