#include <stddef.h>
#include <string.h>

#include "postings.h"

enum {
  docids_at_a_time = 256,
  /// As many docids are read one after the other in the time that it takes to seek one.
  docids_of_seek = 16,
  /// The most terms whose pages are worth keeping.
  few_terms = 256,
  /// The first byte of words marked as the first, which is beyond all assigned characters.
  first_mark_byte = 0xf3,
};

/// The state of a read.
typedef struct {
  shortlist_index *index;
  /// One for each of the first segments, which are read.
  shortlist_term_cursor *cursors;
  int32_t segment_count;
  const shortlist_docid_list *among;
  /// Set to read new segments only: the items that no longer hold a term.
  shortlist_docid_list *removed;
  /// Set to read occurrences instead of docids.
  shortlist_places *places;
  shortlist_positions positions;
  /// The items that newer segments have decided for the current term: all of them when reading
  /// occurrences, otherwise those that no longer hold it.
  shortlist_docid_list settled;
} collection;

/// Removes the occurrences in settled items.
static void remove_places(shortlist_places *places, int32_t start, const int64_t *settled,
                          int32_t count) {
  int32_t kept = start;
  for (int32_t i = start, j = 0; i < places->count; i++) {
    int64_t docid = places->array[i].docid;
    j = shortlist_docids_find(settled, count, j, docid);
    if (j == count || settled[j] != docid) places->array[kept++] = places->array[i];
  }
  places->count = kept;
}

/// Moves to the first wanted docid that is not below `docid`; `*next` is where to search for it.
static int seek_wanted(collection *all, shortlist_doclist *list, int64_t docid, int32_t *next) {
  const shortlist_docid_list *among = all->among;
  while (true) {
    if (list->docid < docid && !shortlist_doclist_reach(list, docid)) {
      int rc = shortlist_doclist_seek(&all->index->pages, list, docid);
      if (rc != SQLITE_OK) return rc;
    }
    if (list->docid == SHORTLIST_END_OF_DOCIDS) return SQLITE_OK;
    *next = shortlist_docids_find(among->array, among->count, *next, list->docid);
    if (*next == among->count) {
      list->docid = SHORTLIST_END_OF_DOCIDS;
      return SQLITE_OK;
    }
    docid = among->array[*next];
    if (docid == list->docid) return SQLITE_OK;
  }
}

/// Appends the term's occurrences in the current item.
static int append_places(collection *all, const shortlist_doclist *list) {
  shortlist_places *places = all->places;
  all->positions.count = 0;
  int rc = shortlist_doclist_positions(&all->index->pages, list, &all->positions);
  if (rc != SQLITE_OK) return rc;
  rc = shortlist_reserve(&places->array, &places->capacity,
                         (int64_t)places->count + all->positions.count);
  if (rc != SQLITE_OK) return rc;
  for (int32_t i = 0; i < all->positions.count; i++) {
    places->array[places->count++] = (shortlist_place){list->docid, all->positions.array[i]};
  }
  return SQLITE_OK;
}

/// Appends the rest of the page.
static int take_page(shortlist_docid_list *found, shortlist_doclist *list) {
  int32_t taken = docids_at_a_time;
  while (taken == docids_at_a_time) {
    int rc = shortlist_docids_reserve(found, docids_at_a_time);
    if (rc != SQLITE_OK) return rc;
    taken = shortlist_doclist_take(list, found->array + found->count, docids_at_a_time);
    found->count += taken;
  }
  return SQLITE_OK;
}

