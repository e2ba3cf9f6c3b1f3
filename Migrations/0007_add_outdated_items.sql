-- Items whose entries in the index in use are of no more use: removed or changed since that index was
-- frozen, which it is while another with newer tokens is built. Searches pass over them.
CREATE TABLE item_outdated(docid INTEGER PRIMARY KEY) STRICT;
