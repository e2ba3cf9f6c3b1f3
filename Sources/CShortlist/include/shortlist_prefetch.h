#pragma once

#include <stdint.h>

/// Starts to read some bytes from an address into the caches of the processor. The address need not be
/// valid.
static inline void shortlist_prefetch(const void *_Nonnull address, int64_t bytes) {
  for (int64_t line = 0; line < bytes; line += 64) __builtin_prefetch((const char *)address + line);
}
