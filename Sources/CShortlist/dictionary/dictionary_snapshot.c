#include "dictionary.h"

enum {
  /// The longest beginning that a simple term shares with the one before.
  block = 16,
  /// The longest text of a simple term.
  longest_simple = 2 * block,
  /// More bytes than a simple term takes, or than are read or written for it.
  simple_entry = 2 + 2 * longest_simple + 2,
  /// A rough figure for the first part.
  bytes_of_term = 8,
  /// Make room for at most so many times the bytes read so far: the file may say anything.
  most_expected = 8,
};

typedef uint8_t text_block __attribute__((vector_size(block)));

/// From `block - n` on, a block whose first `n` bytes are 255 and whose others are 0.
static const uint8_t beginnings[2 * block] = {
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
};

/// Returns how many simple terms can be appended before the part ends, memory must grow, or the next base
/// is due.
static int32_t room_for_simple(const shortlist_dictionary *v, const shortlist_packed_place *place) {
  int64_t room = shortlist_terms_of_base - v->count % shortlist_terms_of_base;
  int64_t terms = (place->size - place->offset) / simple_entry;
  if (terms < room) room = terms;
  terms = (v->byte_capacity - v->byte_count) / simple_entry;
  if (terms < room) room = terms;
  terms = v->capacity - v->count;
  return (int32_t)(terms < room ? terms : room);
}

/// Appends the next terms of a part, at most `room`, up to the first that is not simple: a simple one is
/// short, and its counts take a byte each. The term at `place` must be the last of the dictionary.
/// Returns how many terms it has appended, or -1 if the bytes are not packed terms.
static int32_t append_some(shortlist_dictionary *v, shortlist_packed_place *place, int32_t room) {
  const unsigned char *next = place->bytes + place->offset;
  unsigned char *text = (unsigned char *)v->bytes + v->byte_count;
  shortlist_term *terms = v->terms + v->count;
  uint8_t *each_shared = v->shared + v->count;
  int32_t start = terms->start;
  int32_t length = place->length, added = 0;
  bool is_sorted = true;
  // The beginning of the last term. To read it from memory right after it was written takes longer.
  text_block beginning;
  memcpy(&beginning, place->text, block);
  for (; added < room; added++) {
    int32_t shared = next[0], rest = next[1];
    const unsigned char *rest_of_text = next + 2, *each_count = rest_of_text + rest;
    if (shared > block || shared + rest > longest_simple || (each_count[0] | each_count[1]) >= 0x80)
      break;
    is_sorted &= (rest > 0) & (shared <= length) &
                 ((shared == length) | (*rest_of_text > (text - length)[shared]));
    text_block is_shared, from_here, behind;
    memcpy(&is_shared, beginnings + block - shared, block);
    memcpy(&from_here, rest_of_text - shared, block);
    memcpy(&behind, rest_of_text - shared + block, block);
    beginning = (beginning & is_shared) | (from_here & ~is_shared);
    memcpy(text, &beginning, block);
    memcpy(text + block, &behind, block);
    each_shared[added] = (uint8_t)shared;
    terms[added] = (shortlist_term){(uint16_t)start, each_count[0], each_count[1]};
    length = shared + rest;
    start += length;
    text += length;
    next = each_count + 2;
  }
  if (!is_sorted) return -1;
  memcpy(place->text, text - length, (size_t)length);
  place->length = length;
  place->offset = next - place->bytes;
  v->count += added;
  v->byte_count = (char *)text - v->bytes;
  shortlist_set_start(v, v->count, (uint32_t)v->byte_count);
  return added;
}

/// Appends simple terms until one is not simple or the part is nearly over. Nearly all terms are simple.
/// Does the same as `shortlist_next_packed` and `shortlist_dictionary_append`, in a fraction of the time.
/// The term at `place` must be the last of the dictionary.
static int append_simple(shortlist_dictionary *v, shortlist_packed_place *place) {
  // It reads up to a block before a text.
  if (place->offset < block) return SQLITE_OK;
  int32_t room, added;
  while ((room = room_for_simple(v, place)) > 0) {
    added = append_some(v, place, room);
    if (added < 0) return SQLITE_CORRUPT;
    if (added < room) break;
  }
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
  return shortlist_compare_terms(shortlist_term_text(v, v->count - 1),
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
