#include "docid_bitmap.h"

#include <stddef.h>

/// Begins a bitmap with room for `count` words.
static int make_room(shortlist_docid_bitmap *bitmap, sqlite3_uint64 count) {
  *bitmap = (shortlist_docid_bitmap){0};
  if (count == 0) return SQLITE_OK;
  bitmap->keys = sqlite3_malloc64(count * sizeof *bitmap->keys);
  bitmap->bits = sqlite3_malloc64(count * sizeof *bitmap->bits);
  return bitmap->keys == NULL || bitmap->bits == NULL ? SQLITE_NOMEM : SQLITE_OK;
}

int shortlist_docid_bitmap_make(const shortlist_docid_list *docids,
                                shortlist_docid_bitmap *bitmap) {
  const int64_t *array = docids->array;
  sqlite3_uint64 count = docids->count > 0;
  for (int32_t i = 1; i < docids->count; i++) {
    count += array[i] >> SHORTLIST_WORD_BITS != array[i - 1] >> SHORTLIST_WORD_BITS;
  }
  int rc = make_room(bitmap, count);
  if (rc != SQLITE_OK) return rc;
  for (int32_t i = 0; i < docids->count;) {
    int64_t key = array[i] >> SHORTLIST_WORD_BITS;
    uint64_t bits = 0;
    for (; i < docids->count && array[i] >> SHORTLIST_WORD_BITS == key; i++) {
      bits |= (uint64_t)1 << (array[i] & SHORTLIST_WORD_MASK);
    }
    bitmap->keys[bitmap->count] = key;
    bitmap->bits[bitmap->count++] = bits;
  }
  return SQLITE_OK;
}

int shortlist_docid_bitmap_locate(shortlist_docid_bitmap *bitmap,
                                  const shortlist_docid_filter *filter) {
  if (bitmap->universe == filter->universe || bitmap->count == 0) return SQLITE_OK;
  if (bitmap->places == NULL) {
    bitmap->places = sqlite3_malloc64((sqlite3_uint64)bitmap->count * sizeof *bitmap->places);
    if (bitmap->places == NULL) return SQLITE_NOMEM;
  }
  filter->locate(filter->context, bitmap->keys, bitmap->count, bitmap->places);
  bitmap->universe = filter->universe;
  return SQLITE_OK;
}

int shortlist_docid_bitmap_unite(const shortlist_docid_bitmap *a, const shortlist_docid_bitmap *b,
                                 shortlist_docid_bitmap *united) {
  sqlite3_uint64 most = (sqlite3_uint64)a->count + (sqlite3_uint64)b->count;
  int rc = make_room(united, most);
  if (rc != SQLITE_OK || most == 0) return rc;
  united->places = sqlite3_malloc64(most * sizeof *united->places);
  if (united->places == NULL) return SQLITE_NOMEM;
  united->universe = a->count > 0 ? a->universe : b->universe;
  for (int32_t i = 0, j = 0; i < a->count || j < b->count;) {
    int64_t first = i < a->count ? a->keys[i] : INT64_MAX;
    int64_t second = j < b->count ? b->keys[j] : INT64_MAX;
    uint64_t bits = 0;
    united->keys[united->count] = first < second ? first : second;
    united->places[united->count] = first < second ? a->places[i] : b->places[j];
    if (first <= second) bits |= a->bits[i++];
    if (second <= first) bits |= b->bits[j++];
    united->bits[united->count++] = bits;
  }
  return SQLITE_OK;
}

void shortlist_docid_bitmap_free(shortlist_docid_bitmap *bitmap) {
  sqlite3_free(bitmap->keys);
  sqlite3_free(bitmap->bits);
  sqlite3_free(bitmap->places);
  *bitmap = (shortlist_docid_bitmap){0};
}
