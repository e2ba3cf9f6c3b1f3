/// The log of changes in a followed database: the tables `shortlist_change` and
/// `shortlist_follower`, and the triggers that write it.
///
/// `shortlist_change(seq, source, key, stamp)` gets a row for each changed row of a watched table.
/// `source` is the number of a ``Watch``, and `key` the values of its columns. `stamp` is random: a
/// follower that remembers the `seq` and the `stamp` of the last row it has read notices when that row
/// is gone or is another one, because the database was restored from an older copy, for example.
/// The last row is therefore never deleted, which also keeps `seq` ascending; `AUTOINCREMENT` would
/// do that too, but it leaves the table `sqlite_sequence` behind for ever.
///
/// `shortlist_follower(name, seq, sources)` has a row for each follower: how far it has read, and the
/// watches it needs. Rows that all followers have read are deleted.
///
/// The triggers are plain SQL that any SQLite runs. They mention no table but their own and the log,
/// so the app may drop, rename and rebuild its tables as before.
enum ChangeLog {
  /// The most rows of the log. A follower that is further behind compares all rows.
  static let maximumRows: Int64 = 1_000_000

  /// The statements that create the log.
  static let tables = [
    """
    CREATE TABLE shortlist_change(
      seq INTEGER PRIMARY KEY, source, key, stamp DEFAULT (random()))
    """,
    "CREATE TABLE shortlist_follower(name TEXT PRIMARY KEY, seq INTEGER, sources TEXT) WITHOUT ROWID",
    """
    CREATE TRIGGER shortlist_limit AFTER INSERT ON shortlist_change WHEN NEW.seq % 10000 = 0 BEGIN
      DELETE FROM shortlist_change WHERE seq <= NEW.seq - \(maximumRows);
    END
    """,
  ]

  /// Whether the log exists.
  static func exists(in connection: any SourceConnection) throws -> Bool {
    try !connection.rows(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'shortlist_follower'"
    ).isEmpty
  }

  /// A row of the log.
  struct Entry {
    let seq: Int64
    let stamp: Int64
    let source: Int64?
    let key: SourceValue

    init(_ row: [SourceValue]) {
      (seq, stamp) = (row[0].integer ?? 0, row[1].integer ?? 0)
      (source, key) = (row[2].integer, row[3])
    }
  }

  /// Returns the last row; `nil` if the log is empty.
  static func last(in connection: any SourceConnection) throws -> Entry? {
    try connection.rows(
      "SELECT seq, stamp, source, key FROM shortlist_change ORDER BY seq DESC LIMIT 1"
    ).first.map(Entry.init)
  }

  /// Whether the log has a row with that number and stamp.
  static func contains(
    _ seq: Int64, stamp: Int64, in connection: any SourceConnection
  ) throws -> Bool {
    try !connection.rows(
      "SELECT 1 FROM shortlist_change WHERE seq = ? AND stamp = ?",
      [.integer(seq), .integer(stamp)]
    ).isEmpty
  }

  /// Returns the next rows behind a number, at most `limit`.
  static func entries(
    after seq: Int64, limit: Int, in connection: any SourceConnection
  ) throws -> [Entry] {
    try connection.rows(
      "SELECT seq, stamp, source, key FROM shortlist_change WHERE seq > ? ORDER BY seq LIMIT ?",
      [.integer(seq), .integer(Int64(limit))]
    ).map(Entry.init)
  }

  /// Deletes some of the rows that all followers have read; `false` when none is left.
  static func trim(in connection: any SourceConnection) throws -> Bool {
    let bounds = try connection.rows(
      """
      SELECT (SELECT min(seq) FROM shortlist_change),
        min((SELECT min(seq) FROM shortlist_follower), (SELECT max(seq) FROM shortlist_change))
      """)
    guard let first = bounds.first?[0].integer, let end = bounds.first?[1].integer, first < end
    else { return false }
    let next = min(first + 10_000, end)
    try connection.run("DELETE FROM shortlist_change WHERE seq < ?", [.integer(next)]) { _ in }
    return next < end
  }
}

/// Some columns of a table, of which each change is logged.
struct Watch: Hashable {
  let columns: SourceTable.Columns
  /// The number that stands for it in the log, which is the same for all followers.
  let source: Int64

