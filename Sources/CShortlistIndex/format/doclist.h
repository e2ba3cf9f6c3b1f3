#pragma once

#include "pages.h"

#pragma clang assume_nonnull begin

/// The first docid of a page.
typedef struct {
  int64_t docid;
  int32_t number;
} shortlist_first;

/// The doclist of a term in one segment.
typedef struct {
  int64_t segment;
  int32_t number, last_number;
  /// Whether someone else owns the bytes of the page.
  bool is_borrowed;
  shortlist_page page;
  /// The next byte to read, and the end of the doclist on this page.
  int32_t offset, limit;
  /// Their values on the first page.
  int32_t first_offset, first_limit;
  int64_t docid;
  /// Whether the item was deleted.
  bool is_deleted;
  /// The start and size of the term's positions in this item; they may continue on other pages.
  int32_t positions, positions_size;
  /// The doclist index: the first docids of some of the pages after the first, in order; read on
  /// demand.
  bool may_have_doclist_index;
  int32_t first_number, first_count, first_capacity;
  /// The number of its entries up to the current page, and the docid of the next entry, from which
  /// on skipping pages may pay off.
  int32_t passed;
  int64_t next_first;
  shortlist_first *doclist_index;
} shortlist_doclist;

/// Positions of terms in an item: the column in the upper 32 bits, the place in it in the lower
/// ones.
typedef struct {
  uint64_t *array;
  int32_t count, capacity;
} shortlist_positions;

/// The start of a doclist.
typedef struct {
  int64_t segment;
  int32_t leaf, last_leaf;
  /// Whether the doclist of the last term of the leaf has an index.
  bool has_doclist_index;
  const shortlist_page *page;
  /// Whether the page outlives the doclist, which otherwise makes a copy.
  bool stays;
  /// The place of its first docid, and the end of its part on this leaf.
  int32_t offset, limit;
} shortlist_doclist_start;

/// Opens a doclist at its first docid.
int shortlist_doclist_open(shortlist_pages *pages, const shortlist_doclist_start *start,
                           shortlist_doclist *list);

/// Moves back to the first docid if its page was read last; otherwise returns `false`.
bool shortlist_doclist_rewind(shortlist_doclist *list);

/// Moves to the first docid that is not below `docid`.
int shortlist_doclist_seek(shortlist_pages *pages, shortlist_doclist *list, int64_t docid);

/// Sets `*first` to the first docid of a later page whose docids are all above `docid` and not
/// above `last`; to `docid` if no page has.
int shortlist_doclist_whole_page(shortlist_pages *pages, shortlist_doclist *list, int64_t docid,
                                 int64_t last, int64_t *first);

/// Moves to the next docid in the usual case: it is on this page, valid and not deleted. Otherwise
/// returns `false` and leaves the list in place.
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

/// Takes up to `room` docids that follow, as long as they are on this page, valid and not deleted,
/// and moves to the last one taken. Returns their number.
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

/// Moves to the first docid that is not below `docid` in the usual case: it is on this page, and
/// the page is valid up to there. Otherwise returns `false` and leaves the list in place.
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

/// Appends the positions of the current docid, in order.
int shortlist_doclist_positions(shortlist_pages *pages, const shortlist_doclist *list,
                                shortlist_positions *positions);

/// Frees the memory of the doclist.
void shortlist_doclist_close(shortlist_doclist *list);

#pragma clang assume_nonnull end
