#ifndef CSHORTLIST_SQLITE_H
#define CSHORTLIST_SQLITE_H

#include <sqlite3.h>
#include <stdint.h>

#include "shortlist_budget.h"
#include "shortlist_ranking.h"
#include "shortlist_segments.h"

#pragma clang assume_nonnull begin

/// Registers the tokenizers `shortlist` and `shortlist_fragments`, the functions of FTS5
/// `shortlist_fields` and `shortlist_rank`, the functions `shortlist_checksum` and
/// `shortlist_leaf_is_sound`, and the table-valued function `shortlist_listed_docids`, on one
/// connection.
///
/// `shortlist` takes one optional argument. `marks`: the first word and the end of each text can be
/// searched for (see `SHORTLIST_END`). `stem`: beside each word that has one stands its English stem,
/// marked as `shortlist_mark_first` does. Borrows `db`; SQLite owns what is registered
/// and frees it when `db` closes. A second call changes nothing.
/// Returns `SQLITE_OK`, `SQLITE_NOTFOUND` when this SQLite has no FTS5, or the error of SQLite, which may
/// have to read the file.
int shortlist_register(sqlite3 *db);

/// Puts the safe settings on a connection that was just opened: defensive, no triggers, views,
/// extensions or double-quoted strings, and the limits of what one statement may cost.
/// Returns `SQLITE_OK` or the first error.
int shortlist_harden(sqlite3 *db);

/// Allows views and changes of the schema again, on a copy that nobody else sees.
int shortlist_unlock_copy(sqlite3 *db);

/// Lets statements write the tables that FTS5 keeps for itself, or forbids it again. Prepared
/// statements are prepared anew when they are used next.
int shortlist_unlock_shadows(sqlite3 *db, int unlocked);

/// Has `db` be closed without a checkpoint, and without deleting the log.
int shortlist_leave_log(sqlite3 *db);

/// The hash FNV-1a of `length` bytes, going on from `hash`; `SHORTLIST_HASH_START` at first.
uint64_t shortlist_hash(uint64_t hash, const void *_Nullable bytes, int64_t length);
#define SHORTLIST_HASH_START 0xcbf29ce484222325ull

/// `sqlite3_bind_text` of bytes that stay as long as they are bound.
int shortlist_bind_borrowed_text(sqlite3_stmt *statement, int index, const char *_Nullable text,
                                 int64_t length);

/// `sqlite3_bind_text` and `sqlite3_bind_blob` of a copy of the bytes.
int shortlist_bind_text(sqlite3_stmt *statement, int index, const char *_Nullable text, int64_t length);
int shortlist_bind_blob(sqlite3_stmt *statement, int index, const void *_Nullable bytes, int64_t length);

/// A schema change, from the folder `Migrations`.
typedef struct {
  int32_t number;
  const char *name;
  const char *sql;
} shortlist_migration;

/// The schema changes in order.
const shortlist_migration *shortlist_migrations(int32_t *count);

/// The definitions and settings of a new file, to which all of them come: `Migrations/schema.sql`.
const char *shortlist_schema(void);

/// Binds a ranking, which is borrowed.
int shortlist_bind_ranking(sqlite3_stmt *statement, int index, shortlist_ranking *ranking);

/// Binds a copy of some docids, for the table-valued function `shortlist_listed_docids`.
int shortlist_bind_docids(sqlite3_stmt *statement, int index, const int64_t *_Nullable docids,
                          int64_t count);

/// Adds the text of the item's next column to a segment, as the tokenizer `shortlist` splits it, with `marks`
/// or with `stem`. Returns `SQLITE_OK`, `SQLITE_NOMEM`, or `SQLITE_TOOBIG`.
int shortlist_segment_add_text(shortlist_segment_builder *builder, const char *_Nullable text,
                               int64_t length, int has_marks, int has_stems);

#pragma clang assume_nonnull end

#endif
