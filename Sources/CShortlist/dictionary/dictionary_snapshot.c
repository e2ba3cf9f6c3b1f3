#include "dictionary.h"

/// Appends the changed terms up to and including `end`, or all of them. Leaves out terms that no
/// item holds any more.
static int append_changes(shortlist_dictionary *v, const shortlist_term_changes *changes, int32_t *next,
                          const shortlist_packed_place *end, bool *is_changed) {
  *is_changed = false;
  while (*next < changes->count && !*is_changed) {
    const shortlist_term_change *changed = &changes->array[*next];
    int order = end == NULL ? -1
                            : shortlist_compare_terms(changed->text, changed->length, end->text,
                                                      end->length);
    if (order > 0) break;
    *is_changed = order == 0;
    ++*next;
    if (changed->items <= 0) continue;
    int rc = shortlist_dictionary_append(v, changed->text, changed->length, -1, changed->items,
                                         changed->titles);
    if (rc != SQLITE_OK) return rc;
  }
  return SQLITE_OK;
}

enum {
  /// Bytes are copied in blocks, up to so many beyond the last one.
  block = 16,
  longest_number = 10,
  /// More bytes than a term takes, and than are read beyond it.
  longest_entry = 2 + shortlist_longest_packed + block + 2 * longest_number,
  /// Rough figures for a part, to allocate memory seldom.
  bytes_of_term = 8,
};

/// Copies `length` bytes, at least one; may read and write some more.
static void copy_blocks(char *to, const char *from, int32_t length) {
  int32_t done = 0;
  do {
    char bytes[block];
    memcpy(bytes, from + done, block);
    memcpy(to + done, bytes, block);
    done += block;
  } while (done < length);
}

/// Reads a number at `*offset`, with room to read a longer one.
static inline bool read_count(const unsigned char *bytes, int64_t *offset, uint32_t *count) {
  if (bytes[*offset] < 0x80) {
    *count = bytes[(*offset)++];
    return true;
  }
  uint64_t value = 0;
  for (int shift = 0; shift < 63; shift += 7) {
    unsigned char byte = bytes[(*offset)++];
    value |= (uint64_t)(byte & 0x7f) << shift;
    if (byte >= 0x80) continue;
    *count = value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
    return true;
  }
  return false;
}

/// Appends the terms of a part up to near its end, all of them unchanged. The term at `place` must be
/// the last of the dictionary. Does the same as `shortlist_next_packed` and
/// `shortlist_dictionary_append`, in a third of the time.
static int append_most(shortlist_dictionary *v, shortlist_packed_place *place) {
  const unsigned char *bytes = place->bytes;
  int64_t offset = place->offset, last_entry = place->size - longest_entry;
  int32_t length = place->length;
  int rc = SQLITE_OK;
  while (offset <= last_entry) {
    if (v->count == v->capacity || v->byte_count + longest_entry > v->byte_capacity) {
      rc = shortlist_dictionary_reserve(v, 1, longest_entry);
      if (rc != SQLITE_OK) break;
    }
    int32_t shared = bytes[offset], rest = bytes[offset + 1];
    const char *text = (const char *)bytes + offset + 2;
    char *end = v->bytes + v->byte_count;
    const char *before = end - length;
    if (rest == 0 || shared > length || shared + rest > shortlist_longest_packed ||
        (shared < length && (unsigned char)*text <= (unsigned char)before[shared])) {
      return SQLITE_CORRUPT;
    }
    if (shared > 0) copy_blocks(end, before, shared);
    copy_blocks(end + shared, text, rest);
    length = shared + rest;
    offset += 2 + rest;
    if (!read_count(bytes, &offset, &v->items[v->count]) ||
        !read_count(bytes, &offset, &v->titles[v->count])) {
      return SQLITE_CORRUPT;
    }
    v->shared[v->count] = (uint8_t)shared;
    v->byte_count += length;
    v->offsets[++v->count] = (uint32_t)v->byte_count;
  }
  memcpy(place->text, v->bytes + v->byte_count - length, (size_t)length);
  place->length = length;
  place->offset = offset;
  return rc;
}

/// Reads all terms, and replaces those that have changed.
static int read_terms(shortlist_dictionary *v, sqlite3_stmt *rows, const shortlist_term_changes *changes) {
  shortlist_packed_place place;
  char last[shortlist_longest_packed];
  int32_t last_length = 0, next = 0;
  bool is_changed;
  int rc;
  while ((rc = sqlite3_step(rows)) == SQLITE_ROW) {
    shortlist_begin_packed(&place, rows);
    rc = shortlist_dictionary_reserve(v, place.size / bytes_of_term, place.size);
    if (rc != SQLITE_OK) return rc;
    // The dictionary's count right after it took the previous term of this part unchanged;
    // otherwise -1.
    int32_t behind = -1;
    while ((rc = shortlist_next_packed(&place)) == SQLITE_ROW) {
      if (last_length > 0 &&
          shortlist_compare_terms(last, last_length, place.text, place.length) >= 0) {
        return SQLITE_CORRUPT;
      }
      last_length = 0;
      rc = append_changes(v, changes, &next, &place, &is_changed);
      if (rc == SQLITE_OK && !is_changed) {
        int32_t shared = v->count == behind ? place.shared : -1;
        rc = shortlist_dictionary_append(v, place.text, place.length, shared, place.items,
                                         place.titles);
      }
      if (rc != SQLITE_OK) return rc;
      behind = is_changed ? -1 : v->count;
      if (!is_changed && next == changes->count) rc = append_most(v, &place);
      if (rc != SQLITE_OK) return rc;
      if (!is_changed) behind = v->count;
    }
    if (rc != SQLITE_DONE || place.length == 0) return rc == SQLITE_DONE ? SQLITE_CORRUPT : rc;
    memcpy(last, place.text, (size_t)place.length);
    last_length = place.length;
  }
  return rc == SQLITE_DONE ? append_changes(v, changes, &next, NULL, &is_changed) : rc;
}

int shortlist_dictionary_read(sqlite3_stmt *terms, sqlite3_stmt *changes, int32_t *parts,
                              shortlist_dictionary **dictionary) {
  *dictionary = NULL;
  shortlist_dictionary *v = shortlist_dictionary_create();
  if (v == NULL) return SQLITE_NOMEM;
  shortlist_term_changes list = {0};
  int rc = shortlist_read_term_changes(changes, &list, parts);
  if (rc == SQLITE_OK) {
    rc = read_terms(v, terms, &list);
    sqlite3_reset(terms);
  }
  shortlist_term_changes_free(&list);
  if (rc == SQLITE_OK) rc = shortlist_dictionary_finish(v);
  if (rc != SQLITE_OK) {
    shortlist_dictionary_free(v);
    return rc;
  }
  *dictionary = v;
  return SQLITE_OK;
}
