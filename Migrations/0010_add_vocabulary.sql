-- The table `term` once more, packed, so that a process has all words in memory sooner: those of a million
-- items, 220,000, with 46 million instructions; the rows of `term` take 150. Parts up to 0 hold all terms
-- as they were at one change, in order; part 1, 2, ... what the changes since then have made of some.
-- `size` is how many bytes the parts up to this one have, those of changes counted for themselves. Where
-- `vocabulary` in `meta`, and the number of the last part, do not add up to `terms`, the copy is of no
-- use.
CREATE TABLE vocabulary(
  part INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  terms BLOB NOT NULL
) STRICT;
