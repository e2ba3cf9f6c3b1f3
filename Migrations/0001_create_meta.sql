-- What the file is: settings fixed at creation, versions, and counters. One row a key:
--   tokenizer     the version of the tokens that the index was made with
--   last_writer   sqlite3_libversion_number() of the SQLite that wrote last
--   changes       counts the changes of items and sections, so that others may look for news
--   sections      counts the changes of the table `section`, so that readers may keep a copy of it
--   terms         counts the changes of the table `term`, for the same reason
-- and while the index is built anew:
--   rebuild_docid      the items up to this docid are in the new index
--   rebuild_tokenizer  the version of its tokens
--   rebuild_writer     as last_writer, of the new index
--   frozen             1 when the index in use is left as it is until then
-- and after that:
--   previous           1 while tables of the index before are still to be dropped
CREATE TABLE meta(
  key TEXT NOT NULL PRIMARY KEY,
  value ANY NOT NULL
) STRICT, WITHOUT ROWID;
