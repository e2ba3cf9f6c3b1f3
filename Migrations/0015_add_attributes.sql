-- The attributes that items have. A number is never given to another name.
CREATE TABLE attribute(
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

-- The values of attributes that are not a single number, as JSON: texts, Booleans, and lists. `hash` is that of
-- the folded text, or of no text; it leads from a value to its code.
CREATE TABLE attribute_value(
  attribute INTEGER NOT NULL,
  code INTEGER NOT NULL,
  value TEXT NOT NULL,
  hash INTEGER NOT NULL,
  PRIMARY KEY(attribute, code)
) STRICT, WITHOUT ROWID;
CREATE INDEX attribute_value_hash ON attribute_value(attribute, hash);

-- What each item has: the number of each attribute, in ascending order, and its value, which is a code or a
-- number. A table of its own, so that items without attributes take no more room than before.
CREATE TABLE item_attribute(
  docid INTEGER PRIMARY KEY REFERENCES item(docid) ON UPDATE CASCADE ON DELETE CASCADE,
  packed BLOB NOT NULL
) STRICT;

-- The same by attribute, for searches: blocks of about a thousand items, from the docid `first` on. The row of
-- attribute 0 has the docids, the others their values in the same order. `revision` is the number of the last
-- change.
CREATE TABLE attribute_block(
  first INTEGER NOT NULL,
  attribute INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  packed BLOB NOT NULL,
  PRIMARY KEY(first, attribute)
) STRICT, WITHOUT ROWID;

-- Like those of `item`: other programs cannot change what only Shortlist keeps in step.
CREATE TRIGGER item_attribute_delete_guard BEFORE DELETE ON item_attribute BEGIN
  SELECT RAISE(ABORT, 'Items of a Shortlist file are changed with the library or with `shortlist`.');
END;
CREATE TRIGGER item_attribute_insert_guard BEFORE INSERT ON item_attribute BEGIN
  SELECT RAISE(ABORT, 'Items of a Shortlist file are changed with the library or with `shortlist`.');
END;
CREATE TRIGGER item_attribute_update_guard BEFORE UPDATE ON item_attribute BEGIN
  SELECT RAISE(ABORT, 'Items of a Shortlist file are changed with the library or with `shortlist`.');
END;
