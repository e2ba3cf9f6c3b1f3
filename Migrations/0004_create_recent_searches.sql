-- What was searched for and led to something, newest with the highest number.
CREATE TABLE recent_search(
  number INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;
