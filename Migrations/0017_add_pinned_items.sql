-- The items that an editor wants first for a text, in the order of `place`. `text` is folded, as in `learned_choice`.
CREATE TABLE pinned_item(
  text TEXT NOT NULL,
  item TEXT NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY(text, item)
) STRICT, WITHOUT ROWID;
