#ifndef SHORTLIST_DOCLIST_H
#define SHORTLIST_DOCLIST_H

#include "pages.h"

#pragma clang assume_nonnull begin

/// The first docid of a page.
typedef struct {
  int64_t docid;
  int32_t number;
} shortlist_first;

/// What one segment holds of a term.
typedef struct {
  int64_t segment;
  int32_t number, last_number;
  /// Whether the bytes of the page are those of somebody else.
  bool is_borrowed;
  shortlist_page page;
  /// The next byte that was not read, and where the doclist ends on this page.
  int32_t offset, limit;
  /// What they were at first.
  int32_t first_offset, first_limit;
  int64_t docid;
  /// Whether the item is no longer there.
  bool is_deleted;
  /// Where the positions of the term in this item begin, and their size; they may go on on other pages.
  int32_t positions, positions_size;
  /// The first docid of some of the pages that follow the first, in order; read when first needed.
  bool may_have_doclist_index;
  int32_t first_number, first_count, first_capacity;
  /// How many of them stand up to the current page, and the docid of the next one: it may be worth
  /// a leap.
  int32_t passed;
  int64_t next_first;
  shortlist_first *doclist_index;
} shortlist_doclist;

/// Positions of terms in an item: the column in the upper 32 bits, then the place in it.
typedef struct {
  uint64_t *array;
  int32_t count, capacity;
} shortlist_positions;

/// Where a doclist begins.
typedef struct {
  int64_t segment;
  int32_t leaf, last_leaf;
  /// Whether the doclist of the last term of the leaf has an index.
  bool has_doclist_index;
  const shortlist_page *page;
  /// Whether the page stays as long as the doclist, which otherwise keeps a copy of its own.
  bool stays;
  /// Where its first docid stands, and where the leaf has no more of it.
  int32_t offset, limit;
} shortlist_doclist_start;

/// Opens a doclist, at its first docid.
int shortlist_doclist_open(shortlist_pages *pages, const shortlist_doclist_start *start,
                           shortlist_doclist *list);

/// Goes back to the first docid, if it stands on the page that was read last; else `false`.
bool shortlist_doclist_rewind(shortlist_doclist *list);

/// Goes on to the first docid that is not below `docid`.
int shortlist_doclist_seek(shortlist_pages *pages, shortlist_doclist *list, int64_t docid);

/// Gives the first docid of a page that follows, if all docids of that page are above `docid` and not above
/// `last`; else `docid`.
int shortlist_doclist_whole_page(shortlist_pages *pages, shortlist_doclist *list, int64_t docid,
                                 int64_t last, int64_t *first);

/// Goes on to the next docid, if all that the page tells of it is as it mostly is; else `false`, and the
/// list stays where it is.
static inline bool shortlist_doclist_step(shortlist_doclist *list) {
  int32_t offset = list->offset;
  if (offset >= list->limit) return false;
  uint64_t size = 0;
  uint64_t docid = (uint64_t)list->docid + shortlist_next_docid(list->page.bytes, &offset, &size);
  if (docid <= (uint64_t)list->docid || docid >= SHORTLIST_END_OF_DOCIDS || size == 0 ||
      offset > list->limit || size > (uint64_t)(list->limit - offset)) {
    return false;
  }
  list->docid = (int64_t)docid;
  list->is_deleted = false;
  list->positions = offset;
  list->positions_size = (int32_t)size;
  list->offset = offset + (int32_t)size;
  return true;
}

/// Takes the docids that follow, up to `room` of them, as long as all that the page tells of them is as
/// it mostly is, and goes on to the last one taken. Returns how many they are.
static inline int32_t shortlist_doclist_take(shortlist_doclist *list, int64_t *docids,
                                             int32_t room) {
  const unsigned char *bytes = list->page.bytes;
  uint64_t reached = (uint64_t)list->docid, size = 0;
  int32_t offset = list->offset, limit = list->limit, count = 0;
  while (count < room && offset < limit) {
    int32_t end = offset;
    uint64_t next_size = 0, next = reached + shortlist_next_docid(bytes, &end, &next_size);
    if (next <= reached || next >= SHORTLIST_END_OF_DOCIDS || next_size == 0 || end > limit ||
        next_size > (uint64_t)(limit - end)) {
      break;
    }
    docids[count++] = (int64_t)next;
    reached = next;
    size = next_size;
    offset = end + (int32_t)size;
  }
  if (count == 0) return 0;
  list->docid = (int64_t)reached;
  list->is_deleted = false;
  list->positions = offset - (int32_t)size;
  list->positions_size = (int32_t)size;
  list->offset = offset;
  return count;
}

/// Goes on to the first docid that is not below `docid`, if it stands on the page and all that the page
/// tells up to there is as it mostly is; else `false`, and the list stays where it is.
static inline bool shortlist_doclist_reach(shortlist_doclist *list, int64_t docid) {
  if (docid >= list->next_first) return false;
  const unsigned char *bytes = list->page.bytes;
  uint64_t reached = (uint64_t)list->docid;
  int32_t offset = list->offset, limit = list->limit;
  while (offset < limit) {
    uint64_t size = 0, next = reached + shortlist_next_docid(bytes, &offset, &size);
    if (next <= reached || next >= SHORTLIST_END_OF_DOCIDS || offset > limit ||
        size > (uint64_t)(limit - offset)) {
      return false;
    }
    if (next >= (uint64_t)docid) {
      list->docid = (int64_t)next;
      list->is_deleted = size == 0;
      list->positions = offset;
      list->positions_size = (int32_t)size;
      list->offset = offset + (int32_t)size;
      return true;
    }
    reached = next;
    offset += (int32_t)size;
  }
  return false;
}

/// Appends the positions of the current docid, in their order.
int shortlist_doclist_positions(shortlist_pages *pages, const shortlist_doclist *list,
                                shortlist_positions *positions);

/// Frees what the doclist holds.
void shortlist_doclist_close(shortlist_doclist *list);

#pragma clang assume_nonnull end

#endif
