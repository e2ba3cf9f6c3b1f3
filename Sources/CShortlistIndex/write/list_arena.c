#include "list_arena.h"

#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

enum { piece_bytes = 1 << 18, piece_header = 16 };

/// Returns the number of a block's size.
static int size_number(int32_t bytes) {
  int number = 0;
  while (bytes > shortlist_smallest_block << number) number++;
  return number;
}

/// Returns a block of that size; NULL when memory runs out.
static unsigned char *take_block(shortlist_list_arena *arena, int number) {
  void *unused = arena->unused[number];
  if (unused != NULL) {
    memcpy(&arena->unused[number], unused, sizeof unused);
    return unused;
  }
  int64_t bytes = (int64_t)shortlist_smallest_block << number;
  if (arena->left < bytes) {
    unsigned char *piece = sqlite3_malloc64(piece_bytes);
    if (piece == NULL) return NULL;
    memcpy(piece, &arena->piece, sizeof arena->piece);
    arena->piece = piece;
    arena->next = piece + piece_header;
    arena->left = piece_bytes - piece_header;
  }
  unsigned char *block = arena->next;
  arena->next += bytes;
  arena->left -= bytes;
  return block;
}

int shortlist_list_arena_grow(shortlist_list_arena *arena, unsigned char **list, int32_t *room,
                              int32_t used, int32_t needed) {
  if (needed <= *room) return SQLITE_OK;
  bool is_own = *room > shortlist_largest_block;
  int64_t larger = *room == 0 ? shortlist_smallest_block : (int64_t)*room * 2;
  while (larger < needed) larger *= 2;
  if (larger > INT32_MAX) larger = needed;
  unsigned char *block;
  if (larger > shortlist_largest_block) {
    block = sqlite3_realloc64(is_own ? *list : NULL, (sqlite3_uint64)larger);
  } else {
    block = take_block(arena, size_number((int32_t)larger));
  }
  if (block == NULL) return SQLITE_NOMEM;
  if (!is_own && *list != NULL) {
    memcpy(block, *list, (size_t)used);
    int number = size_number(*room);
    memcpy(*list, &arena->unused[number], sizeof arena->unused[number]);
    arena->unused[number] = *list;
  }
  *list = block;
  *room = (int32_t)larger;
  return SQLITE_OK;
}

void shortlist_list_arena_free_list(unsigned char *list, int32_t room) {
  if (room > shortlist_largest_block) sqlite3_free(list);
}

void shortlist_list_arena_free(shortlist_list_arena *arena) {
  while (arena->piece != NULL) {
    void *piece = arena->piece;
    memcpy(&arena->piece, piece, sizeof arena->piece);
    sqlite3_free(piece);
  }
  *arena = (shortlist_list_arena){0};
}
