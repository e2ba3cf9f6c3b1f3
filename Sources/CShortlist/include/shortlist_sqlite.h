#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "shortlist_budget.h"
#include "shortlist_ranking.h"
#include "shortlist_segments.h"

#pragma clang assume_nonnull begin

/// Registers Shortlist's functions on one connection: the tokenizers `shortlist` and
/// `shortlist_fragments`; the FTS5 functions `shortlist_fields` and `shortlist_rank`; the SQL
/// functions `shortlist_checksum`, `shortlist_leaf_is_sound` and `shortlist_counted_items`; and the
/// table-valued function `shortlist_listed_docids`.
///
/// `shortlist` takes one optional argument. `marks` makes the first word and the end of each text
/// searchable (see `SHORTLIST_END`). `stem` adds the English stem beside each word that has one,
/// marked as by `shortlist_mark_first`. Borrows `db`; SQLite owns what is registered and frees it
/// when `db` closes. A second call has no effect.
/// Returns `SQLITE_OK`, `SQLITE_NOTFOUND` when this SQLite has no FTS5, or another SQLite error,
/// since SQLite may have to read the file.
int shortlist_register(sqlite3 *db);

/// Registers only the tokenizer `shortlist`. `api` may belong to another copy of SQLite than the one
/// that this library links.
int shortlist_create_tokenizer(fts5_api *api);

/// Applies the safe settings to a new connection: defensive mode; no triggers, views, extensions or
/// double-quoted strings; and limits on the cost of one statement.
/// Returns `SQLITE_OK` or the first error.
int shortlist_harden(sqlite3 *db);

/// Allows views, and tables and statements of any size again, for the database of another program.
/// Everything else stays as `shortlist_harden` set it: the program's triggers, for example, do not run.
int shortlist_allow_other_schemas(sqlite3 *db);

/// Allows views and schema changes again, on a private copy.
int shortlist_unlock_copy(sqlite3 *db);

/// Lets statements write FTS5's shadow tables, or forbids it again. SQLite prepares existing
/// statements again at their next use.
int shortlist_unlock_shadows(sqlite3 *db, int unlocked);

/// Makes SQLite skip the checkpoint when `db` closes, and keep the log.
int shortlist_leave_log(sqlite3 *db);

/// Registers, once per process, a file system for reading without leaving a trace: SQLite's default
/// one, except that it opens every named file for reading only, creates none and deletes none.
/// Returns `SQLITE_OK`, `SQLITE_NOMEM`, or `SQLITE_ERROR` when SQLite has no default.
int shortlist_register_borrowing_vfs(void);
#define SHORTLIST_BORROWING_VFS "shortlist-borrowing"

/// Returns the FNV-1a hash of `length` bytes, continuing from `hash`; start with
/// `SHORTLIST_HASH_START`.
uint64_t shortlist_hash(uint64_t hash, const void *_Nullable bytes, int64_t length);
#define SHORTLIST_HASH_START 0xcbf29ce484222325ull

/// Adds a value to the hash of the SQL function `shortlist_checksum`: its type, as SQLite numbers it,
/// and its bytes. Those of a number are in the byte order of the machine.
uint64_t shortlist_hash_value(uint64_t hash, int type, const void *_Nullable bytes, int64_t length);
/// Returns the checksum of the values that were added to a hash.
int64_t shortlist_checksum(uint64_t hash);

/// Calls `sqlite3_bind_text` without a copy: the bytes must outlive the binding.
int shortlist_bind_borrowed_text(sqlite3_stmt *statement, int index, const char *_Nullable text,
                                 int64_t length);

/// Call `sqlite3_bind_text` and `sqlite3_bind_blob` with a copy of the bytes.
int shortlist_bind_text(sqlite3_stmt *statement, int index, const char *_Nullable text, int64_t length);
int shortlist_bind_blob(sqlite3_stmt *statement, int index, const void *_Nullable bytes, int64_t length);

/// A schema change from the folder `Migrations`.
typedef struct {
  int32_t number;
  const char *name;
  const char *sql;
} shortlist_migration;

/// The schema changes in order.
const shortlist_migration *shortlist_migrations(int32_t *count);

/// The schema and settings of a new file, `Migrations/schema.sql`: the result of all migrations.
const char *shortlist_schema(void);

/// Whether the rows (type, name, tbl_name, sql) of `sqlite_schema` are the definitions in
/// `Migrations/schema.sql`, in any order, with or without stems, and no others. Resets `rows`. Returns
/// `SQLITE_OK`, or what went wrong in reading them.
int shortlist_schema_is_shipped(sqlite3_stmt *rows, int *is_shipped);

/// Binds a ranking, without taking ownership.
int shortlist_bind_ranking(sqlite3_stmt *statement, int index, shortlist_ranking *ranking);

/// Binds a copy of some docids for the table-valued function `shortlist_listed_docids`.
int shortlist_bind_docids(sqlite3_stmt *statement, int index, const int64_t *_Nullable docids,
                          int64_t count);

/// Adds the text of the item's next column to a segment, split as by the tokenizer `shortlist`,
/// with `marks` or `stem`. Returns `SQLITE_OK`, `SQLITE_NOMEM`, or `SQLITE_TOOBIG`.
int shortlist_segment_add_text(shortlist_segment_builder *builder, const char *_Nullable text,
                               int64_t length, int has_marks, int has_stems);

/// Returns freed memory to the system, where the allocator would keep it. What is free at the end of an
/// arena is returned only if the arena is the calling thread's, and only the first `size` bytes, at most
/// 32 MiB.
void shortlist_trim_memory(int64_t size);

/// Makes SQLite not count the memory that it uses. Returns `false` if SQLite was used before.
bool shortlist_turn_off_memory_statistics(void);

#pragma clang assume_nonnull end
