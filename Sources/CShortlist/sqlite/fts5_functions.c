#include <stddef.h>

#include "CShortlist.h"
#include "functions.h"

// MARK: shortlist_fields

/// Finds the columns that hold a phrase, as a mask of at most 8 columns.
static int phrase_columns(const Fts5ExtensionApi *api, Fts5Context *context, int phrase, int columns,
                          int *mask) {
  Fts5PhraseIter iterator;
  int column = -1;
  *mask = 0;
  int rc = api->xPhraseFirstColumn(context, phrase, &iterator, &column);
  while (rc == SQLITE_OK && column >= 0 && column < columns) {
    *mask |= 1 << column;
    api->xPhraseNextColumn(context, &iterator, &column);
  }
  return rc;
}

/// `shortlist_fields(table, spec)`, for WHERE.
///
/// `spec` is a blob with two bytes for each phrase of the match expression, in order: the clause of
/// the phrase, from 0 to 63, and a mask of the columns in which the phrase counts. Returns 1 when
/// each clause has a phrase in a column that counts, otherwise 0.
static void fields(const Fts5ExtensionApi *api, Fts5Context *context, sqlite3_context *result,
                   int count, sqlite3_value **values) {
  int phrases = api->xPhraseCount(context);
  int columns = api->xColumnCount(context);
  if (phrases == 0 || count != 1 || sqlite3_value_bytes(values[0]) != 2 * phrases) {
    sqlite3_result_int(result, 0);
    return;
  }
  if (columns > shortlist_most_columns) columns = shortlist_most_columns;
  const unsigned char *spec = sqlite3_value_blob(values[0]);
  sqlite3_uint64 wanted = 0, met = 0;
  for (int phrase = 0; phrase < phrases; phrase++) {
    sqlite3_uint64 clause = 1ULL << (spec[2 * phrase] & 63);
    wanted |= clause;
    if (met & clause) continue;
    int mask;
    int rc = phrase_columns(api, context, phrase, columns, &mask);
    if (rc != SQLITE_OK) {
      sqlite3_result_error_code(result, rc);
      return;
    }
    if (mask & spec[2 * phrase + 1]) met |= clause;
  }
  sqlite3_result_int(result, met == wanted);
}

// MARK: shortlist_rank

int shortlist_bind_ranking(sqlite3_stmt *statement, int index, shortlist_ranking *ranking) {
  return sqlite3_bind_pointer(statement, index, ranking, "shortlist_ranking", NULL);
}

/// The row that FTS5 is on.
typedef struct {
  const Fts5ExtensionApi *api;
  Fts5Context *row;
} ranked_row;

static int count(void *context, int phrase, int *room, int counts[shortlist_most_columns],
                 int words[shortlist_most_columns]) {
  const ranked_row *r = context;
  Fts5PhraseIter iterator;
  int column = -1, offset = -1;
  int rc = r->api->xPhraseFirst(r->row, phrase, &iterator, &column, &offset);
  int last_column = -1, last_offset = -1;
  while (rc == SQLITE_OK && column >= 0 && column < shortlist_most_columns && *room > 0) {
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

/// `shortlist_rank(table, ranking)`, the score of a row by BM25F. Returns 0 when no clause matches
/// in a column that counts for it, -1 when the row cannot reach the threshold, and NULL when the
/// ranking belongs to another expression.
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

int shortlist_create_fts5_functions(fts5_api *api) {
  int rc = api->xCreateFunction(api, "shortlist_fields", 0, fields, 0);
  return rc == SQLITE_OK ? api->xCreateFunction(api, "shortlist_rank", 0, rank, 0) : rc;
}
