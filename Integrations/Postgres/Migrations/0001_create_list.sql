-- A list of items, cut into tokens by the clients. PostgreSQL only compares tokens and sorts numbers.

-- One row. A change locks it, so there is one writer at a time, and readers compare the revision with that
-- of what they remember.
CREATE TABLE shortlist.state (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  revision bigint NOT NULL,
  -- The tokens of other versions differ.
  tokenizer integer NOT NULL,
  -- The last docid of a file whose first load was interrupted; NULL when none is under way.
  loaded_docid bigint
);

CREATE TABLE shortlist.section (
  number integer PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  title text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  items bigint NOT NULL DEFAULT 0,
  -- The items that have a subtitle or a body, and the number of words in all bodies.
  texts bigint NOT NULL DEFAULT 0,
  words bigint NOT NULL DEFAULT 0
);

CREATE TABLE shortlist.item (
  section integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- The place in the section.
  position bigint NOT NULL,
  -- The class of weight and title length; smaller ranks higher.
  rank smallint NOT NULL,
  weight double precision NOT NULL,
  title text COLLATE "C" NOT NULL,
  subtitle text COLLATE "C" NOT NULL,
  keywords text[] COLLATE "C" NOT NULL,
  body text COLLATE "C" NOT NULL,
  payload bytea,
  attributes jsonb,
  -- For filters: each attribute as a list of its values, with folded texts.
  facts jsonb,
  -- The tokens of title (A) and keywords (B), with marks at the ends of the title.
  titles tsvector NOT NULL,
  -- The tokens of title (A), keywords (B), subtitle (C) and body (D), if there is a subtitle or a body.
  texts tsvector,
  words integer NOT NULL,
  -- The checksum of the item in the file it came from; NULL if it came from elsewhere.
  checksum bigint
) PARTITION BY HASH (section);

CREATE TABLE shortlist.term (
  term text COLLATE "C" PRIMARY KEY,
  -- The numbers of items that contain it anywhere, and in title or keywords. 0 if none does any more.
  items bigint NOT NULL,
  titles bigint NOT NULL,
  -- The revision that changed it last.
  revision bigint NOT NULL
);
CREATE INDEX term_revision ON shortlist.term (revision);

-- How far sources of changes have been read, committed with the items.
CREATE TABLE shortlist.checkpoint (
  name text COLLATE "C" PRIMARY KEY,
  value bytea NOT NULL
);
