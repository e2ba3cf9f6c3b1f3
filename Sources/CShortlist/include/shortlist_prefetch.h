#pragma once

#include <stdint.h>

#pragma clang assume_nonnull begin

/// Starts to load some bytes into the processor's caches. The address need not be valid.
static inline void shortlist_prefetch(const void *address, int64_t bytes) {
  for (int64_t line = 0; line < bytes; line += 64) __builtin_prefetch((const char *)address + line);
}

#pragma clang assume_nonnull end
