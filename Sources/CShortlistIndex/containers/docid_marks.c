#include "docid_marks.h"

#include <stddef.h>
#include <string.h>

enum {
  /// The bits of the filter for each slot, as a power of two.
  filter_bits = 4,
};

/// Returns a hash, of which the high bits are the best.
static inline uint64_t hash_of(int64_t docid) { return (uint64_t)docid * 0x9e3779b97f4a7c15u; }

/// Returns the bit of a docid in the filter.
static inline uint64_t filter_bit(const shortlist_docid_marks *marks, int64_t docid) {
  return hash_of(docid) >> (64 - filter_bits - marks->slot_bits);
}

/// Returns the slot of a docid, or the empty one where it belongs.
static int32_t *slot_of(const shortlist_docid_marks *marks, int64_t docid) {
  int32_t place = (int32_t)(hash_of(docid) >> (64 - marks->slot_bits));
  while (true) {
    int32_t *slot = &marks->slots[place];
    if (*slot == 0 || marks->docids->array[*slot - 1] == docid) return slot;
    place = (place + 1) & ((1 << marks->slot_bits) - 1);
  }
}

int shortlist_docid_marks_begin(shortlist_docid_marks *marks, const shortlist_docid_list *docids) {
  int32_t count = docids->count;
  // At most two of three slots are taken.
  int slot_bits = 2;
  while ((int64_t)2 << slot_bits < (int64_t)count * 3) slot_bits++;
  size_t sets = (size_t)count, slots = (size_t)1 << slot_bits;
  size_t words = (slots << filter_bits) / 64;
  size_t size = (sets + words) * sizeof(uint64_t) + slots * sizeof(int32_t);
  *marks = (shortlist_docid_marks){.docids = docids, .slot_bits = slot_bits};
  marks->sets = sqlite3_malloc64(size);
  if (marks->sets == NULL) return SQLITE_NOMEM;
  memset(marks->sets, 0, size);
  marks->filter = marks->sets + sets;
  marks->slots = (int32_t *)(marks->filter + words);
  for (int32_t i = 0; i < count; i++) {
    uint64_t bit = filter_bit(marks, docids->array[i]);
    marks->filter[bit / 64] |= (uint64_t)1 << bit % 64;
    *slot_of(marks, docids->array[i]) = i + 1;
  }
  return SQLITE_OK;
}

void shortlist_docid_marks_add(shortlist_docid_marks *marks, const shortlist_docid_list *found,
                               uint64_t sets) {
  for (int32_t i = 0; i < found->count; i++) {
    uint64_t bit = filter_bit(marks, found->array[i]);
    if ((marks->filter[bit / 64] >> bit % 64 & 1) == 0) continue;
    int32_t slot = *slot_of(marks, found->array[i]);
    if (slot > 0) marks->sets[slot - 1] |= sets;
  }
}

void shortlist_docid_marks_free(shortlist_docid_marks *marks) { sqlite3_free(marks->sets); }
