#include <stddef.h>
#include <string.h>

#include "postings.h"
#include "shortlist_ranking.h"

enum {
  averages_id = 1,
  /// The number of rows of lengths to step over before searching instead.
  steps_at_most = 8,
  /// The number of items scored between two looks at the clock.
  rows_between_looks = 256,
};

/// Records the phrases that the item matches.
static void note(const shortlist_iterator *part, int64_t docid, const shortlist_iterator **phrases) {
  if (part->head != docid || part->kind == SHORTLIST_POSTINGS_ANY_TERM) return;
  if (part->phrase >= 0) {
    phrases[part->phrase] = part;
    return;
  }
  for (int32_t i = 0; i < part->count; i++) note(&part->parts[i], docid, phrases);
}

static int count(void *context, int phrase, int *room, int counts[shortlist_most_columns],
                 int words[shortlist_most_columns]) {
  shortlist_postings *postings = context;
  if (postings->phrases[phrase] == NULL) return SQLITE_OK;
  int rc = shortlist_find_positions(postings, postings->phrases[phrase]);
  const shortlist_positions *found = &postings->found;
  for (int32_t i = 0; rc == SQLITE_OK && i < found->count && *room > 0; i++) {
    uint64_t column = found->array[i] >> 32;
    if (column >= shortlist_most_columns) break;
    if (i == 0 || found->array[i] != found->array[i - 1]) counts[column]++;
    uint32_t offset = (uint32_t)found->array[i];
    if (offset < INT32_MAX && (int)offset >= words[column]) words[column] = (int)offset + 1;
    --*room;
  }
  return rc;
}

static int mean(void *context, int column, double *result) {
  const shortlist_postings *postings = context;
  shortlist_page page = {0};
  int rc = shortlist_load_page(&postings->index->pages, averages_id, &page);
  if (rc == SQLITE_NOTFOUND) rc = SQLITE_CORRUPT;
  if (rc == SQLITE_OK) {
    // The record has the number of items, then the sum of the lengths of each column.
    int32_t offset = 0;
    uint64_t items = shortlist_number(page.bytes, &offset), total = 0;
    for (int i = 0; i <= column; i++) {
      total = offset < page.end ? shortlist_number(page.bytes, &offset) : 0;
    }
    *result = items > 0 && total > 0 ? (double)total / (double)items : 1;
  }
  shortlist_page_free(&page);
  return rc;
}

/// Moves to the row of an item. It is usually near the one before, and steps are cheaper than a
/// search.
static int find_lengths(shortlist_postings *postings, int64_t docid) {
  sqlite3_stmt *lengths = postings->lengths;
  int64_t *reached = &postings->index->lengths_docid;
  if (*reached == docid) return SQLITE_OK;
  int rc = SQLITE_OK;
  if (*reached < docid && *reached != SHORTLIST_NO_LENGTHS) {
    for (int i = 0; i < steps_at_most && *reached < docid; i++) {
      rc = sqlite3_step(lengths);
      if (rc != SQLITE_ROW) return rc == SQLITE_DONE ? SQLITE_CORRUPT : rc;
      *reached = sqlite3_column_int64(lengths, 0);
    }
    if (*reached == docid) return SQLITE_OK;
  }
  sqlite3_reset(lengths);
  *reached = SHORTLIST_NO_LENGTHS;
  sqlite3_bind_int64(lengths, 1, docid);
  rc = sqlite3_step(lengths);
  if (rc != SQLITE_ROW) return rc == SQLITE_DONE ? SQLITE_CORRUPT : rc;
  *reached = sqlite3_column_int64(lengths, 0);
  return *reached == docid ? SQLITE_OK : SQLITE_CORRUPT;
}

static int length(void *context, int column, int *result) {
  shortlist_postings *postings = context;
  int64_t docid = postings->root.head;
  shortlist_length_cache *cache = &postings->index->lengths;
  if (postings->lengths == NULL) return SQLITE_MISUSE;
  if (shortlist_length_cache_find(cache, docid, column, result)) return SQLITE_OK;
  int rc = find_lengths(postings, docid);
  if (rc != SQLITE_OK) {
    shortlist_end_lengths(postings);
    return rc;
  }
  const void *blob = sqlite3_column_blob(postings->lengths, 1);
  int32_t size = sqlite3_column_bytes(postings->lengths, 1);
  unsigned char bytes[9 * shortlist_most_columns + shortlist_padding] = {0};
  if (blob == NULL || size > 9 * shortlist_most_columns) return SQLITE_CORRUPT;
  memcpy(bytes, blob, (size_t)size);
  int32_t offset = 0;
  for (int i = 0; i < column && offset < size; i++) shortlist_number(bytes, &offset);
  if (offset >= size) return SQLITE_CORRUPT;
  uint64_t words = shortlist_number(bytes, &offset);
  *result = words > INT32_MAX ? INT32_MAX : (int)words;
  shortlist_length_cache_keep(cache, docid, column, *result);
  return SQLITE_OK;
}

