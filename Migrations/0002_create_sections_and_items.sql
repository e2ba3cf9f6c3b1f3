-- A titled list. `items` counts the items in it. `shuffled` is 1 when two of its items of the same
-- rank class may stand in another order in the list than by docid.
CREATE TABLE section(
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  position INTEGER NOT NULL,
  items INTEGER NOT NULL DEFAULT 0,
  shuffled INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A thing to find. The docid says where it ranks before any text is read:
-- section number, class of weight (7 bits), class of title length (5 bits), sequence (16 bits).
-- `keywords` holds U+001F before each keyword.
CREATE TABLE item(
  docid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  section INTEGER NOT NULL REFERENCES section(number),
  position INTEGER NOT NULL,
  weight REAL NOT NULL,
  title TEXT NOT NULL,
  subtitle TEXT NOT NULL,
  keywords TEXT NOT NULL,
  body TEXT NOT NULL,
  payload BLOB
) STRICT;

-- A list in its own order.
CREATE INDEX item_position ON item(section, position);

-- The index beside these tables is kept by the library alone, whose connections run no triggers.
-- Anybody else is told so, rather than left with an index that no longer fits its items.
CREATE TRIGGER item_insert_guard BEFORE INSERT ON item BEGIN
  SELECT RAISE(ABORT, 'Items of a Shortlist file are changed with the library or with `shortlist`.');
END;
CREATE TRIGGER item_update_guard BEFORE UPDATE ON item BEGIN
  SELECT RAISE(ABORT, 'Items of a Shortlist file are changed with the library or with `shortlist`.');
END;
CREATE TRIGGER item_delete_guard BEFORE DELETE ON item BEGIN
  SELECT RAISE(ABORT, 'Items of a Shortlist file are changed with the library or with `shortlist`.');
END;
CREATE TRIGGER section_insert_guard BEFORE INSERT ON section BEGIN
  SELECT RAISE(ABORT, 'Sections of a Shortlist file are changed with the library or with `shortlist`.');
END;
CREATE TRIGGER section_update_guard BEFORE UPDATE ON section BEGIN
  SELECT RAISE(ABORT, 'Sections of a Shortlist file are changed with the library or with `shortlist`.');
END;
CREATE TRIGGER section_delete_guard BEFORE DELETE ON section BEGIN
  SELECT RAISE(ABORT, 'Sections of a Shortlist file are changed with the library or with `shortlist`.');
END;