/// Reads a term's doclist in a segment; `is_oldest` if no older segment that is read has the term.
static int read_list(collection *all, shortlist_docid_list *found, bool is_oldest,
                     shortlist_doclist *list) {
  int32_t settled = all->settled.count, next = 0;
  int32_t start = all->places != NULL ? all->places->count : found->count;
  int rc = all->among == NULL ? SQLITE_OK : seek_wanted(all, list, list->docid, &next);
  while (rc == SQLITE_OK && list->docid != SHORTLIST_END_OF_DOCIDS) {
    if (!is_oldest && (list->is_deleted || all->places != NULL)) {
      rc = shortlist_docids_append(&all->settled, list->docid);
    }
    if (rc == SQLITE_OK && !list->is_deleted) {
      rc = all->places != NULL ? append_places(all, list)
                               : shortlist_docids_append(found, list->docid);
    }
    if (rc != SQLITE_OK) break;
    if (all->among != NULL) {
      rc = seek_wanted(all, list, list->docid + 1, &next);
    } else {
      if (all->places == NULL) rc = take_page(found, list);
      if (rc == SQLITE_OK) rc = shortlist_doclist_seek(&all->index->pages, list, list->docid + 1);
    }
  }
  if (rc != SQLITE_OK) return rc;
  if (settled > 0 && all->places != NULL) {
    remove_places(all->places, start, all->settled.array, settled);
  } else if (settled > 0) {
    shortlist_docids_remove(found, start, &all->settled, settled);
  }
  return all->settled.count > settled ? shortlist_docids_sort(&all->settled) : SQLITE_OK;
}

/// Reads the doclist of a cursor's current term.
static int read_current(collection *all, shortlist_docid_list *found, bool is_oldest,
                        const shortlist_term_cursor *cursor) {
  shortlist_doclist list;
  int rc = shortlist_open_doclist(&all->index->pages, cursor, true, &list);
  if (rc != SQLITE_OK) return rc;
  rc = read_list(all, found, is_oldest, &list);
  shortlist_doclist_close(&list);
  return rc;
}

/// Notes the items that no longer hold the term just read.
static int note_removed(collection *all) {
  return all->removed == NULL ? SQLITE_OK
                              : shortlist_docids_add(all->removed, &all->settled, NULL);
}

static int read_term(collection *all, shortlist_docid_list *found,
                     const shortlist_query_node *term) {
  int32_t count = all->segment_count;
  all->settled.count = 0;
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK && i < count; i++) {
    shortlist_term_cursor *cursor = &all->cursors[i];
    if (cursor->is_over) continue;
    rc = shortlist_find_term(&all->index->pages, cursor, (const unsigned char *)term->bytes,
                             term->length);
    if (rc == SQLITE_OK) {
      rc = read_current(all, found, all->removed == NULL && i + 1 == count, cursor);
    } else if (rc == SQLITE_NOTFOUND) {
      rc = SQLITE_OK;
    }
  }
  return rc == SQLITE_OK ? note_removed(all) : rc;
}

/// Whether a term is the last word of titles with its mark: these items also hold the word without
/// it.
static bool is_last_word(const shortlist_term_cursor *term) {
  // The end mark of a first word stands beside that word with the mark of one.
  return term->length > 2 && term->text[1] < first_mark_byte &&
         term->text[term->length - 1] == (unsigned char)SHORTLIST_END[0];
}

/// Reads all terms with a prefix, except for the prefix itself if it is not wanted.
static int read_prefix(collection *all, shortlist_docid_list *found,
                       const shortlist_query_node *prefix) {
  shortlist_index *index = all->index;
  shortlist_term_cursor *cursors = all->cursors;
  int32_t passed_over = prefix->kind == SHORTLIST_POSTINGS_LONGER ? prefix->length : 0;
  while (true) {
    const shortlist_term_cursor *term;
    int rc = shortlist_next_prefixed(&index->pages, cursors, all->segment_count,
                                     (const unsigned char *)prefix->bytes, prefix->length, &term);
    if (rc != SQLITE_OK) return rc == SQLITE_NOTFOUND ? SQLITE_OK : rc;
    if (term->length == passed_over) continue;
    if (all->places == NULL && is_last_word(term)) continue;
    if (all->places == NULL && all->removed == NULL) {
      shortlist_query_node part = {
        .kind = SHORTLIST_POSTINGS_TERM, .length = term->length, .bytes = (const char *)term->text};
      const shortlist_docid_list *cached = shortlist_find_current(&index->cache, &part, all->among);
      if (cached != NULL) {
        rc = shortlist_docids_add(found, cached, all->among);
        if (rc != SQLITE_OK) return rc;
        continue;
      }
    }
    int32_t oldest = all->segment_count - 1;
    while (!cursors[oldest].is_current) oldest--;
    all->settled.count = 0;
    for (int32_t i = 0; rc == SQLITE_OK && i <= oldest; i++) {
      bool is_oldest = all->removed == NULL && i == oldest;
      if (cursors[i].is_current) rc = read_current(all, found, is_oldest, &cursors[i]);
    }
    if (rc == SQLITE_OK) rc = note_removed(all);
    if (rc != SQLITE_OK) return rc;
  }
}

