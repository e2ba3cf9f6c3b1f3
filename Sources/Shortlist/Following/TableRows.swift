#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the rows of a followed table's query as items.
struct TableRows {
  private let table: SourceTable
  private let key: SourceTable.Columns

  init(_ table: SourceTable) {
    self.table = table
    key = table.key
  }

  /// The query as a table.
  private var source: String { "(\(table.query)\n)" }

  // MARK: Checking

  /// Throws unless the query yields the key and a title, and all tables it reads are tracked.
  func check(in connection: any SourceConnection) throws {
    // A statement that is only prepared may know an older schema.
    let pages = try connection.rows("SELECT rootpage, tbl_name FROM sqlite_master")
    _ = try columns(in: connection)
    // SQLite's programs name the pages of the tables and indexes that they open.
    var read: Set<SourceValue> = []
    try connection.run("EXPLAIN SELECT * FROM \(source)", []) { row in
      guard row.count > 4, row[1] == .text("OpenRead") || row[1] == .text("ReopenIdx"),
        row[4] == .integer(0)
      else { return }
      read.insert(row[3])
    }
    var known = Set(table.links.map { $0.from.table.lowercased() })
    known.insert(key.table.lowercased())
    for row in pages where read.contains(row[0]) {
      let name = row[1].text
      guard known.contains(name.lowercased()) else {
        throw ShortlistError.invalid(
          "The query also reads “\(name)”. Say how its rows lead to those of “\(key.table)”, for example: "
            + "tracking \(name).id = \(key.table).\(name)_id, or tracking \(name), if it seldom changes."
        )
      }
    }
  }

  /// The columns of the query that are read: those of the key, and then those of items.
  private func columns(in connection: any SourceConnection) throws -> [String] {
    let found = try connection.columnNames(of: "SELECT * FROM \(source)").map { $0.lowercased() }
    for name in key.names where !found.contains(name.lowercased()) {
      throw ShortlistError.invalid(
        "The query yields no column “\(name)”, which is the key of “\(key.table)”.")
    }
    guard found.contains("title") else {
      throw ShortlistError.invalid(
        "The query yields no column “title”. Name it in the query, for example: name AS title.")
    }
    return key.names + Self.itemColumns.filter(found.contains)
  }

  private static let itemColumns =
    Field.allCases.map(\.rawValue) + ["section", "weight", "payload"]

  // MARK: Keys

  /// Returns the keys of the items that entries of the log are about, each once; `nil` if all rows
  /// must be read again.
  func keys(
    of entries: [ChangeLog.Entry], in connection: any SourceConnection
  ) throws -> [[SourceValue]]? {
    let watches = table.watches
    let sources = Set(watches.map(\.source))
    var values: [Int64: Set<SourceValue>] = [:]
    for entry in entries {
      guard let source = entry.source else {
        if let reset = entry.key.integer, sources.contains(reset) { return nil }
        continue
      }
      if sources.contains(source) { values[source, default: []].insert(entry.key) }
    }
    var keys: Set<[SourceValue]> = []
    for watch in watches {
      guard let changed = values[watch.source] else { continue }
      guard !watch.columns.names.isEmpty else { return nil }
      let changedValues = changed.compactMap(watch.values).filter { !$0.contains(.null) }
      if watch.columns == key { keys.formUnion(changedValues) }
      for link in table.links where link.from == watch.columns {
        guard link.to != key else {
          keys.formUnion(changedValues)
          continue
        }
        for sql in lookups(of: link.to, passed: [link.from.table]) {
          for value in changedValues {
            try connection.run(sql, value) { if !$0.contains(.null) { keys.insert($0) } }
          }
        }
      }
    }
    return Array(keys)
  }

  /// Returns the queries for the keys of items that rows with given values in some columns lead to:
  /// one for each way.
  private func lookups(of columns: SourceTable.Columns, passed: [String]) -> [String] {
    func query(_ result: SourceTable.Columns, _ condition: String) -> String {
      let names = result.names.map(SQL.name).joined(separator: ", ")
      return "SELECT \(names) FROM \(SQL.name(result.table)) WHERE \(condition)"
    }
    let isEqual = "\(SQL.list(columns.names)) = \(SQL.places(columns.names.count))"
    if columns.table == key.table { return [query(key, isEqual)] }
    return table.links.filter { link in
      link.from.table == columns.table && !passed.contains(columns.table)
    }.flatMap { link in
      let inner = query(link.from, isEqual)
      guard link.to != key else { return [inner] }
      return lookups(of: link.to, passed: passed + [columns.table]).map { outer in
        // The last condition of the outer query is about the columns that the link leads to.
        let places = "= \(SQL.places(link.to.names.count))"
        return outer.replacing(places, with: "IN (\(inner))")
      }
    }
  }

