#include <sqlite3.h>
#include <string.h>

#include "CShortlist.h"
#include "fold.h"
#include "tokenizer.h"

/// The class of the first character of folded text.
static shortlist_class class_of_first(const char *text, int32_t length) {
  int64_t offset = 0;
  return length > 0 ? shortlist_class_of(shortlist_decode(text, length, &offset)) : SHORTLIST_SEPARATOR;
}

bool shortlist_may_be_inside(const char *substring, int32_t length) {
  return class_of_first(substring, length) != SHORTLIST_MARK;
}

bool shortlist_has_inside(const char *term, int32_t length) {
  shortlist_class class = class_of_first(term, length);
  return class != SHORTLIST_UNSPACED && class != SHORTLIST_EMOJI;
}

enum { block_size = 32 };
typedef unsigned char block __attribute__((vector_size(block_size)));
typedef block unaligned_block __attribute__((aligned(1), may_alias));
typedef bool block_bits __attribute__((ext_vector_type(block_size)));

// Many times as fast as the C library's `memmem` when `wanted` is short and made of common letters:
// compares three of its bytes at 32 places at a time.
const char *shortlist_find_bytes(const char *text, int64_t length, const char *wanted,
                                 int32_t wanted_length) {
  int32_t last = wanted_length - 1, middle = wanted_length / 2;
  bool are_three = wanted_length <= 3;
  int64_t places = length - last, place = 0;
  block bytes[] = {(block){0} + (unsigned char)wanted[0], (block){0} + (unsigned char)wanted[middle],
                   (block){0} + (unsigned char)wanted[last]};
  for (; place + block_size <= places; place += block_size) {
    const char *here = text + place;
    block_bits equal = __builtin_convertvector(
        (*(const unaligned_block *)here == bytes[0]) &
            (*(const unaligned_block *)(here + middle) == bytes[1]) &
            (*(const unaligned_block *)(here + last) == bytes[2]),
        block_bits);
    uint32_t bits;
    memcpy(&bits, &equal, sizeof bits);
    for (; bits != 0; bits &= bits - 1) {
      const char *found = here + __builtin_ctz(bits);
      if (are_three || memcmp(found, wanted, (size_t)wanted_length) == 0) return found;
    }
  }
  for (; place < places; place++) {
    if (text[place] == wanted[0] && memcmp(text + place, wanted, (size_t)wanted_length) == 0) {
      return text + place;
    }
  }
  return NULL;
}
