#ifndef SHORTLIST_IMAGE_H
#define SHORTLIST_IMAGE_H

#include <stdint.h>

/// What a disk holds of one file for good, and what was written to it since.
typedef struct image image;

/// The image of the file at `path` in a list, put there with what the file holds if it is new.
image *image_of(image **list, const char *path);
void image_free_all(image **list);

void image_write(image *file, const void *bytes, int64_t length, int64_t offset);
void image_truncate(image *file, int64_t size);
/// An empty log or journal is as good as none, so files are emptied and not removed.
void image_delete(image *file);
/// Keeps for good all that happened to a file.
void image_sync(image *file);
/// Keeps for good which files of the folder were deleted.
void image_sync_folder(image *list);

/// Keeps for good what a power loss leaves, and forgets the rest.
void image_cut(image *list, int mode, uint64_t seed);
/// Writes all files into a folder; 0 or -1.
int image_save(const image *list, const char *folder);

#endif
