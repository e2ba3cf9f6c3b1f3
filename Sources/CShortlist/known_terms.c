#include "known_terms.h"

#include <stddef.h>
#include <string.h>

static uint64_t hash_of(const shortlist_postings_part *part) {
  return shortlist_hash(SHORTLIST_HASH_START, part->bytes, part->length);
}

/// Where a term stands, or where there is room for it.
static shortlist_known_term *place(const shortlist_known_terms *known,
                                   const shortlist_postings_part *part) {
  uint64_t mask = (uint64_t)known->capacity - 1;
  for (uint64_t i = hash_of(part);; i++) {
    shortlist_known_term *term = &known->table[i & mask];
    if (term->bytes == NULL ||
        (term->kind == part->kind && term->length == part->length &&
         memcmp(term->bytes, part->bytes, (size_t)part->length) == 0)) {
      return term;
    }
  }
}

const shortlist_docid_list *shortlist_known(const shortlist_known_terms *known,
                                            const shortlist_postings_part *part) {
  if (known->count == 0) return NULL;
  const shortlist_known_term *term = place(known, part);
  return term->bytes == NULL ? NULL : &term->docids;
}

/// Makes the table twice as large.
static int grow(shortlist_known_terms *known) {
  shortlist_known_terms larger = {.capacity = known->capacity == 0 ? 64 : known->capacity * 2};
  sqlite3_uint64 size = (sqlite3_uint64)larger.capacity * sizeof *larger.table;
  larger.table = sqlite3_malloc64(size);
  if (larger.table == NULL) return SQLITE_NOMEM;
  memset(larger.table, 0, size);
  for (int32_t i = 0; i < known->capacity; i++) {
    shortlist_known_term *term = &known->table[i];
    if (term->bytes == NULL) continue;
    shortlist_postings_part part = {.kind = term->kind, .length = term->length, .bytes = term->bytes};
    *place(&larger, &part) = *term;
  }
  sqlite3_free(known->table);
  known->table = larger.table;
  known->capacity = larger.capacity;
  return SQLITE_OK;
}

int shortlist_keep(shortlist_known_terms *known, const shortlist_postings_part *part,
                   shortlist_docid_list *docids) {
  if (known->count * 2 >= known->capacity) {
    int rc = grow(known);
    if (rc != SQLITE_OK) return rc;
  }
  shortlist_known_term *term = place(known, part);
  if (term->bytes != NULL) return SQLITE_OK;
  char *bytes = sqlite3_malloc64((sqlite3_uint64)part->length + 1);
  if (bytes == NULL) return SQLITE_NOMEM;
  memcpy(bytes, part->bytes, (size_t)part->length);
  *term = (shortlist_known_term){
    .kind = part->kind, .length = part->length, .bytes = bytes, .docids = *docids};
  known->count++;
  known->docid_count += docids->count;
  *docids = (shortlist_docid_list){0};
  return SQLITE_OK;
}

void shortlist_forget_terms(shortlist_known_terms *known) {
  for (int32_t i = 0; i < known->capacity; i++) {
    sqlite3_free(known->table[i].bytes);
    sqlite3_free(known->table[i].docids.array);
  }
  sqlite3_free(known->table);
  *known = (shortlist_known_terms){0};
}
