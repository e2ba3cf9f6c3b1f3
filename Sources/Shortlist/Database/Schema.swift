import CShortlist

/// The table definitions in a file, which SQLite executes.
enum Schema {
  /// A row of `sqlite_schema`.
  struct Definition: Hashable {
    let type: String
    let name: String
    let table: String
    let sql: String
  }

  /// Describes what is wrong with the definitions of our tables; `nil` when nothing is.
  ///
  /// An app may keep tables of its own beside ours, under other names. With `isAlone`, there must
  /// be nothing else.
  static func difference(
    of connection: Connection, isAlone: Bool = false
  ) throws(ShortlistError) -> String? {
    // The usual case. Another SQLite may word the definitions differently.
    if try areShipped(connection) { return nil }
    let found = try definitions(of: connection)
    var expected = try ours(.none)
    if !found.isSuperset(of: expected) {
      let stemmed = try ours(.english)
      if found.intersection(stemmed).count > found.intersection(expected).count {
        expected = stemmed
      }
    }
    let names = Set(expected.map(\.name))
    let others = found.subtracting(expected).filter {
      isAlone || names.contains($0.name) || names.contains($0.table)
    }
    if let name = others.map(\.name).min() {
      return names.contains(name)
        ? "“\(name)” has a different definition" : "there is also “\(name)”"
    }
    return expected.subtracting(found).map(\.name).min().map { "“\($0)” is missing" }
  }

  /// Throws unless our tables are defined exactly as we create them.
  static func require(
    of connection: Connection, path: String, isAlone: Bool = false
  ) throws(ShortlistError) {
    guard let difference = try difference(of: connection, isAlone: isAlone) else { return }
    throw ShortlistError(
      .notAnIndex, "\(path) is not a Shortlist index: \(difference).")
  }

  /// Whether the definitions are those in `Migrations/schema.sql`, with or without stems, and no
  /// others. Creating a database to compare them with takes as long as opening a file.
  static func areShipped(_ connection: Connection) throws(ShortlistError) -> Bool {
    let rows = try connection.statement("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    var areShipped: Int32 = 0
    try connection.check(shortlist_schema_is_shipped(rows.handle, &areShipped))
    return areShipped != 0
  }

  /// Returns the statements that create a new file: all definitions, except for the tables and
  /// indexes that SQLite and FTS5 create themselves, and then the settings of the FTS5 tables.
  static func statements(_ stemming: RepositoryOptions.Stemming) -> [String] {
    parts(stemming).filter { part in
      !part.sql.isEmpty && !IndexTable.searched.contains { part.name.hasPrefix("\($0)_") }
    }.map(\.sql)
  }

  /// Returns the parts of `Migrations/schema.sql`, in order.
  private static func parts(_ stemming: RepositoryOptions.Stemming) -> [Definition] {
    var parts: [Definition] = []
    var heading: [Substring] = []
    var sql: [Substring] = []
    func finish() {
      guard heading.count == 3 else { return }
      // An empty line follows each part.
      let text = sql.dropLast().joined(separator: "\n")
      parts.append(
        Definition(
          type: String(heading[0]), name: String(heading[1]), table: String(heading[2]),
          sql: stemming == .english && heading[1] == "item_texts"
            ? Migration.stemmed(text) : text))
      sql = []
    }
    let text = String(cString: shortlist_schema())
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard line.starts(with: mark.utf8) else {
        sql.append(Substring(line))
        continue
      }
      finish()
      heading = Substring(line.dropFirst(mark.utf8.count)).split(separator: " ")
    }
    finish()
    return parts
  }

  /// The type of a part of `Migrations/schema.sql` that sets up an FTS5 table.
  static let settings = "settings"

  /// The beginning of each part in `Migrations/schema.sql`.
  static let mark = "-- "

  /// The definitions as this SQLite makes them; computed once.
  private static let known = Condition<[RepositoryOptions.Stemming: Set<Definition>]>([:])

  private static func ours(
    _ stemming: RepositoryOptions.Stemming
  ) throws(ShortlistError) -> Set<Definition> {
    if let known = known.withLock({ $0[stemming] }) { return known }
    let made = try definitions(of: model(stemming))
    known.withLock { $0[stemming] = made }
    return made
  }

  /// Creates a database like a new file.
  static func model(
    _ stemming: RepositoryOptions.Stemming
  ) throws(ShortlistError) -> Connection {
    let connection = try Connection(path: nil, isReadOnly: false)
    try Migration.run(on: connection, path: "memory", stemming: stemming)
    return connection
  }

  static func definitions(of connection: Connection) throws(ShortlistError) -> Set<Definition> {
    let others = try connection.number(
      "SELECT count(*) FROM sqlite_schema WHERE name GLOB '*_next*' OR name GLOB '*_previous*'")
    let rows = try connection.statement(others == 0 ? plainDefinitions : definitions)
    defer { rows.reset() }
    var definitions: Set<Definition> = []
    while try rows.step() {
      definitions.insert(
        Definition(
          type: rows.text(0), name: rows.text(1), table: rows.text(2), sql: rows.text(3)))
    }
    return definitions
  }

  /// Reads the definitions in a comparable form: SQLite quotes the name of a renamed table.
  private static let plainDefinitions = """
    SELECT type, name, tbl_name, replace(replace(sql,
      '"' || name || '"', name), '''' || name || '''', name) AS sql
    FROM sqlite_schema
    """

  /// The same as `plainDefinitions`, with the tables of a new or replaced index compared like those in
  /// use.
  private static let definitions = plainDefinitions.replacing(
    "sqlite_schema",
    with: """
      (SELECT type, \(ownName("name")) AS name, \(ownName("tbl_name")) AS tbl_name,
        \(ownName("sql")) AS sql
      FROM sqlite_schema)
      """)

  /// Replaces the names of such tables in a text by those in use.
  private static func ownName(_ text: String) -> String {
    IndexTable.all.reduce(text) { text, table in
      [IndexTable.next, IndexTable.previous].reduce(text) { text, ending in
        "replace(\(text), '\(table)\(ending)', '\(table)')"
      }
    }
  }
}
