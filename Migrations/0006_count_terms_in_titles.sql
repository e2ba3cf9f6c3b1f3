-- How many items hold a term in their title or keywords: what tells titles apart is what few of them
-- have. An index that was made before is built anew when it is opened: see the version of the tokens.
ALTER TABLE term ADD COLUMN titles INTEGER NOT NULL DEFAULT 0;
