#ifndef SHORTLIST_PAGES_H
#define SHORTLIST_PAGES_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "CShortlistIndex.h"

#pragma clang assume_nonnull begin

// The format of FTS5's pages, as SQLite's source documents it at the top of fts5_index.c:
//
// - A structure record lists the segments, newest first. A segment is a run of leaf pages that hold
//   its terms in order, each followed by its doclist.
// - A leaf begins with the offset of its first docid that belongs to a term of an earlier page (0 if
//   there is none) and the offset of its footer. The footer lists where the leaf's terms begin.
// - A doclist is a first docid and then differences. Each docid is followed by the size of its
//   positions, twice, plus 1 where older segments are overruled, and by the positions; without
//   details, by up to two zeros. The first docid on a page is whole.
// - A doclist of many pages has an index: the first docid of each page.

/// The docid of what has come to its end.
#define SHORTLIST_END_OF_DOCIDS INT64_MAX

enum {
  /// Bytes behind a page that can be read without harm.
  shortlist_padding = 24,
  /// Longer terms are in no index of ours.
  shortlist_longest_term = 600,
  /// The row that lists the segments, and how many there are at most.
  shortlist_structure_record_id = 10,
  shortlist_most_segments = 2000,
  /// The last leaf that a segment can have: more would be 4 TB.
  shortlist_last_leaf = 1 << 30,
  /// What the positions of a term in an item take at most. Texts have 65,536 words each, and a position
  /// takes 5 bytes.
  shortlist_most_position_bytes = 1 << 24,
  /// The most columns of an index.
  shortlist_most_columns = 4,
};

/// More items, or words in all items together, than any index has.
static const uint64_t shortlist_most_total = (uint64_t)1 << 62;

/// The tables of one FTS5 index.
typedef struct {
  /// Gives the row of an id of the index's data.
  sqlite3_stmt *page;
  /// Gives the last leaf of a segment that begins with a term of at most the given one, and the first
  /// that begins with a greater one, each with what stands on it; and the first terms of all leaves of a
  /// segment, in order.
  sqlite3_stmt *leaf, *next_leaf, *leaves;
  /// What reading pages must end with, and how many were read.
  shortlist_budget *_Nullable budget;
  uint32_t loads;
  /// What kept leaves take.
  int64_t kept_bytes;
} shortlist_pages;

/// A page in memory.
typedef struct {
  unsigned char *bytes;
  int32_t capacity;
  /// Where the footer begins, and where it ends.
  int32_t size, end;
} shortlist_page;

/// Copies a row of the index's data. SQLITE_NOTFOUND when it is not there.
int shortlist_load_page(shortlist_pages *pages, int64_t id, shortlist_page *page);

/// Copies a page from a column of the current row.
int shortlist_copy_page(sqlite3_stmt *statement, int column, shortlist_page *page);

/// Whether what is read must end.
bool shortlist_is_over(shortlist_pages *pages);

/// Finds where the footer of a leaf begins.
int shortlist_find_footer(shortlist_page *page);

/// Copies a leaf of a segment.
int shortlist_load_leaf(shortlist_pages *pages, int64_t segment, int32_t leaf,
                        shortlist_page *page);

/// Stores a row of the index's data with a statement that takes its id and its bytes.
int shortlist_store_page(sqlite3_stmt *statement, int64_t id, const unsigned char *bytes,
                         int32_t count);

/// What `shortlist_number` does for those that are longer.
uint64_t shortlist_long_number(const unsigned char *bytes, int32_t *offset);

/// Reads a number of up to 9 bytes at `*offset`, and moves that on.
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

/// Reads two numbers as `shortlist_number` does: how far a docid is from the one before, and twice the
/// size of its positions, of which the lower bit is dropped. A docid is mostly near the one before, or
/// two bytes farther away, in another class; with its size that is one look at four bytes.
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

/// Writes a number as 1 to 9 bytes; returns how many.
int32_t shortlist_put_number(unsigned char *bytes, uint64_t number);

static inline int32_t shortlist_two_bytes(const unsigned char *bytes) {
  return bytes[0] << 8 | bytes[1];
}

#pragma clang assume_nonnull end

#endif
