#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "CShortlistFaults.h"
#include "image.h"

struct shortlist_disk {
  sqlite3_vfs vfs;
  sqlite3_vfs *real;
  pthread_mutex_t mutex;
  shortlist_fault fault;
  int64_t calls;
  image *images;
  /// Calls until the power fails; 0 for never.
  int64_t until_cut;
  int32_t mode, lies, is_off;
  uint64_t seed;
};

/// An open file, followed in memory by the system's own.
typedef struct {
  sqlite3_file base;
  shortlist_disk *disk;
  image *image;
  /// Whether the next sync is the first of a log or a journal, when SQLite's own VFS also syncs the
  /// folder.
  int syncs_folder;
  sqlite3_file real[1];
} disk_file;

/// Counts a call. Returns `SQLITE_OK`, or the code that it must fail with.
static int count_call(shortlist_disk *disk, uint32_t kind) {
  pthread_mutex_lock(&disk->mutex);
  int code = disk->is_off ? SQLITE_IOERR : SQLITE_OK;
  if (disk->fault.calls & kind) {
    int64_t call = ++disk->calls;
    int64_t first = disk->fault.first;
    if (first > 0 && (call == first || (call > first && disk->fault.for_ever))) {
      code = disk->fault.code;
    }
  }
  pthread_mutex_unlock(&disk->mutex);
  return code;
}

enum event { wrote, truncated, deleted, synced, synced_folder };

/// Records what happens to a file. The power may fail right afterwards, or in the middle of a sync.
static void record(shortlist_disk *disk, image *image, enum event event, const void *bytes,
                   int64_t length, int64_t offset) {
  pthread_mutex_lock(&disk->mutex);
  if (!disk->is_off) {
    int is_done = !disk->lies && disk->until_cut != 1;
    switch (event) {
      case wrote: image_write(image, bytes, length, offset); break;
      case truncated: image_truncate(image, offset); break;
      case deleted: image_delete(image); break;
      case synced: if (is_done) image_sync(image); break;
      case synced_folder: if (is_done) image_sync_folder(disk->images); break;
    }
    if (disk->until_cut > 0 && --disk->until_cut == 0) {
      image_cut(disk->images, disk->mode, disk->seed);
      disk->is_off = 1;
    }
  }
  pthread_mutex_unlock(&disk->mutex);
}

#define FILE_AND_CALL(kind)                       \
  disk_file *file = (disk_file *)opaque;          \
  int code = count_call(file->disk, (kind));      \
  if (code != SQLITE_OK) return code;             \
  const sqlite3_io_methods *methods = file->real->pMethods

static int close_file(sqlite3_file *opaque) {
  disk_file *file = (disk_file *)opaque;
  return file->real->pMethods->xClose(file->real);
}

static int read_file(sqlite3_file *opaque, void *bytes, int length, sqlite3_int64 offset) {
  FILE_AND_CALL(SHORTLIST_CALL_READ);
  return methods->xRead(file->real, bytes, length, offset);
}

static int write_file(sqlite3_file *opaque, const void *bytes, int length, sqlite3_int64 offset) {
  disk_file *file = (disk_file *)opaque;
  const sqlite3_io_methods *methods = file->real->pMethods;
  int code = count_call(file->disk, SHORTLIST_CALL_WRITE);
  if (code != SQLITE_OK) {
    if (!file->disk->fault.writes_half) return code;
    length /= 2;
  }
  int written = methods->xWrite(file->real, bytes, length, offset);
  if (file->image) record(file->disk, file->image, wrote, bytes, length, offset);
  return code != SQLITE_OK ? code : written;
}

static int truncate_file(sqlite3_file *opaque, sqlite3_int64 size) {
  FILE_AND_CALL(SHORTLIST_CALL_TRUNCATE);
  if (file->image) record(file->disk, file->image, truncated, 0, 0, size);
  return methods->xTruncate(file->real, size);
}