void shortlist_end_lengths(shortlist_postings *postings) {
  if (postings->lengths == NULL) return;
  sqlite3_reset(postings->lengths);
  postings->lengths = NULL;
  postings->index->lengths_docid = SHORTLIST_NO_LENGTHS;
}

/// Returns an upper bound of a node's places in the normalised column; -1 if it may have some in
/// other columns. Looks at the first places only.
static int32_t most_places(const shortlist_iterator *part, int32_t index, int64_t docid, int column) {
  int32_t most = 0;
  switch (part->kind) {
  case SHORTLIST_POSTINGS_TERM: {
    if (part->count == 0 || part->lists[part->lead].docid != docid) return -1;
    const shortlist_doclist *list = &part->lists[part->lead];
    const unsigned char *places = list->page.bytes + list->positions;
    // A 1, the column, and at least a byte for each place. It is our last column.
    if (list->positions + 2 > list->page.size || places[0] != 1 || places[1] != column) return -1;
    return list->positions_size - 2;
  }
  case SHORTLIST_POSTINGS_PHRASE:
    for (int32_t i = 0; i < part->count; i++) {
      int32_t places = most_places(&part->parts[i], 0, docid, column);
      if (places < 0) return -1;
      if (i == 0 || places < most) most = places;
    }
    return most;
  case SHORTLIST_POSTINGS_ANY:
    if (index >= part->count || part->parts[index].head != docid) return 0;
    most = most_places(&part->parts[index], 0, docid, column);
    for (int32_t i = 2 * index + 1; most >= 0 && i <= 2 * index + 2; i++) {
      int32_t places = most_places(part, i, docid, column);
      most = places < 0 || places > INT32_MAX - most ? -1 : most + places;
    }
    return most;
  default: return -1;
  }
}

/// Makes room for each phrase, once.
static int begin_scoring(shortlist_postings *postings, const shortlist_ranking *ranking,
                         sqlite3_stmt *lengths) {
  sqlite3_uint64 phrases = (sqlite3_uint64)postings->phrase_count;
  postings->lengths = lengths;
  if (postings->phrase_count != shortlist_ranking_phrases(ranking)) return SQLITE_MISUSE;
  if (postings->phrases != NULL || phrases == 0) return SQLITE_OK;
  postings->phrases =
    sqlite3_malloc64(phrases * (sizeof *postings->phrases + sizeof *postings->most));
  if (postings->phrases == NULL) return SQLITE_NOMEM;
  postings->most = (int32_t *)(postings->phrases + phrases);
  return SQLITE_OK;
}

static int score_item(shortlist_postings *postings, shortlist_ranking *ranking, double *score) {
  int64_t docid = postings->root.head;
  for (int32_t i = 0; i < postings->phrase_count; i++) postings->phrases[i] = NULL;
  note(&postings->root, docid, postings->phrases);
  int column = shortlist_ranking_prunes(ranking, docid);
  if (column >= 0) {
    for (int32_t i = 0; i < postings->phrase_count; i++) {
      const shortlist_iterator *part = postings->phrases[i];
      postings->most[i] = part == NULL ? 0 : most_places(part, 0, docid, column);
    }
    if (!shortlist_ranking_may_reach(ranking, postings->most)) {
      *score = -1;
      return SQLITE_OK;
    }
  }
  shortlist_ranked_row row = {
    .docid = docid, .context = postings, .count = count, .mean = mean, .length = length};
  return shortlist_ranking_score(ranking, &row, score);
}

int shortlist_postings_score(shortlist_postings *postings, shortlist_ranking *ranking,
                             sqlite3_stmt *lengths, double *score) {
  *score = 0;
  if (postings->root.head == SHORTLIST_END_OF_DOCIDS) return SQLITE_OK;
  int rc = begin_scoring(postings, ranking, lengths);
  return rc == SQLITE_OK ? score_item(postings, ranking, score) : rc;
}

int shortlist_postings_next_scored(shortlist_postings *postings, shortlist_ranking *ranking,
                                   sqlite3_stmt *lengths, int64_t docid, int64_t last,
                                   int64_t *head, double *score, int64_t *rows) {
  int rc = begin_scoring(postings, ranking, lengths);
  while (rc == SQLITE_OK) {
    if (postings->root.head == docid - 1 && shortlist_postings_step(postings)) {
      *head = postings->root.head;
    } else {
      rc = shortlist_postings_seek(postings, docid, head);
    }
    if (rc != SQLITE_OK || *head > last) return rc;
    if (++*rows % rows_between_looks == 0 &&
        shortlist_budget_look(postings->index->pages.budget)) {
      return SQLITE_INTERRUPT;
    }
    rc = score_item(postings, ranking, score);
    if (rc == SQLITE_OK && *score > 0 && shortlist_ranking_matched_all(ranking)) return rc;
    docid = *head + 1;
  }
  return rc;
}
