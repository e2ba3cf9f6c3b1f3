-- Where an item stands whose id was derived from the section and title that it once had: the id that these
-- would give now. Adding an item without an id looks here, so that it finds the one that was moved. An
-- alias is never the id of an item.
CREATE TABLE item_alias(
  id TEXT NOT NULL PRIMARY KEY,
  item TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