  init(_ columns: SourceTable.Columns) {
    self.columns = columns
    let text = ([columns.table] + columns.names).map(SQL.name).joined(separator: " ")
    // FNV-1a. If two watches had the same number, some rows would be looked up in vain.
    let hash = text.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    source = Int64(hash >> 8)
  }

  /// Returns the values of the columns from a logged key; `nil` if it cannot be read.
  func values(of key: SourceValue) -> [SourceValue]? {
    guard columns.names.count > 1 else { return [key] }
    guard case .text(let literals) = key, let values = SourceValue.parse(literals),
      values.count == columns.names.count
    else { return nil }
    return values
  }

  /// Returns the expression for the key of a row: `NEW`, `OLD` or the name of the table.
  private func key(of row: String) -> String {
    let names = columns.names.map { "\(row).\(SQL.name($0))" }
    guard names.count > 1 else { return names.first ?? "NULL" }
    return names.map { "quote(\($0))" }.joined(separator: " || ',' || ")
  }

  /// Returns the triggers, for a table with these constraints.
  ///
  /// `INSERT OR REPLACE` deletes rows that have the new values in a unique index, and runs no
  /// triggers for them. So a trigger that runs before looks for such rows.
  func triggers(evictions: [Eviction]) -> [String] {
    let table = SQL.name(columns.table)
    let insert = "INSERT INTO shortlist_change(source, key)"
    func trigger(_ name: String, _ event: String, _ statements: [String]) -> String {
      let body = statements.map { "  \($0);\n" }.joined()
      return
        "CREATE TRIGGER \(SQL.name("shortlist_\(source)_\(name)")) \(event) ON \(table) BEGIN\n\(body)END"
    }
    var triggers = [
      trigger("insert", "AFTER INSERT", ["\(insert) VALUES(\(source), \(key(of: "NEW")))"]),
      trigger("delete", "AFTER DELETE", ["\(insert) VALUES(\(source), \(key(of: "OLD")))"]),
      trigger("update", "AFTER UPDATE", ["\(insert) VALUES(\(source), \(key(of: "NEW")))"]),
    ]
    let changes = columns.names.map(SQL.name).map { "OLD.\($0) COLLATE BINARY IS NOT NEW.\($0)" }
    if !changes.isEmpty {
      triggers.append(
        trigger(
          "rekey", "AFTER UPDATE", ["\(insert) VALUES(\(source), \(key(of: "OLD")))"]
        ).replacing(
          " BEGIN\n", with: " WHEN \(changes.joined(separator: " OR ")) BEGIN\n", maxReplacements: 1
        )
      )
    }
    let victims = evictions.filter { !$0.keeps(columns) }
    if !victims.isEmpty {
      let select = "\(insert) SELECT \(source), \(key(of: table)) FROM \(table) WHERE "
      triggers.append(
        trigger("replace", "BEFORE INSERT", victims.map { select + $0.condition }))
      triggers.append(
        trigger(
          "rereplace", "BEFORE UPDATE",
          victims.map { "\(select)\($0.isPossible) AND \($0.condition)" }))
    }
    return triggers
  }
}

/// A uniqueness of a table, for which `INSERT OR REPLACE` deletes rows.
struct Eviction {
  /// The plain columns; `nil` if it is about an expression, or about some rows only.
  let columns: [String]?
  /// The condition that a row has the new values.
  let condition: String
  /// The condition that an update changes them.
  let isPossible: String

  /// Whether a deleted row has the same values in some columns as the new one.
  func keeps(_ others: SourceTable.Columns) -> Bool {
    guard let columns else { return false }
    let names = Set(columns.map { $0.lowercased() })
    return others.names.allSatisfy { names.contains($0.lowercased()) }
  }
}

/// Pieces of SQL.
enum SQL {
  /// Returns a quoted name.
  static func name(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  /// Returns names as a list, in brackets if they are several.
  static func list(_ names: [String], of table: String? = nil) -> String {
    let prefix = table.map { name($0) + "." } ?? ""
    let names = names.map { prefix + name($0) }.joined(separator: ", ")
    return "(\(names))"
  }

  /// Returns a place for each of some values, in brackets.
  static func places(_ count: Int) -> String {
    "(" + Array(repeating: "?", count: count).joined(separator: ", ") + ")"
  }
}

extension SourceValue {
  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
}
