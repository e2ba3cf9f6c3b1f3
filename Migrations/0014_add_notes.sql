-- A remark for each item, searched like its body. The index of texts gets a column for it, so it is
-- filled again.
ALTER TABLE item ADD COLUMN note TEXT NOT NULL DEFAULT '';

UPDATE item SET checksum =
  shortlist_checksum(id, weight, title, subtitle, keywords, body, note, payload);

DROP TABLE item_texts;

CREATE VIRTUAL TABLE item_texts USING fts5(
  title, subtitle, keywords, body, note,
  content='', prefix='1 2 3', tokenize='shortlist'
);

INSERT INTO item_texts(item_texts, rank) VALUES('hashsize', 4194304);
INSERT INTO item_texts(item_texts, rank) VALUES('automerge', 0);
INSERT INTO item_texts(item_texts, rank) VALUES('crisismerge', 32);

INSERT INTO item_texts(rowid, title, subtitle, keywords, body, note)
SELECT docid, title, subtitle, keywords, body, note FROM item
WHERE subtitle <> '' OR body <> '' OR (SELECT value FROM meta WHERE key = 'stemming') = 1
ORDER BY docid;
