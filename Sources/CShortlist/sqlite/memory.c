#include "shortlist_sqlite.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

bool shortlist_turn_off_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK;
}

#ifdef __GLIBC__
typedef struct block {
  struct block *next;
} block;

void shortlist_trim_memory(int64_t size) {
  // malloc_trim leaves alone what is free after the last block in use. So this fills it, and keeps the
  // last block until malloc_trim has run. From 128 KiB on, a block may lie outside the arena.
  enum { block_size = 120 << 10, maximum = 32 << 20 };
  if (size > maximum) size = maximum;
  block *last = NULL;
  for (int64_t taken = 0; taken < size; taken += block_size) {
    block *added = malloc(block_size);
    if (!added) break;
    added->next = last;
    last = added;
  }
  while (last && last->next) {
    block *before = last->next;
    last->next = before->next;
    free(before);
  }
  malloc_trim(0);
  free(last);
}
#else
void shortlist_trim_memory(int64_t size) {}
#endif