static int sync_file(sqlite3_file *opaque, int flags) {
  FILE_AND_CALL(SHORTLIST_CALL_SYNC);
  (void)methods;
  // The image decides what survives, so the real disk need not sync. As on Apple's platforms, other syncs
  // than full ones leave it to the disk what is written, and when.
  if (file->image && (flags & 0x0f) == SQLITE_SYNC_FULL) record(file->disk, file->image, synced, 0, 0, 0);
  if (file->syncs_folder) record(file->disk, 0, synced_folder, 0, 0, 0);
  file->syncs_folder = 0;
  return shortlist_disk_is_off(file->disk) ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int file_size(sqlite3_file *opaque, sqlite3_int64 *size) {
  FILE_AND_CALL(SHORTLIST_CALL_SIZE);
  return methods->xFileSize(file->real, size);
}

static int lock_file(sqlite3_file *opaque, int level) {
  FILE_AND_CALL(SHORTLIST_CALL_LOCK);
  return methods->xLock(file->real, level);
}

static int unlock_file(sqlite3_file *opaque, int level) {
  disk_file *file = (disk_file *)opaque;
  return file->real->pMethods->xUnlock(file->real, level);
}

static int check_reserved_lock(sqlite3_file *opaque, int *result) {
  FILE_AND_CALL(SHORTLIST_CALL_LOCK);
  return methods->xCheckReservedLock(file->real, result);
}

static int file_control(sqlite3_file *opaque, int operation, void *argument) {
  disk_file *file = (disk_file *)opaque;
  return file->real->pMethods->xFileControl(file->real, operation, argument);
}

static int sector_size(sqlite3_file *opaque) {
  disk_file *file = (disk_file *)opaque;
  return file->real->pMethods->xSectorSize(file->real);
}

static int device_characteristics(sqlite3_file *opaque) {
  disk_file *file = (disk_file *)opaque;
  return file->real->pMethods->xDeviceCharacteristics(file->real);
}

static int map_shared(sqlite3_file *opaque, int page, int size, int extend,
                      void volatile **memory) {
  FILE_AND_CALL(SHORTLIST_CALL_SHARED_MEMORY);
  return methods->xShmMap(file->real, page, size, extend, memory);
}

static int lock_shared(sqlite3_file *opaque, int offset, int count, int flags) {
  disk_file *file = (disk_file *)opaque;
  int code = flags & SQLITE_SHM_UNLOCK ? SQLITE_OK : count_call(file->disk, SHORTLIST_CALL_LOCK);
  return code ? code : file->real->pMethods->xShmLock(file->real, offset, count, flags);
}

static void barrier_shared(sqlite3_file *opaque) {
  disk_file *file = (disk_file *)opaque;
  file->real->pMethods->xShmBarrier(file->real);
}

static int unmap_shared(sqlite3_file *opaque, int deletes) {
  disk_file *file = (disk_file *)opaque;
  return file->real->pMethods->xShmUnmap(file->real, deletes);
}

static const sqlite3_io_methods file_methods = {
  .iVersion = 2,
  .xClose = close_file,
  .xRead = read_file,
  .xWrite = write_file,
  .xTruncate = truncate_file,
  .xSync = sync_file,
  .xFileSize = file_size,
  .xLock = lock_file,
  .xUnlock = unlock_file,
  .xCheckReservedLock = check_reserved_lock,
  .xFileControl = file_control,
  .xSectorSize = sector_size,
  .xDeviceCharacteristics = device_characteristics,
  .xShmMap = map_shared,
  .xShmLock = lock_shared,
  .xShmBarrier = barrier_shared,
  .xShmUnmap = unmap_shared,
};

static image *find_image(shortlist_disk *disk, const char *path) {
  pthread_mutex_lock(&disk->mutex);
  image *found = image_of(&disk->images, path);
  pthread_mutex_unlock(&disk->mutex);
  return found;
}

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *opaque, int flags,
                     int *flags_out) {
  shortlist_disk *disk = vfs->pAppData;
  disk_file *file = (disk_file *)opaque;
  file->base.pMethods = 0;
  int code = count_call(disk, SHORTLIST_CALL_OPEN);
  if (code != SQLITE_OK) return code;
  file->disk = disk;
  int survives = flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL);
  file->image = path && survives ? find_image(disk, path) : 0;
  file->syncs_folder = (flags & SQLITE_OPEN_CREATE) &&
                       (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL));
  code = disk->real->xOpen(disk->real, path, file->real, flags, flags_out);
  if (file->real->pMethods) file->base.pMethods = &file_methods;
  return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int syncs) {
  shortlist_disk *disk = vfs->pAppData;
  int code = count_call(disk, SHORTLIST_CALL_DELETE);
  if (code != SQLITE_OK) return code;
  image *file = find_image(disk, path);
  record(disk, file, deleted, 0, 0, 0);
  if (syncs) record(disk, 0, synced_folder, 0, 0, 0);
  return disk->real->xDelete(disk->real, path, 0);
}

shortlist_disk *shortlist_disk_create(const char *name) {
  shortlist_disk *disk = calloc(1, sizeof *disk);
  char *copy = strdup(name);
  if (!disk || !copy) return 0;
  disk->real = sqlite3_vfs_find(0);
  disk->vfs = *disk->real;
  disk->vfs.pNext = 0;
  disk->vfs.zName = copy;
  disk->vfs.pAppData = disk;
  disk->vfs.szOsFile = (int)sizeof(disk_file) + disk->real->szOsFile;
  disk->vfs.xOpen = open_file;
  disk->vfs.xDelete = delete_file;
  pthread_mutex_init(&disk->mutex, 0);
  return sqlite3_vfs_register(&disk->vfs, 0) == SQLITE_OK ? disk : 0;
}

void shortlist_disk_free(shortlist_disk *disk) {
  sqlite3_vfs_unregister(&disk->vfs);
  pthread_mutex_destroy(&disk->mutex);
  image_free_all(&disk->images);
  free((char *)disk->vfs.zName);
  free(disk);
}

void shortlist_disk_plan(shortlist_disk *disk, shortlist_fault fault) {
  pthread_mutex_lock(&disk->mutex);
  disk->fault = fault;
  disk->calls = 0;
  pthread_mutex_unlock(&disk->mutex);
}

int64_t shortlist_disk_calls(shortlist_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  int64_t calls = disk->calls;
  pthread_mutex_unlock(&disk->mutex);
  return calls;
}

void shortlist_disk_cut(shortlist_disk *disk, int64_t first, int32_t mode, uint64_t seed,
                        int32_t lies) {
  pthread_mutex_lock(&disk->mutex);
  disk->until_cut = first;
  disk->mode = mode;
  disk->seed = seed;
  disk->lies = lies;
  pthread_mutex_unlock(&disk->mutex);
}

int shortlist_disk_is_off(shortlist_disk *disk) {
  pthread_mutex_lock(&disk->mutex);
  int is_off = disk->is_off;
  pthread_mutex_unlock(&disk->mutex);
  return is_off;
}

int shortlist_disk_save(shortlist_disk *disk, const char *folder) {
  pthread_mutex_lock(&disk->mutex);
  int result = image_save(disk->images, folder);
  pthread_mutex_unlock(&disk->mutex);
  return result;
}
