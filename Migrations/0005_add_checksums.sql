-- What an item holds, in 32 bits, so that `check` notices when its texts, its weight or its payload
-- were changed by other means. The docid, the section and the position stand in indexes as well,
-- where SQLite's own check finds a difference.
ALTER TABLE item ADD COLUMN checksum INTEGER;

UPDATE item SET checksum =
  shortlist_checksum(id, weight, title, subtitle, keywords, body, payload);
