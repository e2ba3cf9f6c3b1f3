#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "CShortlistIndex.h"
#include "page_cache.h"

#pragma clang assume_nonnull begin

// The format of FTS5's pages, documented at the top of fts5_index.c in SQLite's source:
// - The structure record lists the segments, newest first. A segment is a run of leaf pages that
//   hold its terms in order, each followed by its doclist.
// - A leaf begins with two offsets: of its first docid that belongs to a term of an earlier page (0
//   if it has no such docid), and of its footer. The footer lists the offsets of the leaf's terms.
// - A doclist is a first docid, then differences. Each docid is followed by twice the size of its
//   positions, plus 1 if it overrules older segments, and by the positions; without details, by up
//   to two zeros. The first docid on a page is whole.
// - A doclist of many pages has an index: the first docid of each page.

/// The docid of an iterator that has reached its end.
#define SHORTLIST_END_OF_DOCIDS INT64_MAX

enum {
  /// The two offsets at the beginning of a leaf.
  shortlist_header_bytes = 4,
  /// Our indexes hold no longer terms.
  shortlist_longest_term = 600,
  /// The number of low bits in the id of a segment's page that are not those of the segment.
  shortlist_page_bits = 37,
  /// The row of the structure record, and the most segments it may list.
  shortlist_structure_record_id = 10,
  shortlist_most_segments = 2000,
  /// The highest leaf number in a segment; more would be 4 TB.
  shortlist_last_leaf = 1 << 30,
  /// The most bytes that a term's positions in an item take. Each text has at most 65,536 words,
  /// and a position takes 5 bytes.
  shortlist_most_position_bytes = 1 << 24,
};

/// More than the items of any index, and than the words in all of them.
static const uint64_t shortlist_most_total = (uint64_t)1 << 62;

/// The tables of one FTS5 index.
typedef struct {
  /// Returns the row of the data table with an id.
  sqlite3_stmt *page;
  /// `leaf` returns the number of the last leaf of a segment that begins with a term at or below the
  /// given one, `next_leaf` that of the first one that begins above it. `leaves` returns the
  /// first terms of all leaves of a segment, in order.
  sqlite3_stmt *leaf, *next_leaf, *leaves;
  /// The budget for reading, and the number of pages read.
  shortlist_budget *_Nullable budget;
  uint32_t loads;
  /// The memory of the cached leaves of small segments, in bytes, and its maximum.
  int64_t cached_bytes, most_cached_bytes;
  /// A cache of the pages of segments, or NULL.
  shortlist_page_cache *_Nullable cache;
} shortlist_pages;

/// A page in memory.
typedef struct {
  /// Followed by padding.
  unsigned char *bytes;
  int32_t capacity;
  /// The start and the end of the footer.
  int32_t size, end;
  /// Owns the bytes if they are shared with a cache: then nobody may change them, and there is no capacity.
  shortlist_shared_page *_Nullable shared;
} shortlist_page;

/// Makes room for `count` bytes and the padding after them, in a page that is not shared.
static inline int shortlist_reserve_page(shortlist_page *page, int32_t count) {
  return shortlist_reserve_padded((void **)&page->bytes, &page->capacity, count, 1,
                                  shortlist_padding);
}

/// Frees the bytes of a page, or leaves them to those who share them.
void shortlist_page_free(shortlist_page *page);

/// Loads a row of the data table. Returns SQLITE_NOTFOUND when it does not exist.
int shortlist_load_page(shortlist_pages *pages, int64_t id, shortlist_page *page);

/// Whether reading must stop.
bool shortlist_is_over(shortlist_pages *pages);

/// Finds the start of a leaf's footer.
int shortlist_find_footer(shortlist_page *page);

/// Loads a leaf of a segment.
int shortlist_load_leaf(shortlist_pages *pages, int64_t segment, int32_t leaf,
                        shortlist_page *page);

/// Finds the part of the last leaf's last doclist that continues on this leaf; both ends are the
/// same if that has none of its docids.
int shortlist_find_continued(const shortlist_page *page, int32_t *start, int32_t *end);

/// Stores a row of the data table, with a statement that takes its id and its bytes.
int shortlist_store_page(sqlite3_stmt *statement, int64_t id, const unsigned char *bytes,
                         int32_t count);

/// The slow path of `shortlist_number`, for longer numbers.
uint64_t shortlist_long_number(const unsigned char *bytes, int32_t *offset);

/// Reads a number of up to 9 bytes at `*offset`, and moves `*offset` past it.
static inline uint64_t shortlist_number(const unsigned char *bytes, int32_t *offset) {
  const unsigned char *next = bytes + *offset;
  if (next[0] < 0x80) {
    *offset += 1;
    return next[0];
  }
  if (next[1] < 0x80) {
    *offset += 2;
    return (uint64_t)(next[0] & 0x7f) << 7 | next[1];
  }
  if (next[2] < 0x80) {
    *offset += 3;
    return (uint64_t)(next[0] & 0x7f) << 14 | (uint64_t)(next[1] & 0x7f) << 7 | next[2];
  }
  if (next[3] < 0x80) {
    *offset += 4;
    return (uint64_t)(next[0] & 0x7f) << 21 | (uint64_t)(next[1] & 0x7f) << 14 |
           (uint64_t)(next[2] & 0x7f) << 7 | next[3];
  }
  int32_t end = *offset;  // so that the caller's can stay in a register
  uint64_t number = shortlist_long_number(bytes, &end);
  *offset = end;
  return number;
}

/// Reads two numbers like `shortlist_number`: the difference to the docid before, and twice the
/// size of the positions, whose lowest bit is dropped. The difference usually takes one byte, or
/// three for an item of another class, so one four-byte load covers it and the size.
__attribute__((always_inline)) static inline uint64_t
shortlist_next_docid(const unsigned char *bytes, int32_t *offset, uint64_t *size) {
  uint32_t four;
  memcpy(&four, bytes + *offset, sizeof four);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  four = __builtin_bswap32(four);
#endif
  if ((four & 0x8080) == 0) {
    *offset += 2;
    *size = four >> 9 & 0x3f;
    return four & 0x7f;
  }
  if ((four & 0x80808080) == 0x8080) {
    *offset += 4;
    *size = four >> 25;
    return (four & 0x7f) << 14 | (four >> 1 & 0x3f80) | (four >> 16 & 0x7f);
  }
  uint64_t difference = shortlist_number(bytes, offset);
  *size = shortlist_number(bytes, offset) >> 1;
  return difference;
}

/// The slow path of `shortlist_put_number`, for longer numbers.
int32_t shortlist_put_long_number(unsigned char *bytes, uint64_t number);

/// Writes a number as 1 to 9 bytes; returns their number.
static inline int32_t shortlist_put_number(unsigned char *bytes, uint64_t number) {
  if (number < 1 << 7) {
    bytes[0] = (unsigned char)number;
    return 1;
  }
  if (number < 1 << 14) {
    bytes[0] = (unsigned char)(0x80 | number >> 7);
    bytes[1] = number & 0x7f;
    return 2;
  }
  if (number < 1 << 21) {
    bytes[0] = (unsigned char)(0x80 | number >> 14);
    bytes[1] = 0x80 | (number >> 7 & 0x7f);
    bytes[2] = number & 0x7f;
    return 3;
  }
  return shortlist_put_long_number(bytes, number);
}

static inline int32_t shortlist_two_bytes(const unsigned char *bytes) {
  return bytes[0] << 8 | bytes[1];
}

#pragma clang assume_nonnull end
