import GRDB

/// Random changes of the tables of an ``AppDatabase``, each through GRDB.
struct RandomChange {
  private var generator: SeededGenerator
  /// A copy of an earlier state.
  private var snapshot: DatabaseQueue?

  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  /// Makes a change: usually a transaction, sometimes one of the schema, or an older copy is
  /// restored.
  mutating func make(in writer: any DatabaseWriter) throws {
    switch generator.number(0...19) {
    case 0:
      try writer.write { db in
        try db.execute(sql: "DROP TABLE \(generator.pick(AppDatabase.tables))")
        // `CREATE TABLE` fails for the two that are still there.
        for sql in AppDatabase.schema.split(separator: ";") { try? db.execute(sql: String(sql)) }
      }
    case 1: try writer.vacuum()
    case 2:
      try writer.write { db in
        try db.alter(table: "country") { table in
          table.add(column: "extra\(generator.number(0...1_000_000))", .text)
        }
      }
    case 3:
      let copy = try DatabaseQueue()
      try writer.backup(to: copy)
      snapshot = copy
    case 4: try snapshot?.backup(to: writer)
    default:
      let isRolledBack = generator.once(in: 6)
      try writer.writeWithoutTransaction { db in
        try db.inTransaction {
          for _ in 0..<generator.number(1...6) { try change(db) }
          return isRolledBack ? .rollback : .commit
        }
      }
    }
  }

  private mutating func change(_ db: Database) throws {
    guard generator.once(in: 5) else { return run(statement(), db) }
    let isRolledBack = generator.once(in: 2)
    try db.inSavepoint {
      for _ in 0..<generator.number(1...3) { run(statement(), db) }
      return isRolledBack ? .rollback : .commit
    }
  }

  /// Runs a statement, which may violate a constraint.
  private func run(_ sql: String, _ db: Database) { try? db.execute(sql: sql) }

  // MARK: Statements

  private static let numbers = (1...5).map(String.init) + ["NULL"]
  private static let names = [
    "'Rome'", "'rome'", "'Oslo'", "'\u{E9}'", "'e\u{301}'", "'O''Neill'", "' '", "NULL",
  ]
  private static let codes = ["'a'", "'A'", "'b'", "'\u{E9}'", "'e\u{301}'", "'c/d'", "''", "NULL"]

  private static func columns(of table: String) -> [(name: String, values: [String])] {
    switch table {
    case "country": [("id", numbers), ("name", names), ("code", codes), ("region", codes)]
    case "alias": [("country", numbers), ("name", names.filter { $0 != "' '" })]
    default: [("id", codes), ("name", names)]
    }
  }

  private mutating func statement() -> String {
    let table = generator.pick(AppDatabase.tables)
    let columns = Self.columns(of: table)
    let conflict = generator.pick(["", " OR REPLACE", " OR REPLACE", " OR IGNORE", " OR FAIL"])
    let names = columns.map(\.name).joined(separator: ", ")
    let values = columns.map { generator.pick($0.values) }.joined(separator: ", ")
    let changed = generator.pick(columns)
    let change = "\(changed.name) = \(generator.pick(changed.values))"
    let tested = generator.pick(columns)
    let condition =
      generator.once(in: 6) ? "" : " WHERE \(tested.name) IS \(generator.pick(tested.values))"
    switch generator.number(0...9) {
    case 0...4: return "INSERT\(conflict) INTO \(table)(\(names)) VALUES(\(values))"
    case 5:
      return "INSERT INTO \(table)(\(names)) VALUES(\(values)) ON CONFLICT DO UPDATE SET \(change)"
    case 6: return "DELETE FROM \(table)\(condition)"
    default: return "UPDATE\(conflict) \(table) SET \(change)\(condition)"
    }
  }
}
