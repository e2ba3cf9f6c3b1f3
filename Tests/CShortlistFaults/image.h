#ifndef SHORTLIST_IMAGE_H
#define SHORTLIST_IMAGE_H

#include <stdint.h>

/// The durable contents of one file on a disk, and the changes made to it since.
typedef struct image image;

/// Returns the image of the file at `path` in a list. A new one is added with the file's contents.
image *image_of(image **list, const char *path);
void image_free_all(image **list);

void image_write(image *file, const void *bytes, int64_t length, int64_t offset);
void image_truncate(image *file, int64_t size);
/// Empties a file instead of removing it; an empty log or journal is as good as none.
void image_delete(image *file);
/// Makes all changes to a file durable.
void image_sync(image *file);
/// Makes deletions in the folder durable.
void image_sync_folder(image *list);

/// Makes durable what a power failure leaves, and drops the rest.
void image_cut(image *list, int mode, uint64_t seed);
/// Writes all files into a folder. Returns 0, or -1 on failure.
int image_save(const image *list, const char *folder);

#endif
