-- What stands inside of words is found with `term`, which says what words there are. An index of every
-- suffix of every word of all items was a fifth of the file and half of an import. Of one that was
-- being built, or set aside, there may be tables, too.
DROP TABLE item_fragments;
DROP TABLE IF EXISTS item_fragments_next;
DROP TABLE IF EXISTS item_fragments_previous;
