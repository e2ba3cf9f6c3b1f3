#include <stddef.h>
#include <stdlib.h>

#include "postings.h"

enum { docids_at_a_time = 256 };

/// That an item no longer holds a term, as a newer segment says.
typedef struct {
  int32_t term;
  int64_t docid;
} deletion;

/// What was read so far.
typedef struct {
  shortlist_pages *pages;
  const shortlist_docid_list *among;
  shortlist_docid_list *lists;
  bool has_one_list;
  /// The length of a term that is not read.
  int32_t passed_over;
  /// In place of the lists, and what is read for it.
  shortlist_places *places;
  shortlist_positions positions;
  /// Those of newer segments come first, and are sorted.
  deletion *deletions;
  int32_t deletion_count, deletion_capacity, sorted_deletions;
} collection;

static int compare_deletions(const void *first, const void *second) {
  const deletion *a = first, *b = second;
  if (a->term != b->term) return a->term < b->term ? -1 : 1;
  return (a->docid > b->docid) - (a->docid < b->docid);
}

static int append_deletion(collection *all, int32_t term, int64_t docid) {
  if (all->deletion_count == all->deletion_capacity) {
    if (all->deletion_capacity > INT32_MAX / 4) return SQLITE_NOMEM;
    int32_t capacity = all->deletion_capacity * 2 + 256;
    deletion *longer =
      sqlite3_realloc64(all->deletions, (sqlite3_uint64)capacity * sizeof *longer);
    if (longer == NULL) return SQLITE_NOMEM;
    all->deletions = longer;
    all->deletion_capacity = capacity;
  }
  all->deletions[all->deletion_count++] = (deletion){.term = term, .docid = docid};
  return SQLITE_OK;
}

static bool is_deleted(const collection *all, int32_t term, int64_t docid) {
  deletion wanted = {.term = term, .docid = docid};
  return all->sorted_deletions > 0 &&
         bsearch(&wanted, all->deletions, (size_t)all->sorted_deletions, sizeof wanted,
                 compare_deletions) != NULL;
}

/// Goes on to the first docid that is wanted and not below `docid`; `*next` is where to look for it.
static int go_on(collection *all, shortlist_doclist *list, int64_t docid, int32_t *next) {
  const shortlist_docid_list *among = all->among;
  while (true) {
    if (list->docid < docid && !shortlist_doclist_reach(list, docid)) {
      int rc = shortlist_doclist_seek(all->pages, list, docid);
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

/// Appends where the term stands in the current item.
static int append_places(collection *all, const shortlist_doclist *list) {
  shortlist_places *places = all->places;
  all->positions.count = 0;
  int rc = shortlist_doclist_positions(all->pages, list, &all->positions);
  if (rc != SQLITE_OK) return rc;
  if (all->positions.count > places->capacity - places->count) {
    if (places->count > INT32_MAX / 4 || all->positions.count > INT32_MAX / 4) return SQLITE_NOMEM;
    int32_t capacity = 2 * places->count + all->positions.count + 64;
    shortlist_place *longer =
      sqlite3_realloc64(places->array, (sqlite3_uint64)capacity * sizeof *longer);
    if (longer == NULL) return SQLITE_NOMEM;
    places->array = longer;
    places->capacity = capacity;
  }
  for (int32_t i = 0; i < all->positions.count; i++) {
    places->array[places->count++] = (shortlist_place){list->docid, all->positions.array[i]};
  }
  return SQLITE_OK;
}

/// Appends what follows on the page, if no newer segment has a say in it.
static int take_page(collection *all, shortlist_docid_list *found, shortlist_doclist *list) {
  int32_t taken = docids_at_a_time;
  while (all->sorted_deletions == 0 && taken == docids_at_a_time) {
    int rc = shortlist_docids_reserve(found, docids_at_a_time);
    if (rc != SQLITE_OK) return rc;
    taken = shortlist_doclist_take(list, found->array + found->count, docids_at_a_time);
    found->count += taken;
  }
  return SQLITE_OK;
}

static int read_list(collection *all, int32_t term, shortlist_doclist *list) {
  shortlist_docid_list *found =
    all->has_one_list || all->places != NULL ? all->lists : &all->lists[term];
  int32_t next = 0;
  int rc = all->among == NULL ? SQLITE_OK : go_on(all, list, list->docid, &next);
  while (rc == SQLITE_OK && list->docid != SHORTLIST_END_OF_DOCIDS) {
    if (list->is_deleted) {
      rc = append_deletion(all, term, list->docid);
    } else if (all->places != NULL) {
      rc = append_places(all, list);
    } else if (!is_deleted(all, term, list->docid)) {
      rc = shortlist_docids_append(found, list->docid);
    }
    if (rc != SQLITE_OK) break;
    if (all->among != NULL) {
      rc = go_on(all, list, list->docid + 1, &next);
    } else {
      rc = take_page(all, found, list);
      if (rc == SQLITE_OK) rc = shortlist_doclist_seek(all->pages, list, list->docid + 1);
    }
  }
  return rc;
}

static int receive(void *context, int32_t index, shortlist_doclist *list) {
  int rc = read_list(context, index, list);
  if (rc == SQLITE_OK) shortlist_doclist_close(list);
  return rc;
}

static int receive_prefixed(void *context, const unsigned char *term, int32_t length,
                            shortlist_doclist *list) {
  (void)term;
  const collection *all = context;
  if (length != all->passed_over) return receive(context, 0, list);
  shortlist_doclist_close(list);
  return SQLITE_OK;
}

int shortlist_read_terms(shortlist_index *index, const shortlist_postings_part *terms,
                         int32_t count, const shortlist_docid_list *among,
                         shortlist_docid_list *lists, bool has_one_list) {
  collection all = {
    .pages = &index->pages, .among = among, .lists = lists, .has_one_list = has_one_list};
  int rc = SQLITE_OK;
  for (int32_t i = 0; rc == SQLITE_OK && i < index->segment_count; i++) {
    rc = shortlist_open_terms(&index->pages, &index->segments[i], terms, count, receive, &all);
    if (all.deletion_count > all.sorted_deletions) {
      qsort(all.deletions, (size_t)all.deletion_count, sizeof *all.deletions, compare_deletions);
      all.sorted_deletions = all.deletion_count;
    }
  }
  sqlite3_free(all.deletions);
  return rc;
}

int shortlist_read_prefix(shortlist_index *index, const shortlist_postings_part *prefix,
                          const shortlist_docid_list *among, shortlist_docid_list *found) {
  collection all = {
    .pages = &index->pages,
    .among = among,
    .lists = found,
    .has_one_list = true,
    .passed_over = prefix->kind == SHORTLIST_POSTINGS_LONGER ? prefix->length : 0,
  };
  int rc = shortlist_open_prefix(&index->pages, index->segments, (const unsigned char *)prefix->bytes,
                                 prefix->length, receive_prefixed, &all);
  sqlite3_free(all.deletions);
  return rc;
}

int shortlist_read_places(shortlist_index *index, const shortlist_postings_part *part,
                          const shortlist_docid_list *among, shortlist_places *places) {
  collection all = {.pages = &index->pages, .among = among, .places = places};
  int rc = part->kind == SHORTLIST_POSTINGS_TERM
             ? shortlist_open_terms(&index->pages, index->segments, part, 1, receive, &all)
             : shortlist_open_prefix(&index->pages, index->segments,
                                     (const unsigned char *)part->bytes, part->length,
                                     receive_prefixed, &all);
  sqlite3_free(all.positions.array);
  sqlite3_free(all.deletions);
  return rc;
}
