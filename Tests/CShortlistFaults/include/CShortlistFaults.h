#ifndef CSHORTLIST_FAULTS_H
#define CSHORTLIST_FAULTS_H

#include <sqlite3.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// A disk that can fail: a VFS of SQLite's around the system's own. It belongs to one test, works
/// for any thread, and keeps to itself which files it has seen.
typedef struct shortlist_disk shortlist_disk;

/// Makes a disk and registers it as a VFS of that name, which is copied; NULL without memory.
shortlist_disk *_Nullable shortlist_disk_create(const char *name);
/// Unregisters and frees the disk; all its files must be closed.
void shortlist_disk_free(shortlist_disk *disk);

/// Kinds of calls, as bits.
enum {
  SHORTLIST_CALL_READ = 1,
  SHORTLIST_CALL_WRITE = 2,
  SHORTLIST_CALL_TRUNCATE = 4,
  SHORTLIST_CALL_SYNC = 8,
  SHORTLIST_CALL_OPEN = 16,
  SHORTLIST_CALL_LOCK = 32,
  SHORTLIST_CALL_SHARED_MEMORY = 64,
  SHORTLIST_CALL_DELETE = 128,
  SHORTLIST_CALL_SIZE = 256,
};

/// Which calls fail, and how.
typedef struct {
  /// The kinds of calls that are counted, and fail.
  uint32_t calls;
  /// The first one that fails, counted from 1; 0 for none.
  int64_t first;
  /// Whether all that follow fail as well.
  int32_t for_ever;
  /// What they return.
  int32_t code;
  /// Whether a write that fails has written its first half.
  int32_t writes_half;
} shortlist_fault;

/// Counts from 0 again, and fails as the plan says.
void shortlist_disk_plan(shortlist_disk *disk, shortlist_fault fault);
/// How many calls of the planned kinds there were since.
int64_t shortlist_disk_calls(shortlist_disk *disk);

/// What of the writes that were not synced a power loss leaves.
enum {
  SHORTLIST_LOSES_ALL = 0,
  SHORTLIST_LOSES_NOTHING = 1,
  /// For each file, all from some moment on.
  SHORTLIST_LOSES_THE_LAST = 2,
  /// Some writes here and there, so that later ones are kept without earlier ones.
  SHORTLIST_LOSES_SOME = 3,
  /// Some sectors of 512 bytes of each write.
  SHORTLIST_LOSES_SECTORS = 4,
};

/// Cuts the power at the `first` write, truncation, deletion or sync from now on: from then on every
/// call fails. `seed` chooses what is lost. With `lies`, syncs do nothing.
void shortlist_disk_cut(shortlist_disk *disk, int64_t first, int32_t mode, uint64_t seed,
                        int32_t lies);
/// Whether the power is off.
int shortlist_disk_is_off(shortlist_disk *disk);
/// Writes what the power loss has left into files of the same names in another folder, which is
/// there and empty. Returns 0, or -1 when that fails.
int shortlist_disk_save(shortlist_disk *disk, const char *folder);

/// Puts a hook before every allocation of SQLite's in this process, which must not have used SQLite
/// yet. Returns `SQLITE_OK` or an error.
int shortlist_memory_hook(void);
/// Lets the `first` allocation from now on fail, counted from 1, and with `for_ever` all after it; 0
/// for none.
void shortlist_memory_plan(int64_t first, int32_t for_ever);
/// How many allocations there were since.
int64_t shortlist_memory_calls(void);

/// Whether memory that is lost can be found: in a process under AddressSanitizer, on Linux, with
/// `ASAN_OPTIONS=detect_leaks=1`.
int shortlist_finds_leaks(void);
/// Watches over the memory that this thread gets from now on, or no longer.
void shortlist_watch_leaks(int watches);
/// Whether memory was lost that was watched over. LeakSanitizer then prints where it came from.
int shortlist_has_leaked(void);
/// Loses some memory.
void shortlist_leak(void);

/// Whether this process can load a second copy of SQLite: on Linux with glibc, and without a sanitizer.
int shortlist_second_sqlite_is_available(void);
/// The file that SQLite was loaded from.
const char *_Nullable shortlist_path_of_sqlite(void);
/// Loads another copy of SQLite from another file; NULL when that fails.
void *_Nullable shortlist_second_sqlite_load(const char *path);
/// Opens a database with that copy, runs SQL, and closes it, unless it `stays_open` for ever. Returns
/// `SQLITE_OK` or an error.
int shortlist_second_sqlite_use(void *library, const char *path, const char *sql, int stays_open);

/// Does `work` in a fork of this process. Returns what it returned, 0 to 100; or -1.
int shortlist_in_fork(int (*work)(void *_Nullable context), void *_Nullable context);
/// Makes a fork of this process, which will do `work` for two minutes at most, once `go` is handed to
/// `shortlist_let_fork_go`. Returns its id; or -1.
pid_t shortlist_begin_fork(int (*work)(void *_Nullable context), void *_Nullable context, int *go);
/// Lets a fork begin.
void shortlist_let_fork_go(int go);
/// Waits for the end of a fork. Returns the signal that has killed it; 0 when `work` has returned 0, or
/// -1.
int shortlist_end_of_fork(pid_t child);

#pragma clang assume_nonnull end

#endif
