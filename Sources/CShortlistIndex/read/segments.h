#pragma once

#include "../format/doclist.h"
#include "../format/structure_record.h"

#pragma clang assume_nonnull begin

/// The cached leaves of a small segment, with their first terms. A search looks up each of its
/// terms in each segment, so it needs these few leaves again and again.
typedef struct shortlist_leaf_cache shortlist_leaf_cache;

/// Reads the first terms of a segment's leaves. Sets NULL when they are not listed as FTS5 lists
/// them, so that each must be looked up in the database.
int shortlist_cache_leaves(shortlist_pages *pages, int64_t segment, int32_t first, int32_t last,
                          shortlist_leaf_cache *_Nullable *_Nonnull cache);
void shortlist_leaf_cache_free(shortlist_leaf_cache *_Nullable cache);

/// Finds the last leaf that begins with a term at or below the given one, or the first that begins
/// above it. Sets `*found` as in the segment's index; returns `false` if no leaf does.
bool shortlist_cached_leaf(const shortlist_leaf_cache *cache, const unsigned char *term,
                         int32_t length, bool is_next, int64_t *found);

/// Returns the memory of the cached leaves, in bytes.
int64_t shortlist_leaf_cache_size(const shortlist_leaf_cache *cache);

/// Returns the cached page of a leaf; its size is 0 until it is read, and then has to be counted.
shortlist_page *shortlist_cached_page(shortlist_leaf_cache *cache, int32_t leaf);

/// Counts the memory of a page that was just read.
void shortlist_leaf_cache_count(shortlist_leaf_cache *cache, const shortlist_page *page);

/// A segment to search.
typedef struct {
  int64_t id;
  int32_t first, last;
  /// The cached leaves of a small segment, once it is searched; NULL if they cannot be cached.
  shortlist_leaf_cache *cache;
  bool may_be_cached;
  /// Whether the segment was not there, or was another, before the index followed the last changes.
  bool is_new;
} shortlist_searched_segment;

/// A cursor over the terms of a segment.
typedef struct {
  shortlist_searched_segment *segment;
  /// 0 before the first.
  int32_t leaf;
  /// Whether the doclist of the last term of the leaf has an index.
  bool has_doclist_index;
  /// Whether a term has been read but not yet passed.
  bool is_read;
  /// When several segments are walked: whether the cursor is on the first of their terms, and
  /// whether it is at the end.
  bool is_current, is_over;
  /// The leaf, either cached or the cursor's own.
  const shortlist_page *page;
  shortlist_page own;
  /// The offset of the next term in the footer, and the start of the current term.
  int32_t footer;
  uint64_t start;
  /// The start of the term's doclist.
  int32_t offset;
  int32_t length;
  unsigned char text[shortlist_longest_term + sizeof(uint64_t)];
} shortlist_term_cursor;

/// Moves before the first term of a segment.
void shortlist_term_cursor_init(shortlist_term_cursor *cursor,
                                shortlist_searched_segment *segment);
void shortlist_term_cursor_close(shortlist_term_cursor *cursor);

/// Makes a cursor for each segment. Close them even on failure.
int shortlist_open_cursors(shortlist_searched_segment *segments, int32_t count,
                           shortlist_term_cursor *_Nullable *_Nonnull cursors);
void shortlist_close_cursors(int32_t count, shortlist_term_cursor *_Nullable cursors);

/// Moves to a term, which must not be below those found before. Returns SQLITE_NOTFOUND when the
/// segment does not have it.
int shortlist_find_term(shortlist_pages *pages, shortlist_term_cursor *cursor,
                        const unsigned char *term, int32_t length);

/// Moves to the next term of the leaf; sets the length of the prefix it shares with the one before.
/// Returns SQLITE_DONE at the end.
int shortlist_next_term(shortlist_term_cursor *cursor, int32_t *common);

/// Finds the end of the term's doclist on the leaf.
int shortlist_find_limit(const shortlist_term_cursor *cursor, int32_t *limit);

/// Moves to the next term with a prefix in any of some segments; the cursors on it are current.
/// Returns SQLITE_NOTFOUND at the end.
int shortlist_next_prefixed(shortlist_pages *pages, shortlist_term_cursor *cursors, int32_t count,
                            const unsigned char *prefix, int32_t length,
                            const shortlist_term_cursor *_Nullable *_Nonnull term);

/// Opens the doclist of the cursor's term at its first docid. Copies the page unless it is cached,
/// or `stays` promises that the cursor does not move while the list is open.
int shortlist_open_doclist(shortlist_pages *pages, const shortlist_term_cursor *cursor, bool stays,
                           shortlist_doclist *list);

#pragma clang assume_nonnull end
