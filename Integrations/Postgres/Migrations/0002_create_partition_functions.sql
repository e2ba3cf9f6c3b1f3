-- Partitions have indexes of their own: PostgreSQL allows no unique index over partitions on other servers.

CREATE FUNCTION shortlist.create_indexes(number integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text := 'item_' || number;
BEGIN
  EXECUTE format(
    'CREATE UNIQUE INDEX IF NOT EXISTS %I ON shortlist.%I (id, section)', name || '_id', name);
  EXECUTE format(
    'CREATE INDEX IF NOT EXISTS %I ON shortlist.%I (section, rank, position)', name || '_rank', name);
  EXECUTE format(
    'CREATE INDEX IF NOT EXISTS %I ON shortlist.%I (section, position)', name || '_position', name);
  EXECUTE format(
    'CREATE INDEX IF NOT EXISTS %I ON shortlist.%I USING gin (titles)', name || '_titles', name);
  EXECUTE format(
    'CREATE INDEX IF NOT EXISTS %I ON shortlist.%I USING gin (texts)', name || '_texts', name);
  EXECUTE format(
    'CREATE INDEX IF NOT EXISTS %I ON shortlist.%I USING gin (facts)',
    name || '_facts', name);
END
$$;

-- A first load is faster without indexes. Those that the load itself needs stay.
CREATE FUNCTION shortlist.drop_indexes(number integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  suffix text;
BEGIN
  FOREACH suffix IN ARRAY ARRAY['rank', 'position', 'titles', 'texts', 'facts'] LOOP
    EXECUTE format('DROP INDEX IF EXISTS shortlist.%I', 'item_' || number || '_' || suffix);
  END LOOP;
END
$$;

CREATE FUNCTION shortlist.create_partition(number integer, count integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE TABLE shortlist.%I PARTITION OF shortlist.item FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
    'item_' || number, count, number);
  PERFORM shortlist.create_indexes(number);
END
$$;

-- On a shard: a table by itself, which a partition of the coordinator stands for.
CREATE FUNCTION shortlist.create_shard_table(number integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE shortlist.%I (LIKE shortlist.item)', 'item_' || number);
  PERFORM shortlist.create_indexes(number);
END
$$;

-- On the coordinator: a partition whose rows are on a shard.
CREATE FUNCTION shortlist.attach_shard(number integer, count integer, server text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE FOREIGN TABLE shortlist.%I PARTITION OF shortlist.item '
    'FOR VALUES WITH (MODULUS %s, REMAINDER %s) SERVER %I '
    'OPTIONS (schema_name ''shortlist'', table_name %L)',
    'item_' || number, count, number, server, 'item_' || number);
END
$$;
