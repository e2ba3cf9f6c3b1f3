#include <stddef.h>

#include "functions.h"
#include "shortlist_ranking.h"

int shortlist_bind_ranking(sqlite3_stmt *statement, int index, shortlist_ranking *ranking) {
  return sqlite3_bind_pointer(statement, index, ranking, "shortlist_ranking", NULL);
}

/// The row that FTS5 is on.
typedef struct {
  const Fts5ExtensionApi *api;
  Fts5Context *row;
} ranked_row;

static int count(void *context, int phrase, int *room, int counts[shortlist_ranked_columns],
                 int words[shortlist_ranked_columns]) {
  const ranked_row *r = context;
  Fts5PhraseIter iterator;
  int column = -1, offset = -1;
  int rc = r->api->xPhraseFirst(r->row, phrase, &iterator, &column, &offset);
  int last_column = -1, last_offset = -1;
  while (rc == SQLITE_OK && column >= 0 && column < shortlist_ranked_columns && *room > 0) {
    // A list of prefixes may report a position once for each prefix that matches there.
    if (column != last_column || offset != last_offset) counts[column]++;
    if (offset >= words[column]) words[column] = offset + 1;
    last_column = column;
    last_offset = offset;
    --*room;
    r->api->xPhraseNext(r->row, &iterator, &column, &offset);
  }
  return rc;
}

static int mean(void *context, int column, double *result) {
  const ranked_row *r = context;
  sqlite3_int64 rows = 0, total = 0;
  int rc = r->api->xRowCount(r->row, &rows);
  if (rc == SQLITE_OK) rc = r->api->xColumnTotalSize(r->row, column, &total);
  *result = rows > 0 && total > 0 ? (double)total / (double)rows : 1;
  return rc;
}

static int length(void *context, int column, int *result) {
  const ranked_row *r = context;
  int rc = r->api->xColumnSize(r->row, column, result);
  if (*result < 0) *result = 0;
  return rc;
}

static void rank(const Fts5ExtensionApi *api, Fts5Context *context, sqlite3_context *result,
                 int value_count, sqlite3_value **values) {
  shortlist_ranking *ranking =
    value_count == 1 ? sqlite3_value_pointer(values[0], "shortlist_ranking") : NULL;
  if (ranking == NULL || api->xPhraseCount(context) != shortlist_ranking_phrases(ranking)) return;
  ranked_row row = {.api = api, .row = context};
  shortlist_ranked_row ranked = {
    .docid = api->xRowid(context),
    .context = &row,
    .count = count,
    .mean = mean,
    .length = length,
  };
  double score = 0;
  int rc = shortlist_ranking_score(ranking, &ranked, &score);
  if (rc != SQLITE_OK) {
    sqlite3_result_error_code(result, rc);
  } else {
    sqlite3_result_double(result, score);
  }
}

int shortlist_create_rank(fts5_api *api) {
  return api->xCreateFunction(api, "shortlist_rank", 0, rank, 0);
}
