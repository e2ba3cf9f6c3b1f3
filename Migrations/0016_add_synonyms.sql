-- The sets of synonyms in the order in which they were added. `terms` are separated by U+001F. If `source` is not
-- empty, it finds the terms, but they do not find it; otherwise each term finds all others.
CREATE TABLE synonym_set(
  number INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  terms TEXT NOT NULL
) STRICT;
