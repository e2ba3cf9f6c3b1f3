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

enum { block_size = 16, blocks_at_a_time = 2, stride = block_size * blocks_at_a_time };
typedef unsigned char block __attribute__((vector_size(block_size)));

static block load(const char *bytes) {
  block loaded;
  memcpy(&loaded, bytes, sizeof loaded);
  return loaded;
}

static bool is_zero(block bytes) {
  uint64_t halves[2];
  memcpy(halves, &bytes, sizeof halves);
  return (halves[0] | halves[1]) == 0;
}

// Many times as fast as the C library's `memmem` when `wanted` is short and made of common letters:
// compares three of its bytes at 32 places at a time.
const char *shortlist_find_bytes(const char *text, int64_t length, const char *wanted,
                                 int32_t wanted_length) {
  int32_t last = wanted_length - 1, middle = wanted_length / 2;
  int64_t places = length - last, place = 0;
  block bytes[] = {(block){0} + (unsigned char)wanted[0], (block){0} + (unsigned char)wanted[middle],
                   (block){0} + (unsigned char)wanted[last]};
  for (; place + stride <= places; place += stride) {
    const char *here = text + place;
    block equal[blocks_at_a_time];
    for (int i = 0; i < blocks_at_a_time; i++) {
      const char *start = here + i * block_size;
      equal[i] = (block)((load(start) == bytes[0]) & (load(start + middle) == bytes[1]) &
                         (load(start + last) == bytes[2]));
    }
    if (is_zero(equal[0] | equal[1])) continue;
    for (int i = 0; i < stride; i++) {
      if (equal[i / block_size][i % block_size] &&
          memcmp(here + i, wanted, (size_t)wanted_length) == 0) {
        return here + i;
      }
    }
  }
  for (; place < places; place++) {
    if (text[place] == wanted[0] && memcmp(text + place, wanted, (size_t)wanted_length) == 0) {
      return text + place;
    }
  }
  return NULL;
}
