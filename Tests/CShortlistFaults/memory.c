#include <stdatomic.h>

#include "CShortlistFaults.h"

// SQLite's memory belongs to the process, and so does this state.
static sqlite3_mem_methods real;
static atomic_llong calls;
static atomic_llong first_failure;
static atomic_int fails_for_ever;

static int fails(void) {
  long long call = atomic_fetch_add(&calls, 1) + 1;
  long long first = atomic_load(&first_failure);
  return first > 0 && (call == first || (call > first && atomic_load(&fails_for_ever)));
}

static void *allocate(int size) { return fails() ? 0 : real.xMalloc(size); }

static void *reallocate(void *memory, int size) {
  return fails() ? 0 : real.xRealloc(memory, size);
}

int shortlist_memory_hook(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods hooked = real;
  hooked.xMalloc = allocate;
  hooked.xRealloc = reallocate;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &hooked);
}

void shortlist_memory_plan(int64_t first, int32_t for_ever) {
  atomic_store(&first_failure, 0);
  atomic_store(&calls, 0);
  atomic_store(&fails_for_ever, for_ever);
  atomic_store(&first_failure, first);
}

int64_t shortlist_memory_calls(void) { return atomic_load(&calls); }
