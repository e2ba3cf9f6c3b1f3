import CShortlist

/// The definitions of the tables in a file: what SQLite runs of it.
enum Schema {
  /// A row of `sqlite_schema`.
  struct Definition: Hashable {
    let type: String
    let name: String
    let table: String
    let sql: String
  }

  /// What is wrong with the definitions of our tables; `nil` when nothing is.
  ///
  /// An app may keep tables of its own beside ours, with other names. With `isAlone`, there must be
  /// nothing else.
  static func difference(
    of connection: Connection, isAlone: Bool = false
  ) throws(ShortlistError) -> String? {
    let found = try definitions(of: connection)
    // As it mostly is; another SQLite may put it in other words.
    if found == shipped(.none) || found == shipped(.english) { return nil }
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
        ? "“\(name)” is defined in another way" : "there is also “\(name)”"
    }
    return expected.subtracting(found).map(\.name).min().map { "“\($0)” is missing" }
  }

  /// Refuses a file in which our tables are not just as we make them.
  static func require(
    of connection: Connection, path: String, isAlone: Bool = false
  ) throws(ShortlistError) {
    guard let difference = try difference(of: connection, isAlone: isAlone) else { return }
    throw ShortlistError(
      .notAnIndex, "\(path) is no index as Shortlist makes it: \(difference).")
  }

  /// Ours, as they were when the last migration was written: to make a database with them takes as long
  /// as to open a file.
  static func shipped(_ stemming: RepositoryOptions.Stemming) -> Set<Definition> {
    Set(parts(stemming).filter { $0.type != settings })
  }

  /// The statements that make a new file: all definitions but those of the tables and indexes that SQLite
  /// and FTS5 make for themselves, and then the settings of the tables of FTS5.
  static func statements(_ stemming: RepositoryOptions.Stemming) -> [String] {
    parts(stemming).filter { part in
      !part.sql.isEmpty && !IndexTable.searched.contains { part.name.hasPrefix("\($0)_") }
    }.map(\.sql)
  }

  /// The parts of `Migrations/schema.sql`, in order.
  private static func parts(_ stemming: RepositoryOptions.Stemming) -> [Definition] {
    var parts: [Definition] = []
    var heading: [Substring] = []
    var sql: [Substring] = []
    func finish() {
      guard heading.count == 3 else { return }
      // Behind each stands an empty line.
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

  /// The type of a part of `Migrations/schema.sql` that sets up a table of FTS5.
  static let settings = "settings"

  /// What each part begins with in `Migrations/schema.sql`.
  static let mark = "-- "

  /// Ours, as this SQLite makes them; made once.
  private static let known = Condition<[RepositoryOptions.Stemming: Set<Definition>]>([:])

  private static func ours(
    _ stemming: RepositoryOptions.Stemming
  ) throws(ShortlistError) -> Set<Definition> {
    if let known = known.withLock({ $0[stemming] }) { return known }
    let made = try definitions(of: model(stemming))
    known.withLock { $0[stemming] = made }
    return made
  }

  /// A database as new files are.
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

  /// Reads the definitions so that they can be compared: a table that was renamed has its name in quotes.
  private static let plainDefinitions = """
    SELECT type, name, tbl_name, replace(replace(sql,
      '"' || name || '"', name), '''' || name || '''', name)
    FROM sqlite_schema
    """

  /// The same where tables of an index that is being built, or was in use before, are to be as those in
  /// use.
  private static let definitions = plainDefinitions.replacing(
    "sqlite_schema",
    with: """
      (SELECT type, \(ownName("name")) AS name, \(ownName("tbl_name")) AS tbl_name,
        \(ownName("sql")) AS sql
      FROM sqlite_schema)
      """)

  /// A text with the names of the tables in use in place of those of others.
  private static func ownName(_ text: String) -> String {
    IndexTable.all.reduce(text) { text, table in
      [IndexTable.next, IndexTable.previous].reduce(text) { text, ending in
        "replace(\(text), '\(table)\(ending)', '\(table)')"
      }
    }
  }
}
