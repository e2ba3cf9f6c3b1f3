import CShortlistPostgres
@_spi(SearchEngines) public import Shortlist

/// Creates the tables of a list on a server, or on a server and its shards.
public struct PostgresSchema: Sendable {
  /// The number of parts of the table of items on one server.
  public static let defaultPartitions = 4

  /// Creates the tables of an empty list, in the schema `shortlist` of a database. With shards, their
  /// databases hold the items, and the first database reaches them through `postgres_fdw`.
  ///
  /// A section is in one partition as a whole, so more partitions than sections are of no use. On a
  /// database that has the tables already, it applies the migrations that are missing.
  ///
  /// - Parameters:
  ///   - url: the database, as `postgres://user@host/database` or any other connection string of libpq.
  ///   - shards: the databases of the shards, in the same form. The server at `url` must be able to
  ///     reach them under these names.
  ///   - partitions: the number of partitions; by default, ``defaultPartitions`` or, with shards, two on
  ///     each.
  /// - Throws: ``ShortlistError/Code/unreachable``, ``ShortlistError/Code/cannotOpen``,
  ///   ``ShortlistError/Code/newerVersion``, or ``ShortlistError/Code/readOnly`` if the user may not
  ///   create tables.
  public static func create(
    at url: String, shards: [String] = [], partitions: Int? = nil
  ) throws(ShortlistError) {
    let count = max(
      partitions ?? (shards.isEmpty ? defaultPartitions : 2 * shards.count), shards.count, 1)
    let coordinator = try PostgresConnection(url)
    let isNew = try migrate(coordinator)
    guard isNew else { return }
    for (offset, shard) in shards.enumerated() {
      let connection = try PostgresConnection(shard)
      _ = try migrate(connection)
      try connection.transaction { () throws(ShortlistError) in
        for number in 0..<count where number % shards.count == offset {
          _ = try connection.query(
            "SELECT shortlist.create_shard_table($1::int)", [PostgresValue(number)])
        }
      }
    }
    try coordinator.transaction { () throws(ShortlistError) in
      if !shards.isEmpty { try Self.link(shards, on: coordinator) }
      for number in 0..<count {
        let numbers = [PostgresValue(number), PostgresValue(count)]
        if shards.isEmpty {
          _ = try coordinator.query("SELECT shortlist.create_partition($1::int, $2::int)", numbers)
        } else {
          let server = PostgresValue(ShardServer.name(number % shards.count))
          _ = try coordinator.query(
            "SELECT shortlist.attach_shard($1::int, $2::int, $3::text)", numbers + [server])
        }
      }
      _ = try coordinator.query(
        "INSERT INTO shortlist.state(revision, tokenizer) VALUES (1, $1::int)",
        [PostgresValue(EngineTokens.version)])
    }
  }

  /// Makes the shards known to the coordinator.
  private static func link(
    _ shards: [String], on coordinator: PostgresConnection
  ) throws(ShortlistError) {
    try coordinator.execute("CREATE EXTENSION IF NOT EXISTS postgres_fdw WITH SCHEMA public")
    for (offset, url) in shards.enumerated() {
      let server = try ShardServer(offset, url)
      for statement in server.statements { try coordinator.execute(statement) }
    }
  }

  /// Applies the migrations that are missing; returns whether the list is new.
  private static func migrate(_ connection: PostgresConnection) throws(ShortlistError) -> Bool {
    let all = migrations
    return try connection.transaction { () throws(ShortlistError) in
      try connection.execute(
        """
        SELECT pg_advisory_xact_lock(hashtext('shortlist'));
        CREATE SCHEMA IF NOT EXISTS shortlist;
        CREATE TABLE IF NOT EXISTS shortlist.migration (number integer PRIMARY KEY, name text NOT NULL)
        """)
      let known = try connection.execute(
        "SELECT coalesce(max(number), 0) FROM shortlist.migration")
      let last = known.integer(0, 0)
      guard last <= all.last?.number ?? 0 else {
        throw ShortlistError(.newerVersion, "A newer Shortlist has created the tables.")
      }
      for migration in all where migration.number > last {
        try connection.execute(migration.sql)
        _ = try connection.query(
          "INSERT INTO shortlist.migration VALUES ($1::int, $2::text)",
          [PostgresValue(migration.number), PostgresValue(migration.name)])
      }
      return last == 0
    }
  }

  /// The migrations in order.
  static var migrations: [(number: Int64, name: String, sql: String)] {
    var count: Int32 = 0
    let all = shortlist_postgres_migrations(&count)
    return (0..<Int(count)).map {
      (Int64(all[$0].number), String(cString: all[$0].name), String(cString: all[$0].sql))
    }
  }
}
