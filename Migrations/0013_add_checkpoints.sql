-- Where a source of items has been read up to, committed together with the items; `value` is the source's own.
CREATE TABLE checkpoint(
  name TEXT NOT NULL PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The tables of other databases that this list follows, as JSON.
CREATE TABLE followed_table(
  name TEXT NOT NULL PRIMARY KEY,
  settings TEXT NOT NULL
) STRICT, WITHOUT ROWID;
