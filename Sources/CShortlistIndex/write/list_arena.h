#pragma once

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

enum {
  /// The smallest block of an arena, and the largest; anything larger has an allocation of its own.
  shortlist_smallest_block = 32,
  shortlist_largest_block = 8192,
  shortlist_block_sizes = 9,
};

/// Memory for many lists of bytes that grow, and are freed together.
///
/// SQLite's allocator has one lock for the whole process, for which threads that build segments
/// would wait. So a list gets its memory in blocks of doubling sizes, cut from large pieces; the
/// block it has outgrown goes to another list.
typedef struct {
  /// The pieces, each of which begins with the address of the one before.
  void *_Nullable piece;
  unsigned char *_Nullable next;
  int64_t left;
  /// The unused blocks of each size, linked by their first bytes.
  void *_Nullable unused[shortlist_block_sizes];
} shortlist_list_arena;

/// Makes room for `needed` bytes in a list, of which `used` are in use. Returns `SQLITE_OK` or
/// `SQLITE_NOMEM`, and the list stays as it is.
int shortlist_list_arena_grow(shortlist_list_arena *arena, unsigned char *_Nullable *_Nonnull list,
                              int32_t *room, int32_t used, int32_t needed);

/// Frees a list if it has an allocation of its own; the arena keeps the others.
void shortlist_list_arena_free_list(unsigned char *_Nullable list, int32_t room);

/// Frees all lists that have no allocation of their own.
void shortlist_list_arena_free(shortlist_list_arena *arena);

#pragma clang assume_nonnull end