  /// Returns the key that ends the next `limit` rows of the table behind `cursor`; `nil` if there are
  /// fewer.
  func lastKey(
    after cursor: [SourceValue]?, limit: Int, in connection: any SourceConnection
  ) throws -> [SourceValue]? {
    let names = key.names.map(SQL.name).joined(separator: ", ")
    return try connection.rows(
      """
      SELECT \(names) FROM \(SQL.name(key.table))
      WHERE \(condition(after: cursor)) ORDER BY \(names) LIMIT 1 OFFSET \(limit - 1)
      """, cursor ?? []
    ).first
  }

  private func condition(after cursor: [SourceValue]?) -> String {
    guard cursor != nil else {
      return key.names.map { "\(SQL.name($0)) IS NOT NULL" }.joined(separator: " AND ")
    }
    return "\(SQL.list(key.names)) > \(SQL.places(key.names.count))"
  }

  // MARK: Items

  /// Passes the items of the rows with the given keys to `body`.
  func items(
    _ keys: [[SourceValue]], in connection: any SourceConnection,
    _ body: (Item) -> Void
  ) throws {
    guard !keys.isEmpty else { return }
    let columns = try columns(in: connection)
    // Older versions of SQLite allow 999 values.
    let most = max(1, 900 / key.names.count)
    var rest = keys[...]
    while !rest.isEmpty {
      let some = rest.prefix(most)
      rest = rest.dropFirst(some.count)
      let places = Array(repeating: SQL.places(key.names.count), count: some.count)
        .joined(separator: ", ")
      try read(
        columns, "\(SQL.list(key.names)) IN (VALUES \(places))", Array(some.joined()), connection,
        body)
    }
  }

  /// Passes the items of the rows behind the key `cursor`, up to the key `end`, to `body`.
  func items(
    after cursor: [SourceValue]?, upTo end: [SourceValue]?, in connection: any SourceConnection,
    _ body: (Item) -> Void
  ) throws {
    var condition = condition(after: cursor)
    if end != nil {
      condition += " AND \(SQL.list(key.names)) <= \(SQL.places(key.names.count))"
    }
    try read(
      columns(in: connection), condition, (cursor ?? []) + (end ?? []), connection, body)
  }

  private func read(
    _ columns: [String], _ condition: String, _ values: [SourceValue],
    _ connection: any SourceConnection, _ body: (Item) -> Void
  ) throws {
    let names = columns.map(SQL.name).joined(separator: ", ")
    let fields = columns.dropFirst(key.names.count)
    try connection.run("SELECT \(names) FROM \(source) WHERE \(condition)", values) { row in
      let key = Array(row.prefix(key.names.count))
      if let item = item(key, zip(fields, row.dropFirst(key.count))) { body(item) }
    }
  }

  /// Makes the item of a row; `nil` if the row cannot be an item.
  private func item(
    _ key: [SourceValue], _ fields: some Sequence<(String, SourceValue)>
  ) -> Item? {
    guard let id = table.id(of: key) else { return nil }
    var item = Item(id: id, section: ItemSection.ID(table.table), title: "")
    for (name, value) in fields {
      switch name {
      case "section": if !value.text.isEmpty { item.section = ItemSection.ID(value.text) }
      case "weight":
        let weight = value.number ?? 0
        item.weight = Limits.isWeight(weight) ? weight : 0
      case "payload":
        if case .blob(let bytes) = value {
          item.payload = bytes
        } else if !value.isNull {
          item.payload = Data(value.text.utf8)
        }
      default:
        guard let field = Field(rawValue: name) else { continue }
        item[field] = field.isList ? Self.list(value.text) : [value.text]
      }
    }
    return (try? item.validate()) == nil || item.size > Self.maximumSize ? nil : item
  }

  /// Splits a list whose entries are separated by semicolons.
  private static func list(_ text: String) -> [String] {
    text.split { $0 == ";" || $0 == "\u{1F}" }.compactMap { word in
      let start = word.drop(while: \.isWhitespace)
      let end = start.lastIndex { !$0.isWhitespace }
      return end.map { String(start[...$0]) }
    }
  }

  /// The maximum size of an item, in bytes.
  private static let maximumSize = 16 << 20
}

extension Item {
  /// The size of its columns, in bytes.
  fileprivate var size: Int {
    Field.allCases.reduce(payload?.count ?? 0) { $0 + self[column: $1].utf8.count }
  }
}
