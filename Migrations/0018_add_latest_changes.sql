-- What the latest changes have touched, so that readers can keep what they have read of all the rest.

-- The docids of the rows of `item` that a change inserted, updated or removed, as 8 bytes each. `number` is that of
-- the change (`changes` in `meta`); a change without a row here may have touched any item.
CREATE TABLE item_change(
  number INTEGER PRIMARY KEY,
  docids BLOB NOT NULL
) STRICT;

-- The ids of the segments of the FTS5 table `name` that a merge wrote, cut or removed, as 8 bytes each; NULL if it may
-- be any. The last `number` is in `meta` under `segments`.
CREATE TABLE segment_change(
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  segments BLOB
) STRICT;
