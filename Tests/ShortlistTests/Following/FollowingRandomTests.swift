import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

/// `SHORTLIST_ROUNDS=50` runs 10,000 histories.
@Suite("A followed table")
struct FollowingRandomTests {
  private static let parts = 2

  @Test(
    "is equal to the query after each catch-up, whatever happened before",
    arguments: 0..<parts)
  func histories(part: Int) throws {
    for seed in Rounds.seeds(200) where seed % Self.parts == part {
      var history = try RandomHistory(seed: seed)
      try history.run()
      if Rounds.isLong, seed % 500 == part { print("following: history \(seed)") }
    }
  }
}

/// A random history of a database, and of a repository that catches up now and then.
private struct RandomHistory {
  private let seed: Int
  private var generator: SeededGenerator
  private let example: FollowedExample
  private let file: FollowedFile
  private let repository: BlockingItemRepository
  private let settings: String
  private var other: RawDatabase?
  private var snapshots: [String] = []
  private var log: [String] = []
  /// The tables that do not exist at the moment.
  private var missing: Set<String> = []
  private var isRenamed = false

  init(seed: Int) throws {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    example = FollowedExample.allCases[seed % FollowedExample.allCases.count]
    settings = """
      PRAGMA synchronous = OFF; PRAGMA recursive_triggers = \(generator.once(in: 4));
      PRAGMA journal_mode = \(generator.once(in: 3) ? "delete" : "wal");
      """
    file = try FollowedFile(
      example.schema(), mode: "delete", settings: settings)
    if generator.once(in: 2) { other = try file.connect(settings) }
    repository = try ItemRepository(path: ":memory:").blocking
    self.generator = generator
  }

  mutating func run() throws {
    for _ in 0..<generator.number(0...4) { change() }
    for _ in 0..<generator.number(10...40) {
      try step()
      if generator.once(in: 5) { try catchUp() }
    }
    for table in missing { create(table) }
    try catchUp()
    #expect(try repository.check().findings == [], "seed \(seed)")
    let others = try file.app.rows(
      "SELECT sql FROM sqlite_master WHERE name NOT LIKE 'shortlist%' AND tbl_name NOT LIKE 'shortlist%' ORDER BY rowid"
    )
    try file.source.remove()
    #expect(try file.definitions() == others, "seed \(seed)")
  }