/// Opens a cursor for each segment to read.
static int begin(collection *all, shortlist_index *index) {
  all->index = index;
  all->segment_count = index->segment_count;
  if (all->removed != NULL) {
    // The new ones come first; see `shortlist_index_follow`.
    int32_t count = 0;
    while (count < index->segment_count && index->segments[count].is_new) count++;
    all->segment_count = count;
  }
  return shortlist_open_cursors(index->segments, all->segment_count, &all->cursors);
}

static int end(collection *all, int rc) {
  shortlist_close_cursors(all->segment_count, all->cursors);
  sqlite3_free(all->positions.array);
  sqlite3_free(all->settled.array);
  return rc;
}

int shortlist_read_terms(shortlist_index *index, const shortlist_query_node *terms,
                         int32_t count, const shortlist_docid_list *among,
                         shortlist_docid_list *lists, bool has_one_list) {
  collection all = {.among = among};
  // Many terms would fill the cache with pages that are needed only once.
  shortlist_page_cache *cache = index->pages.cache;
  if (count > few_terms) index->pages.cache = NULL;
  int rc = begin(&all, index);
  for (int32_t i = 0; rc == SQLITE_OK && i < count; i++) {
    rc = read_term(&all, has_one_list ? lists : &lists[i], &terms[i]);
  }
  rc = end(&all, rc);
  index->pages.cache = cache;
  return rc;
}

int shortlist_mark_terms(shortlist_index *index, const shortlist_query_node *terms,
                         const uint64_t *sets, int32_t count, shortlist_docid_marks *marks) {
  collection all = {0};
  shortlist_docid_list found = {0};
  shortlist_page_cache *cache = index->pages.cache;
  if (count > few_terms) index->pages.cache = NULL;
  int rc = begin(&all, index);
  for (int32_t i = 0; rc == SQLITE_OK && i < count; i++) {
    // Only a long doclist has pages to pass over.
    all.among = terms[i].count / docids_of_seek > marks->docids->count ? marks->docids : NULL;
    found.count = 0;
    rc = read_term(&all, &found, &terms[i]);
    if (rc == SQLITE_OK) shortlist_docid_marks_add(marks, &found, sets[i]);
  }
  rc = end(&all, rc);
  sqlite3_free(found.array);
  index->pages.cache = cache;
  return rc;
}

int shortlist_read_prefix(shortlist_index *index, const shortlist_query_node *prefix,
                          const shortlist_docid_list *among, shortlist_docid_list *found) {
  collection all = {.among = among};
  int rc = begin(&all, index);
  return end(&all, rc == SQLITE_OK ? read_prefix(&all, found, prefix) : rc);
}

int shortlist_read_changes(shortlist_index *index, const shortlist_query_node *part,
                           shortlist_docid_list *added, shortlist_docid_list *removed) {
  collection all = {.removed = removed};
  int rc = begin(&all, index);
  if (rc != SQLITE_OK) return end(&all, rc);
  bool is_term = part->kind == SHORTLIST_POSTINGS_TERM;
  return end(&all, is_term ? read_term(&all, added, part) : read_prefix(&all, added, part));
}

int shortlist_read_places(shortlist_index *index, const shortlist_query_node *part,
                          const shortlist_docid_list *among, shortlist_places *places) {
  collection all = {.among = among, .places = places};
  int rc = begin(&all, index);
  if (rc != SQLITE_OK) return end(&all, rc);
  bool is_term = part->kind == SHORTLIST_POSTINGS_TERM;
  return end(&all, is_term ? read_term(&all, NULL, part) : read_prefix(&all, NULL, part));
}
