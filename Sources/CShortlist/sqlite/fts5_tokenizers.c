#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "CShortlist.h"
#include "shortlist_segments.h"
#include "functions.h"
#include "../text/tokenizer.h"

/// A tokenizer as FTS5 holds it. There are three, all immutable.
struct Fts5Tokenizer {
  bool has_marks;
  bool has_stems;
};

static const struct Fts5Tokenizer plain, with_marks = {.has_marks = true},
                                         with_stems = {.has_stems = true};

static int create(void *context, const char **arguments, int count, Fts5Tokenizer **tokenizer) {
  const struct Fts5Tokenizer *created = context;
  if (created == &plain && count == 1 && strcmp(arguments[0], "marks") == 0) {
    created = &with_marks;
  } else if (created == &plain && count == 1 && strcmp(arguments[0], "stem") == 0) {
    created = &with_stems;
  } else if (count != 0) {
    return SQLITE_ERROR;
  }
  *tokenizer = (Fts5Tokenizer *)created;
  return SQLITE_OK;
}

static void delete(Fts5Tokenizer *tokenizer) {
  (void)tokenizer;
}

static int tokenize(Fts5Tokenizer *tokenizer, void *context, int flags, const char *text,
                    int length, shortlist_receive_fts5_token receive) {
  if ((flags & FTS5_TOKENIZE_QUERY) != 0) {
    return shortlist_split_query(text, length, receive, context);
  }
  return shortlist_split_document(text, length, tokenizer->has_marks, tokenizer->has_stems, 0,
                                  receive, context);
}

/// Sets `api`, which belongs to SQLite; returns `SQLITE_NOTFOUND` when there is no FTS5. Preparing
/// the statement can fail for other reasons: newer versions of SQLite read the file's schema first.
static int find_fts5(sqlite3 *db, fts5_api **api) {
  sqlite3_stmt *statement = NULL;
  int rc = sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, NULL);
  if (rc == SQLITE_ERROR && strstr(sqlite3_errmsg(db), "no such function")) return SQLITE_NOTFOUND;
  if (rc != SQLITE_OK) return rc;
  rc = sqlite3_bind_pointer(statement, 1, (void *)api, "fts5_api_ptr", NULL);
  if (rc == SQLITE_OK) sqlite3_step(statement);
  int finalized = sqlite3_finalize(statement);
  return rc == SQLITE_OK ? finalized : rc;
}

/// Whether a tokenizer of that name is ours; registering it twice would keep both in memory.
static bool is_registered(fts5_api *api, const char *name) {
  fts5_tokenizer found = {0};
  void *context = NULL;
  return api->xFindTokenizer(api, name, &context, &found) == SQLITE_OK &&
         found.xTokenize == tokenize;
}

static int create_tokenizer(fts5_api *api, const char *name) {
  fts5_tokenizer tokenizer = {create, delete, tokenize};
  return api->xCreateTokenizer(api, name, (void *)&plain, &tokenizer, NULL);
}

int shortlist_create_tokenizer(fts5_api *api) { return create_tokenizer(api, "shortlist"); }

int shortlist_register(sqlite3 *db) {
  fts5_api *api = NULL;
  int rc = find_fts5(db, &api);
  if (rc != SQLITE_OK) return rc;
  if (api == NULL || api->iVersion < 2) return SQLITE_NOTFOUND;
  if (is_registered(api, "shortlist")) return SQLITE_OK;
  rc = shortlist_create_fts5_functions(api);
  if (rc == SQLITE_OK) rc = shortlist_create_sql_functions(db);
  // Files of earlier versions have a table that uses this tokenizer. SQLite cannot drop a table
  // whose tokenizer it does not know.
  if (rc == SQLITE_OK) rc = create_tokenizer(api, "shortlist_fragments");
  if (rc == SQLITE_OK) rc = shortlist_create_listed_docids(db);
  // Last, because `is_registered` takes it as a sign that all are registered.
  if (rc != SQLITE_OK) return rc;
  return shortlist_create_tokenizer(api);
}

int shortlist_segment_add_text(shortlist_segment_builder *builder, const char *text, int64_t length,
                               int has_marks, int has_stems) {
  if (length > INT32_MAX) return SQLITE_TOOBIG;
  int rc = shortlist_split_document(text, (int32_t)length, has_marks != 0, has_stems != 0,
                                    SHORTLIST_TOKEN_COUNTS, shortlist_segment_builder_add_token,
                                    builder);
  shortlist_segment_builder_end_column(builder);
  return rc;
}
