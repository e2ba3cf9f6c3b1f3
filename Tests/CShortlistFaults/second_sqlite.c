#define _GNU_SOURCE
#include <dlfcn.h>

#include "CShortlistFaults.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

int shortlist_second_sqlite_is_available(void) {
#if defined(RTLD_DEEPBIND) && !defined(IS_SANITIZED)
  return 1;
#else
  return 0;
#endif
}

const char *shortlist_path_of_sqlite(void) {
  Dl_info info;
  return dladdr(dlsym(RTLD_DEFAULT, "sqlite3_libversion_number"), &info) ? info.dli_fname : 0;
}

void *shortlist_second_sqlite_load(const char *path) {
#ifdef RTLD_DEEPBIND
  return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
#else
  (void)path;
  return 0;
#endif
}

int shortlist_second_sqlite_use(void *library, const char *path, const char *sql, int stays_open) {
  __typeof__(sqlite3_open) *open = dlsym(library, "sqlite3_open");
  __typeof__(sqlite3_exec) *exec = dlsym(library, "sqlite3_exec");
  __typeof__(sqlite3_close) *close = dlsym(library, "sqlite3_close");
  if (!open || !exec || !close || open == sqlite3_open) return SQLITE_MISUSE;
  sqlite3 *db = 0;
  int rc = open(path, &db);
  if (rc == SQLITE_OK) rc = exec(db, sql, 0, 0, 0);
  if (!stays_open) close(db);
  return rc;
}
