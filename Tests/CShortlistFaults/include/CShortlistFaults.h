#ifndef CSHORTLIST_FAULTS_H
#define CSHORTLIST_FAULTS_H

#include <sqlite3.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// A disk that can fail: a SQLite VFS around the system's own. It belongs to one test, is
/// thread-safe, and tracks its own files only.
typedef struct shortlist_disk shortlist_disk;

/// Creates a disk and registers it as a VFS with that name, which is copied. NULL without memory.
shortlist_disk *_Nullable shortlist_disk_create(const char *name);
/// Unregisters and frees the disk. All its files must be closed.
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

/// The calls that fail, and how they fail.
typedef struct {
  /// The kinds of calls that are counted and fail.
  uint32_t calls;
  /// The number of the first call that fails, from 1; 0 for none.
  int64_t first;
  /// Whether all later calls fail as well.
  int32_t for_ever;
  /// The code that failing calls return.
  int32_t code;
  /// Whether a failing write writes its first half.
  int32_t writes_half;
} shortlist_fault;

/// Resets the count to 0, and fails calls according to the plan.
void shortlist_disk_plan(shortlist_disk *disk, shortlist_fault fault);
/// The number of calls of the planned kinds since then.
int64_t shortlist_disk_calls(shortlist_disk *disk);

/// Which unsynced writes a power failure loses.
enum {
  SHORTLIST_LOSES_ALL = 0,
  SHORTLIST_LOSES_NOTHING = 1,
  /// Each file keeps the writes up to some moment.
  SHORTLIST_LOSES_THE_LAST = 2,
  /// Arbitrary writes survive, so that later ones may be there without earlier ones.
  SHORTLIST_LOSES_SOME = 3,
  /// Arbitrary sectors of 512 bytes of each write survive.
  SHORTLIST_LOSES_SECTORS = 4,
};

/// Cuts the power at the `first` write, truncation, deletion or sync from now on; every later call
/// fails. `seed` chooses what is lost. With `lies`, syncs do nothing.
void shortlist_disk_cut(shortlist_disk *disk, int64_t first, int32_t mode, uint64_t seed,
                        int32_t lies);
/// Whether the power is off.
int shortlist_disk_is_off(shortlist_disk *disk);
/// Writes the files that survived the power failure, under the same names, into another folder,
/// which must exist and be empty. Returns 0, or -1 on failure.
int shortlist_disk_save(shortlist_disk *disk, const char *folder);

/// Installs a hook before every SQLite allocation in this process, which must not have used SQLite
/// yet. Returns `SQLITE_OK` or an error.
int shortlist_memory_hook(void);
/// Makes the `first` allocation from now on fail, counted from 1, and all later ones if `for_ever`;
/// 0 for none.
void shortlist_memory_plan(int64_t first, int32_t for_ever);
/// The number of allocations since then.
int64_t shortlist_memory_calls(void);

/// Whether leaks can be detected: in a process under AddressSanitizer, on Linux, with
/// `ASAN_OPTIONS=detect_leaks=1`.
int shortlist_finds_leaks(void);
/// Starts or stops watching the memory that this thread allocates.
void shortlist_watch_leaks(int watches);
/// Whether watched memory has leaked. LeakSanitizer then prints where it was allocated.
int shortlist_has_leaked(void);
/// Leaks some memory.
void shortlist_leak(void);

/// Whether this process can load a second copy of SQLite: on Linux with glibc, and without a sanitizer.
int shortlist_second_sqlite_is_available(void);
/// The file that SQLite was loaded from.
const char *_Nullable shortlist_path_of_sqlite(void);
/// Loads a second copy of SQLite from another file; NULL on failure.
void *_Nullable shortlist_second_sqlite_load(const char *path);
/// Opens a database with that copy, runs SQL, and closes it unless it `stays_open` for ever.
/// Returns `SQLITE_OK` or an error.
int shortlist_second_sqlite_use(void *library, const char *path, const char *sql, int stays_open);

/// Runs `work` in a fork of this process. Returns its result, 0 to 100, or -1.
int shortlist_in_fork(int (*work)(void *_Nullable context), void *_Nullable context);
/// Forks this process. The fork runs `work`, for two minutes at most, once `go` is passed to
/// `shortlist_let_fork_go`. Returns the fork's process id, or -1.
pid_t shortlist_begin_fork(int (*work)(void *_Nullable context), void *_Nullable context, int *go);
/// Lets a fork start.
void shortlist_let_fork_go(int go);
/// Waits for a fork to end. Returns the signal that killed it; 0 if `work` returned 0, otherwise
/// -1.
int shortlist_end_of_fork(pid_t child);

#pragma clang assume_nonnull end

#endif
