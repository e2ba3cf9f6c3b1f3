-- Rungs 1 to 3: the words of titles and keywords, with marks for the first word and the end.
-- Ranking needs no lengths from here: the docid holds the length of the title.
CREATE VIRTUAL TABLE item_titles USING fts5(
  title, keywords,
  content='item', content_rowid='docid', columnsize=0,
  prefix='1 2 3', tokenize='shortlist marks'
);

-- Rung 4 and prose: all fields of the items that have a subtitle or a body. Without content: the
-- check of an external content table expects all items in the index.
CREATE VIRTUAL TABLE item_texts USING fts5(
  title, subtitle, keywords, body,
  content='', prefix='1 2 3', tokenize='shortlist'
);

-- Rung 5: every suffix of every word of title and keywords, so that "anywhere inside a word" is a
-- prefix. Longer prefixes than those listed have few terms, which the search reads one by one: a list
-- of those of three characters would be 6 % of the file. Earlier files have prefix='1 2 3' here, which
-- is as good.
CREATE VIRTUAL TABLE item_fragments USING fts5(
  title, keywords,
  content='', detail=none, columnsize=0, prefix='1 2', tokenize='shortlist_fragments'
);

-- Each token, without marks and fragments, with the number of items that hold it in some field.
CREATE TABLE term(
  term TEXT NOT NULL PRIMARY KEY,
  items INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Measured on 200,000 items: with FTS5's own settings (1 MB, 4, 16) a bulk load takes 10.4 s of
-- processor time, with these 9.3.
INSERT INTO item_titles(item_titles, rank) VALUES('hashsize', 4194304);
INSERT INTO item_titles(item_titles, rank) VALUES('automerge', 8);
INSERT INTO item_titles(item_titles, rank) VALUES('crisismerge', 32);
INSERT INTO item_texts(item_texts, rank) VALUES('hashsize', 4194304);
INSERT INTO item_texts(item_texts, rank) VALUES('automerge', 8);
INSERT INTO item_texts(item_texts, rank) VALUES('crisismerge', 32);
INSERT INTO item_fragments(item_fragments, rank) VALUES('hashsize', 4194304);
INSERT INTO item_fragments(item_fragments, rank) VALUES('automerge', 8);
INSERT INTO item_fragments(item_fragments, rank) VALUES('crisismerge', 32);
