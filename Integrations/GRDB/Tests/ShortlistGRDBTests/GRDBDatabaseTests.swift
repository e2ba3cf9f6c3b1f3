import Foundation
import GRDB
import Shortlist
import ShortlistGRDB
import Testing

@Suite("A database of GRDB")
struct GRDBDatabaseTests {
  @Test("keeps values of all types")
  func values() throws {
    let database = GRDBDatabase(try DatabaseQueue())
    let values: [SourceValue] = [
      .null, .integer(.min), .integer(.max), .real(0.1), .real(-.infinity), .text(""),
      .text("e\u{301}"), .blob(Data()), .blob(Data([0, 255])),
    ]
    let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
    try database.read { connection in
      try connection.run("SELECT \(places)", values) { row in #expect(row == values) }
      #expect(try connection.columnNames(of: "SELECT 1 AS a, 2 AS b") == ["a", "b"])
    }
  }

  @Test("may have functions of its own in the query")
  func functions() async throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(
        function: DatabaseFunction("shout", argumentCount: 1) { values in
          String.fromDatabaseValue(values[0])?.uppercased()
        })
    }
    let app = try AppDatabase(.queue, configuration: configuration)
    try app.write("INSERT INTO country(id, name) VALUES(1, 'Iceland')")
    let table = try SourceTable("SELECT id, shout(name) AS title FROM country", key: "country.id")
    let repository = try ItemRepository(path: ":memory:")
    try await repository.catchUp(with: TableSource(table, in: GRDBDatabase(app.writer)))
    #expect(try await repository.item("country/1")?.title == "ICELAND")
  }

  @Test("cannot be installed in while it is read-only")
  func readOnlyInstallation() async throws {
    let app = try AppDatabase(.pool)
    let path = try #require(app.path)
    let pool = try #require(app.writer as? DatabasePool)
    var configuration = Configuration()
    configuration.readonly = true
    let readers: [any DatabaseReader] = [
      try DatabaseQueue(path: path, configuration: configuration), try pool.makeSnapshot(),
    ]
    let repository = try ItemRepository(path: ":memory:")
    for reader in readers {
      let source = TableSource(try AppDatabase.table(), in: GRDBDatabase(reader))
      #expect(throws: ShortlistError.self) { try source.install() }
      let error = await #expect(throws: ShortlistError.self) {
        try await repository.catchUp(with: source)
      }
      #expect(error?.code == .readOnly)
    }
  }

  @Test("can be followed while it is read-only, once the log is installed")
  func readOnlyFollowing() async throws {
    let app = try AppDatabase(.pool)
    try app.source.install()
    try app.write("INSERT INTO country(id, name) VALUES(1, 'Iceland')")
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try DatabaseQueue(path: try #require(app.path), configuration: configuration)
    let database = GRDBDatabase(reader)
    #expect(database.commits() == nil)
    let source = TableSource(try AppDatabase.table(), in: database)
    let repository = try ItemRepository(path: ":memory:")
    let following = Task { try await repository.follow(source) }
    let isFound = try await eventually { try await repository.item("country/1") != nil }
    #expect(isFound)
    try app.write("UPDATE country SET name = 'Ireland'")
    let isUpdated = try await eventually {
      try await repository.item("country/1")?.title == "Ireland"
    }
    #expect(isUpdated)
    following.cancel()
    try await following.value
  }

  @Test("reports a query that does not fit", arguments: AppDatabase.Kind.allCases)
  func unfitQueries(kind: AppDatabase.Kind) throws {
    let app = try AppDatabase(kind)
    func code(_ query: String, key: String) throws -> ShortlistError.Code? {
      let source = TableSource(try SourceTable(query, key: key), in: GRDBDatabase(app.writer))
      return #expect(throws: ShortlistError.self) { try source.install() }?.code
    }
    #expect(try code("SELECT id, name AS title FROM town", key: "town.id") == .unknownTable)
    #expect(try code("SELECT id, nam AS title FROM country", key: "country.id") == .invalidQuery)
    #expect(try code("SELECT id, name FROM country", key: "country.id") == .invalidQuery)
  }

  @Test("that is locked or suspended may be tried again")
  func lockedDatabase() throws {
    var configuration = Configuration()
    configuration.observesSuspensionNotifications = true
    let app = try AppDatabase(.queue, configuration: configuration)
    let other = try DatabaseQueue(path: try #require(app.path))
    try other.inDatabase { db in
      try db.execute(sql: "BEGIN EXCLUSIVE")
      let error = #expect(throws: ShortlistError.self) { try app.source.install() }
      #expect(error?.code == .busy)
      #expect(error?.sqliteCode == 5)
      try db.execute(sql: "ROLLBACK")
    }
    NotificationCenter.default.post(name: Database.suspendNotification, object: nil)
    let error = #expect(throws: ShortlistError.self) { try app.source.install() }
    #expect(error?.code == .busy)
    NotificationCenter.default.post(name: Database.resumeNotification, object: nil)
    try app.source.install()
  }

  @Test("that is not one is reported")
  func foreignFile() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let queue = try DatabaseQueue(path: path)
    try Data(repeating: 65, count: 5_000).write(to: URL(filePath: path))
    let source = TableSource(try AppDatabase.table(), in: GRDBDatabase(queue))
    let error = #expect(throws: ShortlistError.self) { try source.install() }
    #expect(error?.code == .notADatabase)
  }
}
