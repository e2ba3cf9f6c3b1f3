-- FTS5 of SQLite 3.40.1 loses removals when it merges a little at a time: where it stops at a term whose
-- first item was removed and put anew, what it leaves to the next time no longer tells that older segments
-- are overruled. So segments are merged by this library alone (`merge.c`).
INSERT INTO item_titles(item_titles, rank) VALUES('automerge', 0);
INSERT INTO item_texts(item_texts, rank) VALUES('automerge', 0);
