-- What the file is: settings fixed at creation, versions, and counters. One row a key:
--   tokenizer     the version of the tokens that the index was made with
--   last_writer   sqlite3_libversion_number() of the SQLite that wrote last
--   sections      counts the changes of the table `section`, so that readers may keep a copy of it
--   terms         counts the changes of the table `term`, for the same reason
CREATE TABLE meta(
  key TEXT NOT NULL PRIMARY KEY,
  value ANY NOT NULL
) STRICT, WITHOUT ROWID;
