#include <stddef.h>
#include <string.h>

#include "postings.h"
#include "ranking.h"

enum {
  averages_id = 1,
  /// The most columns of a table of ours.
  columns_at_most = 8,
};

/// What the postings tell of the item that they stand at.
typedef struct {
  shortlist_postings *postings;
  sqlite3_stmt *lengths;
  /// Each phrase, or NULL where the item does not have it.
  const shortlist_node **phrases;
} ranked_item;

/// Notes which phrases the item has.
static void note(const shortlist_node *part, int64_t docid, const shortlist_node **phrases) {
  if (part->head != docid || part->kind == SHORTLIST_POSTINGS_ANY_TERM) return;
  if (part->phrase >= 0) {
    phrases[part->phrase] = part;
    return;
  }
  for (int32_t i = 0; i < part->count; i++) note(&part->parts[i], docid, phrases);
}

static int count(void *context, int phrase, int *room, int counts[shortlist_ranked_columns],
                 int words[shortlist_ranked_columns]) {
  const ranked_item *item = context;
  if (item->phrases[phrase] == NULL) return SQLITE_OK;
  int rc = shortlist_find_positions(item->postings, item->phrases[phrase]);
  const shortlist_positions *found = &item->postings->found;
  for (int32_t i = 0; rc == SQLITE_OK && i < found->count && *room > 0; i++) {
    uint64_t column = found->array[i] >> 32;
    if (column >= shortlist_ranked_columns) break;
    if (i == 0 || found->array[i] != found->array[i - 1]) counts[column]++;
    uint32_t offset = (uint32_t)found->array[i];
    if (offset < INT32_MAX && (int)offset >= words[column]) words[column] = (int)offset + 1;
    --*room;
  }
  return rc;
}

static int mean(void *context, int column, double *result) {
  const ranked_item *item = context;
  shortlist_page page = {0};
  int rc = shortlist_load_page(&item->postings->index->pages, averages_id, &page);
  if (rc == SQLITE_NOTFOUND) rc = SQLITE_CORRUPT;
  if (rc == SQLITE_OK) {
    // How many items there are, and then the sum of the lengths of each column.
    int32_t offset = 0;
    uint64_t items = shortlist_number(page.bytes, &offset), total = 0;
    for (int i = 0; i <= column; i++) {
      total = offset < page.end ? shortlist_number(page.bytes, &offset) : 0;
    }
    *result = items > 0 && total > 0 ? (double)total / (double)items : 1;
  }
  sqlite3_free(page.bytes);
  return rc;
}

static int length(void *context, int column, int *result) {
  const ranked_item *item = context;
  if (item->lengths == NULL) return SQLITE_MISUSE;
  sqlite3_bind_int64(item->lengths, 1, item->postings->root.head);
  int rc = sqlite3_step(item->lengths);
  if (rc == SQLITE_ROW) {
    const void *blob = sqlite3_column_blob(item->lengths, 0);
    int32_t size = sqlite3_column_bytes(item->lengths, 0);
    unsigned char bytes[9 * columns_at_most + shortlist_padding] = {0};
    rc = SQLITE_CORRUPT;
    if (blob != NULL && size <= 9 * columns_at_most) {
      memcpy(bytes, blob, (size_t)size);
      int32_t offset = 0;
      uint64_t words = 0;
      for (int i = 0; i < column && offset < size; i++) shortlist_number(bytes, &offset);
      if (offset < size) {
        words = shortlist_number(bytes, &offset);
        rc = SQLITE_OK;
      }
      *result = words > INT32_MAX ? INT32_MAX : (int)words;
    }
  } else if (rc == SQLITE_DONE) {
    rc = SQLITE_CORRUPT;
  }
  int reset = sqlite3_reset(item->lengths);
  return rc == SQLITE_OK ? reset : rc;
}

int shortlist_postings_score(shortlist_postings *postings, shortlist_ranking *ranking,
                             sqlite3_stmt *lengths, double *score) {
  *score = 0;
  int32_t phrases = postings->phrase_count;
  if (phrases != shortlist_ranking_phrases(ranking)) return SQLITE_MISUSE;
  if (postings->root.head == SHORTLIST_END_OF_DOCIDS) return SQLITE_OK;
  const shortlist_node *few[64] = {NULL};
  ranked_item item = {.postings = postings, .lengths = lengths, .phrases = few};
  if (phrases > 64) {
    sqlite3_uint64 size = (sqlite3_uint64)phrases * sizeof *item.phrases;
    item.phrases = sqlite3_malloc64(size);
    if (item.phrases == NULL) return SQLITE_NOMEM;
    memset(item.phrases, 0, size);
  }
  note(&postings->root, postings->root.head, item.phrases);
  shortlist_ranked_row row = {
    .docid = postings->root.head,
    .context = &item,
    .count = count,
    .mean = mean,
    .length = length,
  };
  int rc = shortlist_ranking_score(ranking, &row, score);
  if (item.phrases != few) sqlite3_free(item.phrases);
  return rc;
}
