#include "CShortlist.h"

/// The columns in which a phrase stands, as a mask; at most 8 columns count.
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

int shortlist_register_fields(sqlite3 *db) {
  fts5_api *api = 0;
  sqlite3_stmt *statement = 0;
  int rc = sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, 0);
  if (rc != SQLITE_OK) return rc;
  sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", 0);
  sqlite3_step(statement);
  rc = sqlite3_finalize(statement);
  if (rc != SQLITE_OK) return rc;
  if (!api) return SQLITE_ERROR;
  return api->xCreateFunction(api, "shortlist_fields", 0, fields, 0);
}
