#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "shortlist_array.h"
#include "shortlist_segments.h"

#pragma clang assume_nonnull begin

enum {
  /// Padding after a page, so that decoding may read past its end.
  shortlist_padding = 24,
};

/// The bytes of a page, and how many own them. One thread at a time may use the owners.
typedef struct {
  int32_t owners, count, capacity;
  unsigned char bytes[];
} shortlist_shared_page;

/// Gives up one owner.
void shortlist_shared_page_free(shortlist_shared_page *_Nullable page);

/// A cache of pages of segments, by their row in the data table, and of the leaves on which terms were
/// found. SQLite forgets all pages when anyone commits; these stay until their segment is changed.
typedef struct shortlist_page_cache shortlist_page_cache;

/// Creates a cache of at most `count` pages. Returns NULL when memory runs out.
shortlist_page_cache *_Nullable shortlist_page_cache_create(int32_t count);
void shortlist_page_cache_free(shortlist_page_cache *_Nullable cache);

/// Returns a page; NULL if it is not in the cache. The caller becomes another owner.
shortlist_shared_page *_Nullable shortlist_page_cache_find(shortlist_page_cache *cache, int64_t id);

/// Keeps a copy of a page, and returns it; NULL if it is too large or memory runs out. The caller becomes
/// another owner.
shortlist_shared_page *_Nullable shortlist_page_cache_keep(shortlist_page_cache *cache, int64_t id,
                                                           const unsigned char *bytes, int32_t count);

/// Sets `*leaf` to what was kept for a term; returns `false` if that is not in the cache. `is_next` is
/// part of the key.
bool shortlist_page_cache_find_leaf(const shortlist_page_cache *cache, int64_t segment,
                                    const unsigned char *term, int32_t length, bool is_next,
                                    int64_t *leaf);

/// Keeps on which leaf of a segment a term was found; does nothing for a long term.
void shortlist_page_cache_keep_leaf(shortlist_page_cache *cache, int64_t segment,
                                    const unsigned char *term, int32_t length, bool is_next,
                                    int64_t leaf);

/// Removes what belongs to some segments; with NULL, everything.
void shortlist_page_cache_remove(shortlist_page_cache *cache,
                                 const shortlist_segment_ids *_Nullable segments);

#pragma clang assume_nonnull end
