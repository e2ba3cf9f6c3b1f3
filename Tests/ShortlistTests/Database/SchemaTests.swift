import CShortlist
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
}
