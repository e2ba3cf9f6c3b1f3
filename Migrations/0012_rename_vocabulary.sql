-- The snapshot of the term dictionary gets the usual name. What is in it is derived from `term`, so it is
-- dropped here and written again at the end of the upgrade.
DROP TABLE vocabulary;
DELETE FROM meta WHERE key = 'vocabulary';

-- The table `term` once more, packed, so that a process loads all terms sooner: 220,000 terms of a million
-- items take 46 million instructions; the rows of `term` take 150. Parts up to 0 hold all terms as they were
-- after one change, in order; parts 1, 2, ... hold what later changes have made of some. `size` is the number
-- of bytes of the parts up to this one; those of changes count from 1. Where `dictionary` in `meta` and the
-- number of the last part do not add up to `terms`, the snapshot is not used.
CREATE TABLE dictionary(
  part INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  terms BLOB NOT NULL
) STRICT;
