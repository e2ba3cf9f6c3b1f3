#include "shortlist_keyed_hash.h"

#include <string.h>

typedef struct {
  uint64_t a, b, c, d;
} state;

static inline uint64_t rotated(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

static inline void mix(state *s) {
  s->a += s->b;
  s->c += s->d;
  s->b = rotated(s->b, 13) ^ s->a;
  s->d = rotated(s->d, 16) ^ s->c;
  s->a = rotated(s->a, 32);
  s->c += s->b;
  s->a += s->d;
  s->b = rotated(s->b, 17) ^ s->c;
  s->d = rotated(s->d, 21) ^ s->a;
  s->c = rotated(s->c, 32);
}

/// Reads up to 8 bytes as a little-endian number.
static inline uint64_t word_of(const char *bytes, int32_t count) {
  uint64_t word = 0;
  memcpy(&word, bytes, (size_t)count);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

uint64_t shortlist_keyed_hash(shortlist_hash_key key, const char *bytes, int32_t length) {
  state s = {
    key.low ^ 0x736f6d6570736575,
    key.high ^ 0x646f72616e646f6d,
    key.low ^ 0x6c7967656e657261,
    key.high ^ 0x7465646279746573,
  };
  int32_t offset = 0;
  for (; offset + 8 <= length; offset += 8) {
    uint64_t word = word_of(bytes + offset, 8);
    s.d ^= word;
    mix(&s);
    s.a ^= word;
  }
  // The remaining bytes, with the length in the highest byte.
  uint64_t rest = (uint64_t)length << 56;
  for (int32_t i = 0; offset + i < length; i++) {
    rest |= (uint64_t)(unsigned char)bytes[offset + i] << 8 * i;
  }
  s.d ^= rest;
  mix(&s);
  s.a ^= rest;
  s.c ^= 0xff;
  mix(&s);
  mix(&s);
  mix(&s);
  return s.a ^ s.b ^ s.c ^ s.d;
}
