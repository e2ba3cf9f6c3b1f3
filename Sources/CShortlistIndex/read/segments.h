#ifndef SHORTLIST_SEGMENTS_H
#define SHORTLIST_SEGMENTS_H

#include "../format/doclist.h"
#include "leaf_cache.h"
#include "../format/structure_record.h"

#pragma clang assume_nonnull begin

/// A segment that is searched.
typedef struct {
  int64_t id;
  int32_t first, last;
  /// Of a small one that was asked for terms; NULL also where they cannot be kept.
  shortlist_leaf_cache *kept;
  bool may_be_cached;
} shortlist_searched_segment;

/// Nothing is kept of it yet.
shortlist_searched_segment shortlist_search_segment(const shortlist_segment *segment);

/// A place among the terms of a segment.
typedef struct {
  shortlist_searched_segment *segment;
  /// 0 before the first.
  int32_t leaf;
  /// Whether the doclist of the last term of the leaf has an index.
  bool has_doclist_index;
  /// Whether there is a term that was not passed over.
  bool is_read;
  /// Of those of several segments: whether it stands at the first of their terms, and whether it has no
  /// more.
  bool is_current, is_over;
  /// The leaf, which is one that is kept, or its own.
  const shortlist_page *page;
  shortlist_page own;
  /// Where the place of the next term stands, and the place of this one.
  int32_t footer;
  uint64_t start;
  /// Where the doclist of the term begins.
  int32_t offset;
  int32_t length;
  unsigned char text[shortlist_longest_term + sizeof(uint64_t)];
} shortlist_term_cursor;

/// Stands before the first term of a segment.
void shortlist_term_cursor_init(shortlist_term_cursor *cursor,
                                shortlist_searched_segment *segment);
void shortlist_term_cursor_close(shortlist_term_cursor *cursor);

/// Makes a cursor for each segment, to be closed in any case.
int shortlist_open_cursors(shortlist_searched_segment *segments, int32_t count,
                           shortlist_term_cursor *_Nullable *_Nonnull cursors);
void shortlist_close_cursors(int32_t count, shortlist_term_cursor *_Nullable cursors);

/// Goes to a term, which must not be below those that were looked for before. SQLITE_NOTFOUND when the
/// segment does not have it.
int shortlist_find_term(shortlist_pages *pages, shortlist_term_cursor *cursor,
                        const unsigned char *term, int32_t length);

/// Goes on to the next term of the leaf, and says how many of its bytes are those of the one before.
/// SQLITE_NOTFOUND when there is none.
int shortlist_next_term(shortlist_term_cursor *cursor, int32_t *common);

/// Finds where the leaf has no more of the doclist of the term.
int shortlist_find_limit(const shortlist_term_cursor *cursor, int32_t *limit);

/// Goes on to the next term that begins with a prefix and that any of some segments has; those that have
/// it are current. SQLITE_NOTFOUND when there is none.
int shortlist_next_prefixed(shortlist_pages *pages, shortlist_term_cursor *cursors, int32_t count,
                            const unsigned char *prefix, int32_t length,
                            const shortlist_term_cursor *_Nullable *_Nonnull term);

/// Opens the doclist of the term that the cursor stands at, at its first docid. When the cursor stays
/// there as long as the list is open, that needs no copy of the page; nor where the page is kept.
int shortlist_open_doclist(shortlist_pages *pages, const shortlist_term_cursor *cursor, bool stays,
                           shortlist_doclist *list);

#pragma clang assume_nonnull end

#endif
