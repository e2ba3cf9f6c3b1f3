#include "CShortlist.h"
#include "functions.h"

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

static void fields(const Fts5ExtensionApi *api, Fts5Context *context, sqlite3_context *result,
                   int count, sqlite3_value **values) {
  int phrases = api->xPhraseCount(context);
  int columns = api->xColumnCount(context);
  if (phrases == 0 || count != 1 || sqlite3_value_bytes(values[0]) != 2 * phrases) {
    sqlite3_result_int(result, 0);
    return;
  }
  if (columns > 8) columns = 8;
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

int shortlist_create_fields(fts5_api *api) {
  return api->xCreateFunction(api, "shortlist_fields", 0, fields, 0);
}
