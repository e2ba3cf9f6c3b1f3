#include "pages.h"

#include <string.h>

/// A page. An id of 0 marks a free place.
typedef struct {
  int64_t id;
  shortlist_shared_page *_Nullable page;
} cached_page;

/// The places for pages with the same hash. The page kept last is the first.
enum { ways = 2 };

enum {
  /// A longer term is not kept.
  longest_found_term = 32,
  /// The number of leaves that are kept for terms, as a power of two.
  found_bits = 8,
};

/// The leaf on which a term was found. A segment of 0 marks a free place.
typedef struct {
  int64_t leaf;
  int32_t segment;
  int16_t length;
  bool is_next;
  unsigned char term[longest_found_term];
} found_leaf;

struct shortlist_page_cache {
  /// The number of hashes of pages, as a power of two.
  int bits;
  /// The segments that may have something in the cache.
  shortlist_segment_ids segments;
  found_leaf found[1 << found_bits];
  cached_page pages[];
};

/// A larger page is not kept; FTS5 makes pages of about 4 KB.
enum { largest_page = 8192 };

shortlist_page_cache *shortlist_page_cache_create(int32_t count) {
  int bits = 0;
  while (bits < 20 && (ways << (bits + 1)) <= count) bits++;
  sqlite3_uint64 size = (sqlite3_uint64)ways << bits;
  shortlist_page_cache *cache = sqlite3_malloc64(sizeof *cache + size * sizeof *cache->pages);
  if (cache == NULL) return NULL;
  memset(cache, 0, sizeof *cache + (size_t)size * sizeof *cache->pages);
  cache->bits = bits;
  return cache;
}

void shortlist_page_cache_free(shortlist_page_cache *cache) {
  if (cache == NULL) return;
  for (int32_t i = 0; i < ways << cache->bits; i++) shortlist_shared_page_free(cache->pages[i].page);
  sqlite3_free(cache);
}

/// 2^64 / φ. The high bits of a product with it are a hash.
static const uint64_t golden_ratio = 0x9e3779b97f4a7c15u;

// MARK: Pages

/// Returns the places for a page.
static cached_page *places(shortlist_page_cache *cache, int64_t id) {
  uint64_t hash = (uint64_t)id * golden_ratio;
  return &cache->pages[cache->bits == 0 ? 0 : ways * (hash >> (64 - cache->bits))];
}

void shortlist_shared_page_free(shortlist_shared_page *page) {
  if (page != NULL && --page->owners == 0) sqlite3_free(page);
}

/// Returns a copy with one owner, in the memory of a page that nobody else owns if there is enough. Gives
/// up that page in any case.
static shortlist_shared_page *copy(const unsigned char *bytes, int32_t count,
                                   shortlist_shared_page *old) {
  if (old == NULL || old->owners > 1 || old->capacity < count) {
    shortlist_shared_page_free(old);
    old = sqlite3_malloc64(sizeof *old + (sqlite3_uint64)count + shortlist_padding);
    if (old == NULL) return NULL;
    *old = (shortlist_shared_page){.owners = 1, .capacity = count};
  }
  old->count = count;
  memcpy(old->bytes, bytes, (size_t)count);
  memset(old->bytes + count, 0, shortlist_padding);
  return old;
}

shortlist_shared_page *shortlist_page_cache_find(shortlist_page_cache *cache, int64_t id) {
  cached_page *pages = places(cache, id);
  for (int i = 0; i < ways; i++) {
    if (pages[i].id != id) continue;
    pages[i].page->owners++;
    return pages[i].page;
  }
  return NULL;
}

shortlist_shared_page *shortlist_page_cache_keep(shortlist_page_cache *cache, int64_t id,
                                                 const unsigned char *bytes, int32_t count) {
  int64_t segment = id >> shortlist_page_bits;
  if (count > largest_page || segment >= shortlist_segment_id_limit) return NULL;
  cached_page *pages = places(cache, id);
  shortlist_shared_page *page = copy(bytes, count, pages[ways - 1].page);
  memmove(pages + 1, pages, (ways - 1) * sizeof *pages);
  pages[0] = (cached_page){page ? id : 0, page};
  if (page == NULL) return NULL;
  page->owners++;
  shortlist_add_segment(&cache->segments, segment);
  return page;
}

// MARK: Leaves of terms

/// Makes what is kept for a term, but for its leaf, and sets its place. Returns `false` if it cannot be
/// kept.
static bool make_found(int64_t segment, const unsigned char *term, int32_t length, bool is_next,
                       found_leaf *found, size_t *place) {
  if (length > longest_found_term || segment >= shortlist_segment_id_limit) return false;
  *found = (found_leaf){.segment = (int32_t)segment, .length = (int16_t)length, .is_next = is_next};
  if (length > 0) memcpy(found->term, term, (size_t)length);
  uint64_t hash = (uint64_t)segment << 32 | (uint64_t)length << 1 | is_next, word;
  for (int32_t i = 0; i < length; i += (int32_t)sizeof word) {
    memcpy(&word, found->term + i, sizeof word);
    hash = (hash ^ hash >> 32 ^ word) * golden_ratio;
  }
  *place = (hash * golden_ratio) >> (64 - found_bits);
  return true;
}

bool shortlist_page_cache_find_leaf(const shortlist_page_cache *cache, int64_t segment,
                                    const unsigned char *term, int32_t length, bool is_next,
                                    int64_t *leaf) {
  found_leaf wanted;
  size_t place;
  if (!make_found(segment, term, length, is_next, &wanted, &place)) return false;
  const found_leaf *found = &cache->found[place];
  *leaf = found->leaf;
  return found->segment == wanted.segment && found->length == wanted.length &&
         found->is_next == is_next && memcmp(found->term, wanted.term, sizeof wanted.term) == 0;
}

void shortlist_page_cache_keep_leaf(shortlist_page_cache *cache, int64_t segment,
                                    const unsigned char *term, int32_t length, bool is_next,
                                    int64_t leaf) {
  found_leaf found;
  size_t place;
  if (!make_found(segment, term, length, is_next, &found, &place)) return;
  found.leaf = leaf;
  cache->found[place] = found;
  shortlist_add_segment(&cache->segments, segment);
}

// MARK: Removing

void shortlist_page_cache_remove(shortlist_page_cache *cache,
                                 const shortlist_segment_ids *segments) {
  uint64_t removed = 0;
  for (size_t i = 0; i < sizeof segments->bits / sizeof *segments->bits; i++) {
    uint64_t bits = segments ? segments->bits[i] : ~0ull;
    removed |= cache->segments.bits[i] & bits;
    cache->segments.bits[i] &= ~bits;
  }
  if (removed == 0) return;
  for (int32_t i = 0; i < ways << cache->bits; i++) {
    cached_page *page = &cache->pages[i];
    if (segments == NULL || shortlist_has_segment(segments, page->id >> shortlist_page_bits)) page->id = 0;
  }
  for (int32_t i = 0; i < 1 << found_bits; i++) {
    found_leaf *found = &cache->found[i];
    if (segments == NULL || shortlist_has_segment(segments, found->segment)) found->segment = 0;
  }
}
