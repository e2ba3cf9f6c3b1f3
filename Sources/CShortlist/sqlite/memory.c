#include "shortlist_sqlite.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

bool shortlist_turn_off_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK;
}

void shortlist_trim_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