  private mutating func catchUp() throws {
    guard missing.isEmpty else {
      let error = #expect(throws: ShortlistError.self, "seed \(seed)") {
        try repository.catchUp(with: file.source)
      }
      #expect(error?.code == .unknownTable, "seed \(seed)")
      return
    }
    try repository.catchUp(with: file.source)
    let difference = try file.difference(from: repository)
    #expect(
      difference == [],
      "seed \(seed): \(log.joined(separator: "\n")) \(difference.joined(separator: "\n"))")
    #expect(try repository.catchUp(with: file.source).isEmpty, "seed \(seed)")
    #expect(try file.app.rows("SELECT count(*) FROM shortlist_change") == ["1"], "seed \(seed)")
    log.append("-- caught up")
  }

  // MARK: Steps

  private mutating func step() throws {
    switch generator.number(0...39) {
    case 0: try drop()
    case 1: for table in missing { create(table) }
    case 2: run("ALTER TABLE \(table()) ADD COLUMN extra\(log.count) DEFAULT 7")
    case 3: run("VACUUM")
    case 4: rebuild(table())
    case 5:
      let table = table()
      run("ALTER TABLE \(table) RENAME TO other; ALTER TABLE other RENAME TO \(table)")
    case 6:
      let table = table()
      run(
        "CREATE UNIQUE INDEX unique\(log.count) ON \(table)(\(columns(table).map(\.name).joined(separator: ", ")))"
      )
    case 7, 8: try takeSnapshot()
    case 9: try restore()
    case 10...15: transaction()
    default: change()
    }
  }

  private mutating func run(_ sql: String) {
    let connection = other.flatMap { generator.once(in: 2) ? $0 : nil } ?? file.app
    log.append(sql + ";")
    do {
      try connection.run(sql)
    } catch {
      // A constraint was violated, or a table is missing.
      log.append("-- \(error)")
      try? connection.run("ROLLBACK")
    }
  }

  private mutating func change() { run(statement()) }

  private mutating func transaction() {
    var sql = ["BEGIN"]
    var depth = 0
    for _ in 0..<generator.number(1...6) {
      switch generator.number(0...5) {
      case 0:
        depth += 1
        sql.append("SAVEPOINT s\(depth)")
      case 1 where depth > 0:
        sql.append(generator.once(in: 2) ? "ROLLBACK TO s\(depth)" : "RELEASE s\(depth)")
        if sql.last?.hasPrefix("RELEASE") == true { depth -= 1 }
      default: sql.append(statement(isSafe: true))
      }
    }
    sql.append(generator.once(in: 3) ? "ROLLBACK" : "COMMIT")
    run(sql.joined(separator: ";\n"))
  }

  private mutating func drop() throws {
    let table = table()
    run("DROP TABLE \(table)")
    missing.insert(table)
    if generator.once(in: 2) { try catchUp() }
    if generator.once(in: 3) { change() }
    if generator.once(in: 2) { create(table) }
  }

  private mutating func create(_ table: String) {
    run(file.schema.tables.first { $0.name == table }?.sql ?? "")
    missing.remove(table)
    for _ in 0..<generator.number(0...3) { change() }
  }

  /// Makes a table again by another name, copies its rows and gives it the old name, as migrations
  /// do.
  private mutating func rebuild(_ table: String) {
    guard let sql = file.schema.tables.first(where: { $0.name == table })?.sql else { return }
    let statements = sql.split(separator: ";").map(String.init)
    let names = columns(table).map(\.name).joined(separator: ", ")
    run(
      """
      BEGIN; \(statements[0].replacing("TABLE \(table)(", with: "TABLE new_\(table)("));
      INSERT INTO new_\(table)(\(names)) SELECT \(names) FROM \(table); DROP TABLE \(table);
      ALTER TABLE new_\(table) RENAME TO \(table); \(statements.dropFirst().joined(separator: ";"))
      ; COMMIT
      """)
  }

  private mutating func takeSnapshot() throws {
    guard missing.isEmpty else { return }
    let path = file.path + ".\(snapshots.count)"
    run("VACUUM INTO '\(path)'")
    snapshots.append(path)
  }

  private mutating func restore() throws {
    guard let snapshot = snapshots.randomElement(using: &generator) else { return }
    missing = []
    log.append("-- restore \(snapshot)")
    if generator.once(in: 2) { return try file.app.restore(from: snapshot) }
    let hasOther = other != nil
    other = nil
    try file.closed {
      for ending in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: file.path + ending)
      }
      try FileManager.default.copyItem(atPath: snapshot, toPath: file.path)
    }
    try file.app.run(settings)
    if hasOther { other = try file.connect(settings) }
  }

  // MARK: Statements

  private mutating func table() -> String { generator.pick(file.schema.tables).name }

  private func columns(_ table: String) -> [(name: String, values: [String])] {
    example.columns(of: table)
  }

  /// Returns a change of some rows. A safe one does not end its transaction by violating a
  /// constraint.
  private mutating func statement(isSafe: Bool = false) -> String {
    let table = table()
    let columns = columns(table)
    let conflict = generator.pick(
      [" OR REPLACE", " OR REPLACE", " OR IGNORE"] + (isSafe ? [] : [""]))
    func condition() -> String {
      if generator.once(in: 6) { return "" }
      let column = generator.pick(columns)
      return " WHERE \(column.name) IS \(generator.pick(column.values))"
    }
    func assignment() -> String {
      if table != "visit", generator.once(in: 8) { return "rowid = \(generator.number(1...6))" }
      let column = generator.pick(columns)
      return "\(column.name) = \(generator.pick(column.values))"
    }
    switch generator.number(0...9) {
    case 0...4:
      var names = columns.map(\.name)
      var rows: [String] = []
      let hasRowid = table != "visit" && generator.once(in: 8)
      for _ in 0..<(generator.once(in: 4) ? 3 : 1) {
        var values = columns.map { generator.pick($0.values) }
        if hasRowid { values.append("\(generator.number(1...6))") }
        rows.append("(\(values.joined(separator: ", ")))")
      }
      if hasRowid { names.append("rowid") }
      return
        "INSERT\(conflict) INTO \(table)(\(names.joined(separator: ", "))) VALUES \(rows.joined(separator: ", "))"
    case 5:
      let column = generator.pick(columns)
      let values = columns.map { generator.pick($0.values) }
      return """
        INSERT INTO \(table)(\(columns.map(\.name).joined(separator: ", "))) \
        VALUES(\(values.joined(separator: ", "))) \
        ON CONFLICT DO \(isSafe ? "NOTHING" : "UPDATE SET \(column.name) = excluded.\(column.name)")
        """
    case 6: return "DELETE FROM \(table)\(condition())"
    default: return "UPDATE\(conflict) \(table) SET \(assignment()), \(assignment())\(condition())"
    }
  }
}
