/// The columns and the uniqueness constraints of a table in a followed database.
struct TableShape {
  let columns: [String]
  let evictions: [Eviction]

  /// Reads the definition of a table.
  ///
  /// - Throws: ``ShortlistError/Code/unknownTable`` if it is not a table with rows of its own.
  init(_ table: String, in connection: any SourceConnection) throws {
    let kinds = try connection.rows(
      "SELECT type, sql LIKE 'CREATE VIRTUAL%' FROM sqlite_master WHERE name = ? COLLATE NOCASE",
      [.text(table)])
    guard let kind = kinds.first else {
      throw ShortlistError(.unknownTable, "There is no table “\(table)” in the followed database.")
    }
    guard kind[0] == .text("table"), kind[1] == .integer(0) else {
      throw ShortlistError(
        .unknownTable, "“\(table)” is a view or a virtual table, whose changes cannot be followed.")
    }
    let info = try connection.rows(
      "SELECT name, pk FROM pragma_table_xinfo(?) ORDER BY cid", [.text(table)])
    let columns = info.map(\.[0].text)
    self.columns = columns
    var evictions: [Eviction] = []
    var hasRowid = true
    var hasKeyIndex = false
    for index in try UniqueIndex.all(of: table, in: connection) {
      if index.origin == "pk" {
        hasKeyIndex = true
        // The key of a table WITHOUT ROWID has no index of its own.
        if !index.isStored { hasRowid = false }
      }
      evictions.append(index.eviction(of: table, columns))
    }
    let keys = info.filter { $0[1] != .integer(0) }.map(\.[0].text)
    let rowid = ["rowid", "oid", "_rowid_"].first { name in
      !columns.contains { $0.lowercased() == name }
    }
    if !hasKeyIndex, keys.count == 1 {
      evictions.append(Eviction(table, equal: [(keys[0], "BINARY")]))
    } else if hasRowid, let rowid {
      evictions.append(Eviction(table, equal: [(rowid, "BINARY")]))
    }
    self.evictions = evictions
  }

  /// Throws unless the table has some columns.
  func require(_ columns: SourceTable.Columns) throws(ShortlistError) {
    let known = Set(self.columns.map { $0.lowercased() })
    for name in columns.names where !known.contains(name.lowercased()) {
      throw .invalid("The table “\(columns.table)” has no column “\(name)”.")
    }
  }
}

extension Eviction {
  /// Makes a uniqueness of columns, compared by collations.
  fileprivate init(_ table: String, equal columns: [(name: String, collation: String)]) {
    let names = columns.map { SQL.name($0.name) }
    let equations = zip(names, columns).map {
      "\(SQL.name(table)).\($0) = NEW.\($0) COLLATE \(SQL.name($1.collation))"
    }
    self.init(
      columns: columns.map(\.name), condition: equations.joined(separator: " AND "),
      isPossible: "("
        + names.map { "OLD.\($0) COLLATE BINARY IS NOT NEW.\($0)" }.joined(separator: " OR ") + ")")
  }
}

/// A unique index.
private struct UniqueIndex {
  let origin: String
  let isPartial: Bool
  let sql: String
  /// Whether the schema has an entry for it.
  let isStored: Bool
  /// The columns, `nil` for an expression, and their collations.
  var terms: [(column: String?, collation: String)] = []

  static func all(
    of table: String, in connection: any SourceConnection
  ) throws -> [UniqueIndex] {
    var indexes: [UniqueIndex] = []
    var last: SourceValue?
    let rows = try connection.rows(
      """
      SELECT list.name, list.origin, list.partial, entry.sql, entry.name IS NOT NULL, term.name, term.coll
      FROM pragma_index_list(?) AS list JOIN pragma_index_xinfo(list.name) AS term
        LEFT JOIN sqlite_master AS entry ON entry.type = 'index' AND entry.name = list.name
      WHERE list."unique" = 1 AND term.key = 1 ORDER BY list.name, term.seqno
      """, [.text(table)])
    for row in rows {
      if row[0] != last {
        indexes.append(
          UniqueIndex(
            origin: row[1].text, isPartial: row[2] == .integer(1), sql: row[3].text,
            isStored: row[4] == .integer(1)))
        last = row[0]
      }
      indexes[indexes.count - 1].terms.append((row[5].isNull ? nil : row[5].text, row[6].text))
    }
    return indexes
  }

  func eviction(of table: String, _ columns: [String]) -> Eviction {
    let plain = terms.compactMap { term in term.column.map { ($0, term.collation) } }
    guard isPartial || plain.count < terms.count else { return Eviction(table, equal: plain) }
    // The expressions see the new values as those of a row.
    let row = columns.map { "NEW.\(SQL.name($0)) AS \(SQL.name($0))" }.joined(separator: ", ")
    let (expressions, filter) = IndexText.parts(of: sql)
    var conditions = expressions.map { "(\($0)) = (SELECT \($0) FROM (SELECT \(row)))" }
    if let filter { conditions.append("(\(filter))") }
    return Eviction(
      columns: nil, condition: conditions.joined(separator: " AND "), isPossible: "1")
  }
}

/// The text of a `CREATE INDEX`.
enum IndexText {
  /// Returns the expressions of an index, without their order, and the condition of a partial one.
  static func parts(of sql: String) -> (expressions: [String], filter: String?) {
    var expressions: [String] = []
    var current = ""
    var depth = 0
    var tail: [String] = []
    for word in words(of: sql) {
      if depth == 0, !expressions.isEmpty {
        tail.append(word)
        continue
      }
      if word == ")" { depth -= 1 }
      if depth == 1 && word == "," || depth == 0 && word == ")" {
        expressions.append(withoutOrder(current))
        current = ""
      } else if depth > 0 {
        current += word
      }
      if word == "(" { depth += 1 }
    }
    guard let start = tail.firstIndex(where: { $0.uppercased() == "WHERE" }) else {
      return (expressions, nil)
    }
    return (expressions, tail[(start + 1)...].joined())
  }

  private static func withoutOrder(_ expression: String) -> String {
    var words = words(of: expression)
    while let last = words.last, last.allSatisfy(\.isWhitespace) { words.removeLast() }
    if let last = words.last?.uppercased(), last == "ASC" || last == "DESC" { words.removeLast() }
    return words.joined()
  }

  /// Cuts a text into words, quoted texts and single other characters; comments become spaces.
  private static func words(of sql: String) -> [String] {
    var words: [String] = []
    var rest = Substring(sql)
    while let first = rest.first {
      var length = 1
      if let close = ["'": "'", "\"": "\"", "`": "`", "[": "]"][first] as Character? {
        // A doubled quote ends one quoted text and begins the next, which are joined again.
        length = rest.dropFirst().firstIndex(of: close).map { rest[...$0].count } ?? rest.count
      } else if rest.hasPrefix("--") {
        length = rest.firstIndex(of: "\n").map { rest[...$0].count } ?? rest.count
      } else if rest.hasPrefix("/*") {
        length =
          rest.dropFirst(2).firstRange(of: "*/").map { rest[..<$0.upperBound].count }
          ?? rest.count
      } else if first == "_" || first.isLetter || first.isNumber {
        length = rest.prefix { $0 == "_" || $0 == "$" || $0.isLetter || $0.isNumber }.count
      }
      let isComment = length > 1 && (first == "-" || first == "/")
      words.append(isComment ? " " : String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return words
  }
}
