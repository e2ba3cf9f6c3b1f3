-- table attribute attribute
CREATE TABLE attribute(
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT

-- index sqlite_autoindex_attribute_1 attribute


-- table attribute_block attribute_block
CREATE TABLE attribute_block(
  first INTEGER NOT NULL,
  attribute INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  packed BLOB NOT NULL,
  PRIMARY KEY(first, attribute)
) STRICT, WITHOUT ROWID

-- table attribute_value attribute_value
CREATE TABLE attribute_value(
  attribute INTEGER NOT NULL,
  code INTEGER NOT NULL,
  value TEXT NOT NULL,
  hash INTEGER NOT NULL,
  PRIMARY KEY(attribute, code)
) STRICT, WITHOUT ROWID

-- index attribute_value_hash attribute_value
CREATE INDEX attribute_value_hash ON attribute_value(attribute, hash)

-- table checkpoint checkpoint
CREATE TABLE checkpoint(
  name TEXT NOT NULL PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID

-- table dictionary dictionary
CREATE TABLE dictionary(
  part INTEGER PRIMARY KEY,
  size INTEGER NOT NULL,
  terms BLOB NOT NULL
) STRICT

-- table followed_table followed_table
CREATE TABLE followed_table(
  name TEXT NOT NULL PRIMARY KEY,
  settings TEXT NOT NULL
) STRICT, WITHOUT ROWID

-- table item item
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
, checksum INTEGER) STRICT

-- trigger item_delete_guard item
CREATE TRIGGER item_delete_guard BEFORE DELETE ON item BEGIN
  SELECT RAISE(ABORT, 'Items of a Shortlist file are changed with the library or with `shortlist`.');
END

-- trigger item_insert_guard item
CREATE TRIGGER item_insert_guard BEFORE INSERT ON item BEGIN
  SELECT RAISE(ABORT, 'Items of a Shortlist file are changed with the library or with `shortlist`.');
END

-- index item_position item
CREATE INDEX item_position ON item(section, position)

-- trigger item_update_guard item
CREATE TRIGGER item_update_guard BEFORE UPDATE ON item BEGIN
  SELECT RAISE(ABORT, 'Items of a Shortlist file are changed with the library or with `shortlist`.');
END

-- index sqlite_autoindex_item_1 item


-- table item_alias item_alias
CREATE TABLE item_alias(
  id TEXT NOT NULL PRIMARY KEY,
  item TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID

-- index sqlite_autoindex_item_alias_2 item_alias


-- table item_attribute item_attribute
CREATE TABLE item_attribute(
  docid INTEGER PRIMARY KEY REFERENCES item(docid) ON UPDATE CASCADE ON DELETE CASCADE,
  packed BLOB NOT NULL
) STRICT

-- trigger item_attribute_delete_guard item_attribute
CREATE TRIGGER item_attribute_delete_guard BEFORE DELETE ON item_attribute BEGIN
  SELECT RAISE(ABORT, 'Items of a Shortlist file are changed with the library or with `shortlist`.');
END

-- trigger item_attribute_insert_guard item_attribute
CREATE TRIGGER item_attribute_insert_guard BEFORE INSERT ON item_attribute BEGIN
  SELECT RAISE(ABORT, 'Items of a Shortlist file are changed with the library or with `shortlist`.');
END

-- trigger item_attribute_update_guard item_attribute
CREATE TRIGGER item_attribute_update_guard BEFORE UPDATE ON item_attribute BEGIN
  SELECT RAISE(ABORT, 'Items of a Shortlist file are changed with the library or with `shortlist`.');
END

-- table item_change item_change
CREATE TABLE item_change(
  number INTEGER PRIMARY KEY,
  docids BLOB NOT NULL
) STRICT

-- table item_outdated item_outdated
CREATE TABLE item_outdated(docid INTEGER PRIMARY KEY) STRICT

-- table item_texts item_texts
CREATE VIRTUAL TABLE item_texts USING fts5(
  title, subtitle, keywords, body,
  content='', prefix='1 2 3', tokenize='shortlist'
)

-- table item_texts_config item_texts_config
CREATE TABLE item_texts_config(k PRIMARY KEY, v) WITHOUT ROWID

-- table item_texts_data item_texts_data
CREATE TABLE item_texts_data(id INTEGER PRIMARY KEY, block BLOB)

-- table item_texts_docsize item_texts_docsize
CREATE TABLE item_texts_docsize(id INTEGER PRIMARY KEY, sz BLOB)

-- table item_texts_idx item_texts_idx
CREATE TABLE item_texts_idx(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID

-- table item_titles item_titles
CREATE VIRTUAL TABLE item_titles USING fts5(
  title, keywords,
  content='item', content_rowid='docid', columnsize=0,
  prefix='1 2 3', tokenize='shortlist marks'
)

-- table item_titles_config item_titles_config
CREATE TABLE item_titles_config(k PRIMARY KEY, v) WITHOUT ROWID

-- table item_titles_data item_titles_data
CREATE TABLE item_titles_data(id INTEGER PRIMARY KEY, block BLOB)

-- table item_titles_idx item_titles_idx
CREATE TABLE item_titles_idx(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID

-- table learned_choice learned_choice
CREATE TABLE learned_choice(
  text TEXT NOT NULL,
  item TEXT NOT NULL,
  strength REAL NOT NULL,
  time REAL NOT NULL,
  PRIMARY KEY(text, item)
) STRICT, WITHOUT ROWID

-- table meta meta
CREATE TABLE meta(
  key TEXT NOT NULL PRIMARY KEY,
  value ANY NOT NULL
) STRICT, WITHOUT ROWID

-- table pinned_item pinned_item
CREATE TABLE pinned_item(
  text TEXT NOT NULL,
  item TEXT NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY(text, item)
) STRICT, WITHOUT ROWID

-- table recent_search recent_search
CREATE TABLE recent_search(
  number INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT

-- table section section
CREATE TABLE section(
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  position INTEGER NOT NULL,
  items INTEGER NOT NULL DEFAULT 0,
  shuffled INTEGER NOT NULL DEFAULT 0
) STRICT

-- trigger section_delete_guard section
CREATE TRIGGER section_delete_guard BEFORE DELETE ON section BEGIN
  SELECT RAISE(ABORT, 'Sections of a Shortlist file are changed with the library or with `shortlist`.');
END

-- trigger section_insert_guard section
CREATE TRIGGER section_insert_guard BEFORE INSERT ON section BEGIN
  SELECT RAISE(ABORT, 'Sections of a Shortlist file are changed with the library or with `shortlist`.');
END

-- trigger section_update_guard section
CREATE TRIGGER section_update_guard BEFORE UPDATE ON section BEGIN
  SELECT RAISE(ABORT, 'Sections of a Shortlist file are changed with the library or with `shortlist`.');
END

-- index sqlite_autoindex_section_1 section


-- table segment_change segment_change
CREATE TABLE segment_change(
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  segments BLOB
) STRICT

-- table synonym_set synonym_set
CREATE TABLE synonym_set(
  number INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  terms TEXT NOT NULL
) STRICT

-- table term term
CREATE TABLE term(
  term TEXT NOT NULL PRIMARY KEY,
  items INTEGER NOT NULL
, titles INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID

-- settings item_texts item_texts
INSERT INTO item_texts(item_texts, rank) VALUES('automerge', 0);
INSERT INTO item_texts(item_texts, rank) VALUES('crisismerge', 32);
INSERT INTO item_texts(item_texts, rank) VALUES('hashsize', 4194304);

-- settings item_titles item_titles
INSERT INTO item_titles(item_titles, rank) VALUES('automerge', 0);
INSERT INTO item_titles(item_titles, rank) VALUES('crisismerge', 32);
INSERT INTO item_titles(item_titles, rank) VALUES('hashsize', 4194304);
