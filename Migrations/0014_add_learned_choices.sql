-- The items that were chosen among the results for a text, so that they come first for it next time. `text` is
-- folded. `strength` counts the choices, as of `time` (in seconds since 1970), each worth half after 30 days.
CREATE TABLE learned_choice(
  text TEXT NOT NULL,
  item TEXT NOT NULL,
  strength REAL NOT NULL,
  time REAL NOT NULL,
  PRIMARY KEY(text, item)
) STRICT, WITHOUT ROWID;
