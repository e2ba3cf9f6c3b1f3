#include "shortlist_sqlite.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void shortlist_trim_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
