#include "CShortlist.h"

/// The default file system, whose functions this one calls.
typedef struct {
  sqlite3_vfs vfs;  // first, since SQLite passes its address
  sqlite3_vfs *base;
} borrowing_vfs;

/// Opens files only for reading. Those without a name are temporary ones of SQLite itself.
static int borrowing_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                          int *out_flags) {
  sqlite3_vfs *base = ((borrowing_vfs *)vfs)->base;
  if (name) {
    flags &= ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE |
               SQLITE_OPEN_DELETEONCLOSE);
    flags |= SQLITE_OPEN_READONLY;
  }
  return base->xOpen(base, name, file, flags, out_flags);
}

static int borrowing_delete(sqlite3_vfs *vfs, const char *name, int sync_folder) {
  (void)vfs, (void)name, (void)sync_folder;
  return SQLITE_READONLY;
}

int shortlist_register_borrowing_vfs(void) {
  int rc = sqlite3_initialize();
  if (rc != SQLITE_OK) return rc;
  if (sqlite3_vfs_find(SHORTLIST_BORROWING_VFS)) return SQLITE_OK;
  sqlite3_vfs *base = sqlite3_vfs_find(0);
  if (!base) return SQLITE_ERROR;
  borrowing_vfs *made = sqlite3_malloc64(sizeof *made);
  if (!made) return SQLITE_NOMEM;
  // The other functions are those of the default, which find in the copy all that they need.
  made->vfs = *base;
  made->vfs.pNext = 0;
  made->vfs.zName = SHORTLIST_BORROWING_VFS;
  made->vfs.xOpen = borrowing_open;
  made->vfs.xDelete = borrowing_delete;
  made->base = base;
  return sqlite3_vfs_register(&made->vfs, 0);
}
