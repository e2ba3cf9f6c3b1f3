import CShortlist
import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("The definitions of a file")
struct SchemaTests {
  /// Returns the text of a `Migrations/schema.sql` that creates the same schema as `connection`
  /// has.
  private static func text(of connection: Connection) throws -> String {
    let definitions = try Schema.definitions(of: connection)
      .sorted { ($0.table, $0.name) < ($1.table, $1.name) }
      .map { "\(Schema.mark)\($0.type) \($0.name) \($0.table)\n\($0.sql)" }
    let settings = try IndexTable.searched.sorted().map { table in
      try "\(Schema.mark)\(Schema.settings) \(table) \(table)\n"
        + Self.settings(of: table, on: connection)
        .map { "INSERT INTO \(table)(\(table), rank) VALUES('\($0)', \($1));" }
        .joined(separator: "\n")
    }
    return (definitions + settings).joined(separator: "\n\n") + "\n"
  }

  private static func settings(
    of table: String, on connection: Connection
  ) throws -> [(String, Int64)] {
    let rows = try connection.statement(
      "SELECT k, v FROM \(table)_config WHERE k <> 'version' ORDER BY k")
    defer { rows.reset() }
    var settings: [(String, Int64)] = []
    while try rows.step() { settings.append((rows.text(0), rows.int64(1))) }
    return settings
  }

  /// Returns a database created by all migrations.
  private static func migrated() throws -> Connection {
    let connection = try Connection(path: nil, isReadOnly: false)
    var count: Int32 = 0
    let first = shortlist_migrations(&count)
    for migration in UnsafeBufferPointer(start: first, count: Int(count)) {
      try connection.execute(String(cString: migration.sql))
    }
    return connection
  }

  @Test("are those that the migrations make, with the same settings")
  func migrations() throws {
    let migrated = try Self.migrated()
    #expect(try Self.text(of: Schema.model(.none)) == Self.text(of: migrated))
    #expect(try Schema.definitions(of: Schema.model(.english)) != Schema.definitions(of: migrated))
  }

  // Another SQLite may word FTS5's tables differently; then files are compared with the tables that
  // it creates.
  @Test(
    "are those that are compared first", .enabled(if: sqlite3_libversion_number() / 1_000 == 3_040))
  func shipped() throws {
    for stemming in [ItemRepository.Options.Stemming.none, .english] {
      let model = try Schema.model(stemming)
      #expect(try Schema.areShipped(model))
      try model.execute("CREATE TABLE zero(a)")
      #expect(try !Schema.areShipped(model))
    }
    let text = try Self.text(of: Self.migrated())
    #expect(text == String(cString: shortlist_schema()), "Migrations/schema.sql must be:\n\(text)")
  }

  @Test(
    "are compared first where tables were replaced",
    .enabled(if: sqlite3_libversion_number() / 1_000 == 3_040),
    arguments: [ItemRepository.Options.Stemming.none, .english])
  func replaced(stemming: ItemRepository.Options.Stemming) throws {
    let file = try TemporaryDatabase()
    var options = ItemRepository.Options()
    options.stemming = stemming
    let repository = try ItemRepository(path: file.path, options: options).blocking
    defer { repository.close() }
    try repository.load([
      Item(id: "1", section: "Countries", title: "Iceland", body: "Land of fire")
    ])
    try repository.reindex()
    try repository.optimize()
    try repository.database.read { (transaction) throws(ShortlistError) in
      let isShipped = try Schema.areShipped(transaction.connection)
      #expect(isShipped)
    }
  }

  /// Copies the definitions into a table that can be changed.
  private static func copy(of model: Connection) throws -> Connection {
    let copy = try Connection(path: nil, isReadOnly: false)
    try copy.execute("CREATE TABLE copy(type, name, tbl_name, sql)")
    let rows = try model.statement("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    defer { rows.reset() }
    let insert = try copy.statement("INSERT INTO copy VALUES(?1, ?2, ?3, nullif(?4, ''))")
    while try rows.step() {
      for column in 0..<Int32(4) { try insert.bind(rows.text(column), at: column + 1) }
      try insert.run()
    }
    return copy
  }

  private static func isShipped(_ copy: Connection) throws -> Bool {
    var isShipped: Int32 = 0
    try copy.check(
      shortlist_schema_is_shipped(copy.statement("SELECT * FROM copy").handle, &isShipped))
    return isShipped != 0
  }

  @Test(
    "are not those that differ in anything",
    .enabled(if: sqlite3_libversion_number() / 1_000 == 3_040), arguments: Rounds.seeds(10))
  func changed(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 24_500_000)
    let copy = try Self.copy(of: Schema.model(generator.pick([.none, .english])))
    #expect(try Self.isShipped(copy))
    let rows = Int(try #require(try copy.number("SELECT max(rowid) FROM copy")))
    for _ in 0..<50 {
      let column = generator.pick(["type", "name", "tbl_name", "sql"])
      let place = generator.number(0...60)
      let row = generator.number(1...rows)
      let change = generator.pick([
        "substr(\(column), 1, \(place)) || 'x' || substr(\(column), \(place + 1))",
        "substr(\(column), 1, \(place)) || substr(\(column), \(place + 2))",
        "\(column) || char(0) || 'x'", "\(column) || ' stem'''", "\(column) || 'item'",
        "'item'", "x'00'", "1", "NULL",
      ])
      let isSame = try copy.number(
        "SELECT \(column) IS (\(change)) FROM copy WHERE rowid = \(row)")
      try copy.execute("BEGIN; UPDATE copy SET \(column) = \(change) WHERE rowid = \(row)")
      #expect(try Self.isShipped(copy) == (isSame == 1), "seed \(seed): \(column), \(change)")
      try copy.execute("ROLLBACK; BEGIN; DELETE FROM copy WHERE rowid = \(row)")
      #expect(try !Self.isShipped(copy))
      // Another one stands there twice instead.
      try copy.execute("INSERT INTO copy SELECT * FROM copy WHERE rowid = \(row % rows + 1)")
      #expect(try !Self.isShipped(copy))
      try copy.execute("ROLLBACK")
    }
  }
}
