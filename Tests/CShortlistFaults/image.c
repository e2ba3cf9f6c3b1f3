#include "image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CShortlistFaults.h"

/// A write; without bytes, a truncation to `offset` or a deletion.
typedef struct change {
  struct change *next;
  int64_t offset, length;
  unsigned char *bytes;
  int is_deletion;
} change;

struct image {
  image *next;
  char *path;
  unsigned char *bytes;
  int64_t size, capacity;
  change *first, **end;
};

enum { sector = 512 };

/// Tests always have enough memory.
static void *need(void *memory) {
  if (!memory) abort();
  return memory;
}

static void resize(image *file, int64_t size) {
  if (size > file->capacity) {
    file->capacity = size * 2;
    file->bytes = need(realloc(file->bytes, (size_t)file->capacity));
  }
  if (size > file->size) memset(file->bytes + file->size, 0, (size_t)(size - file->size));
  file->size = size;
}

static void put(image *file, const unsigned char *bytes, int64_t offset, int64_t length) {
  if (offset + length > file->size) resize(file, offset + length);
  memcpy(file->bytes + offset, bytes, (size_t)length);
}

image *image_of(image **list, const char *path) {
  for (image *file = *list; file; file = file->next) {
    if (strcmp(file->path, path) == 0) return file;
  }
  image *file = need(calloc(1, sizeof *file));
  file->path = need(strdup(path));
  file->end = &file->first;
  file->next = *list;
  *list = file;
  FILE *stream = fopen(path, "rb");
  if (!stream) return file;
  unsigned char block[4096];
  for (size_t n; (n = fread(block, 1, sizeof block, stream)) > 0;) {
    put(file, block, file->size, (int64_t)n);
  }
  fclose(stream);
  return file;
}

static change *note(image *file, const void *bytes, int64_t length, int64_t offset) {
  change *made = need(calloc(1, sizeof *made));
  made->offset = offset;
  made->length = length;
  if (bytes) made->bytes = memcpy(need(malloc((size_t)length)), bytes, (size_t)length);
  *file->end = made;
  file->end = &made->next;
  return made;
}

void image_write(image *file, const void *bytes, int64_t length, int64_t offset) {
  note(file, bytes, length, offset);
}

void image_truncate(image *file, int64_t size) { note(file, 0, 0, size); }

void image_delete(image *file) { note(file, 0, 0, 0)->is_deletion = 1; }

static void apply(image *file, const change *made) {
  if (made->bytes) {
    put(file, made->bytes, made->offset, made->length);
  } else {
    resize(file, made->offset);
  }
}

/// Removes the oldest change.
static void drop_first(image *file) {
  change *made = file->first;
  file->first = made->next;
  if (!file->first) file->end = &file->first;
  free(made->bytes);
  free(made);
}

static void forget(image *file) {
  while (file->first) drop_first(file);
}

void image_sync(image *file) {
  for (; file->first; drop_first(file)) apply(file, file->first);
}

static int has_deletion(const image *file) {
  for (const change *made = file->first; made; made = made->next) {
    if (made->is_deletion) return 1;
  }
  return 0;
}

void image_sync_folder(image *list) {
  for (image *file = list; file; file = file->next) {
    for (; has_deletion(file); drop_first(file)) apply(file, file->first);
  }
}

/// Returns the next random number, by xorshift64*.
static uint64_t next_random(uint64_t *state) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * 0x2545F4914F6CDD1D;
}

static void apply_sectors(image *file, const change *made, uint64_t *random) {
  int64_t end = made->offset + made->length;
  for (int64_t start = made->offset, stop; start < end; start = stop) {
    stop = (start / sector + 1) * sector;
    if (stop > end) stop = end;
    if (next_random(random) >> 63) {
      put(file, made->bytes + (start - made->offset), start, stop - start);
    }
  }
}

void image_cut(image *list, int mode, uint64_t seed) {
  uint64_t random = seed | 1;
  for (image *file = list; file; file = file->next) {
    int64_t count = 0;
    for (const change *made = file->first; made; made = made->next) count++;
    int64_t kept = count ? (int64_t)(next_random(&random) % (uint64_t)(count + 1)) : 0;
    int64_t index = 0;
    for (const change *made = file->first; made; made = made->next, index++) {
      int keeps = mode == SHORTLIST_LOSES_NOTHING ||
                  (mode == SHORTLIST_LOSES_THE_LAST && index < kept) ||
                  (mode >= SHORTLIST_LOSES_SOME && next_random(&random) >> 63);
      if (mode == SHORTLIST_LOSES_SECTORS && made->bytes) {
        apply_sectors(file, made, &random);
      } else if (keeps) {
        apply(file, made);
      }
    }
    forget(file);
  }
}

int image_save(const image *list, const char *folder) {
  for (const image *file = list; file; file = file->next) {
    char path[4096];
    const char *slash = strrchr(file->path, '/');
    snprintf(path, sizeof path, "%s/%s", folder, slash ? slash + 1 : file->path);
    FILE *stream = fopen(path, "wb");
    if (!stream) return -1;
    size_t written = file->size ? fwrite(file->bytes, 1, (size_t)file->size, stream) : 0;
    if (fclose(stream) != 0 || written != (size_t)file->size) return -1;
  }
  return 0;
}

void image_free_all(image **list) {
  for (image *file = *list, *next; file; file = next) {
    next = file->next;
    forget(file);
    free(file->bytes);
    free(file->path);
    free(file);
  }
  *list = 0;
}
