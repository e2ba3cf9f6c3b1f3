import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("A source of a table")
struct TableSourceTests {
  private let repository: BlockingItemRepository

  init() throws { repository = try ItemRepository(path: ":memory:").blocking }

  private static func countries() throws -> FollowedFile {
    let file = try FollowedFile(FollowedExample.countries.schema())
    try file.app.run(
      """
      INSERT INTO region VALUES(1, 'Europe'), (2, 'Asia');
      INSERT INTO country VALUES(1, 'Iceland', 'IS', 1), (2, 'India', 'IN', 2), (3, 'Oman', 'OM', 2);
      INSERT INTO alias VALUES(1, 'Island')
      """)
    return file
  }

  private func titles() throws -> [String] {
    try repository.search(SearchQuery("", limit: 100)).hits.map(\.item.title)
  }

  @Test("lists all rows first, and later only what has changed")
  func catchUp() throws {
    let file = try Self.countries()
    let first = try repository.catchUp(with: file.source)
    #expect(first.hasListed && first.counts.inserted == 3)
    let iceland = try repository.item("country/1")
    #expect(iceland?.section == "Europe" && iceland?.keywords == ["Island"])
    try file.app.run(
      "UPDATE country SET name = 'Bharat' WHERE id = 2; DELETE FROM country WHERE id = 3")
    let second = try repository.catchUp(with: file.source)
    #expect(!second.hasListed)
    #expect((second.counts.updated, second.counts.removed, second.counts.loaded) == (1, 1, 1))
    try file.app.run("UPDATE region SET name = 'EUROPE' WHERE id = 1")
    #expect(try repository.catchUp(with: file.source).counts.updated == 1)
    #expect(try repository.catchUp(with: file.source).isEmpty)
    #expect(try file.difference(from: repository) == [])
    #expect(try repository.verify(file.source).isEqual)
  }

  @Test("can be closed, and finds what has changed meanwhile")
  func close() throws {
    let file = try Self.countries()
    let database = SQLiteFile(path: file.path)
    let source = TableSource(file.source.table, in: database)
    for round in 1...3 {
      try repository.catchUp(with: source)
      #expect(try repository.catchUp(with: source).isEmpty)
      database.close()
      try file.app.run("UPDATE country SET name = 'Name \(round)' WHERE id = 1")
      #expect(try repository.catchUp(with: source).counts.updated == 1)
    }
    #expect(try file.difference(from: repository) == [])
  }

  /// A file that is replaced by an older copy, without the log, after its first writes.
  ///
  /// `@unchecked Sendable`: only the test's thread uses it.
  private final class RestoredFile: SourceDatabase, @unchecked Sendable {
    private let file: SQLiteFile
    private let table: SourceTable
    private var restorations: Int

    init(_ file: FollowedFile, restorations: Int) {
      self.file = SQLiteFile(path: file.path)
      table = file.source.table
      self.restorations = restorations
    }

    func read<Result: Sendable>(
      _ work: (any SourceConnection) throws -> Result
    ) throws -> Result {
      try file.read(work)
    }

    func write<Result: Sendable>(
      _ work: (any SourceConnection) throws -> Result
    ) throws -> Result {
      let result = try file.write(work)
      if restorations > 0 {
        restorations -= 1
        try TableSource(table, in: file).remove()
      }
      return result
    }
  }

  @Test("installs the log again when an older copy is restored meanwhile")
  func restoration() throws {
    let file = try Self.countries()
    let source = TableSource(file.source.table, in: RestoredFile(file, restorations: 2))
    try repository.catchUp(with: source)
    #expect(try file.difference(from: repository) == [])
    let hopeless = TableSource(file.source.table, in: RestoredFile(file, restorations: 100))
    try file.source.remove()
    let error = #expect(throws: ShortlistError.self) { try repository.catchUp(with: hopeless) }
    #expect(error?.code == .storage)
    #expect(try file.difference(from: repository) == [])
  }

  @Test("finds what the rows of tables lead to, over other tables")
  func chains() throws {
    let file = try FollowedFile(FollowedExample.visits.schema())
    try file.app.run(
      """
      INSERT INTO region VALUES(1, 'Asia'); INSERT INTO place VALUES('Japan', 1), ('Oman', 1);
      INSERT INTO visit VALUES('Japan', 2024, 'Kyoto'), ('Japan', 2025, 'Nara'), ('Oman', 2025, 'Muscat')
      """)
    try repository.catchUp(with: file.source)
    #expect(try repository.item("visit/Japan/2025")?.section == "Asia")
    try file.app.run("UPDATE region SET name = 'East' WHERE id = 1")
    #expect(try repository.catchUp(with: file.source).counts.updated == 3)
    try file.app.run("UPDATE place SET region = 2 WHERE name = 'Japan'")
    #expect(try repository.catchUp(with: file.source).counts.updated == 2)
    #expect(try file.difference(from: repository) == [])
  }

  @Test("compares everything when a table changes of which it does not know where it leads")
  func wholeTable() throws {
    let schema = try FollowedFile.Schema(
      [
        "country": "CREATE TABLE country(id INTEGER PRIMARY KEY, name)",
        "setting": "CREATE TABLE setting(name, value)",
      ],
      SourceTable(
        """
        SELECT id, name || (SELECT value FROM setting WHERE setting.name = 'mark') AS title,
          '' AS section, '' AS subtitle, '' AS keywords FROM country
        """, key: "country.id", tracking: ["setting"]))
    let file = try FollowedFile(schema)
    try file.app.run(
      "INSERT INTO country VALUES(1, 'Oman'); INSERT INTO setting VALUES('mark', '!')")
    try repository.catchUp(with: file.source)
    try file.app.run("UPDATE setting SET value = '?'")
    let report = try repository.catchUp(with: file.source)
    #expect(report.hasListed && report.counts.updated == 1)
    #expect(try repository.item("country/1")?.title == "Oman?")
  }

  @Test("leaves other items alone, and removes its own by their prefix")
  func prefix() throws {
    let file = try Self.countries()
    try repository.upsert([Item(id: "7", section: "Europe", title: "Mine")])
    try repository.catchUp(with: file.source)
    try file.app.run("DROP TABLE country; \(file.schema.tables[0].sql)")
    let report = try repository.catchUp(with: file.source)
    #expect(report.hasListed && report.counts.removed == 3)
    #expect(try FollowedFile.found(in: repository).count == 1)
  }

  @Test("leaves no trace when it is removed", arguments: FollowedExample.allCases)
  func removal(example: FollowedExample) throws {
    let file = try FollowedFile(example.schema())
    let before = try file.definitions()
    #expect(try !file.source.installation().isEmpty)
    #expect(try file.definitions() == before)
    try repository.catchUp(with: file.source)
    #expect(try file.source.installation().isEmpty)
    let other = TableSource(
      try SourceTable(
        "SELECT *, 1 AS title FROM \(file.schema.tables.last?.name ?? "")",
        key: "\(file.schema.tables.last?.name ?? "").name", follower: "other"),
      in: SQLiteFile(path: file.path))
    try other.install()
    try file.source.remove()
    #expect(try file.definitions() != before)
    try other.remove()
    #expect(try file.definitions() == before)
    try other.remove()
  }

  @Test("runs the same statements that a dry run prints")
  func dryRun() throws {
    let file = try Self.countries()
    let statements = try file.source.installation()
    let copy = try FollowedFile(FollowedExample.countries.schema())
    try copy.app.run(statements.joined(separator: ";\n"))
    try file.source.install()
    #expect(try copy.definitions() == file.definitions())
    #expect(try copy.source.installation().isEmpty)
  }

  @Test("keeps in the log what one of several followers has not read, up to a limit")
  func followers() throws {
    let file = try Self.countries()
    var table = file.schema.table
    table.follower = "other"
    let other = TableSource(table, in: SQLiteFile(path: file.path))
    let second = try ItemRepository(path: ":memory:").blocking
    try repository.catchUp(with: file.source)
    try second.catchUp(with: other)
    for number in 1...30 { try file.app.run("UPDATE country SET name = 'n\(number)' WHERE id = 1") }
    try repository.catchUp(with: file.source)
    #expect(try file.app.rows("SELECT count(*) FROM shortlist_change") == ["31"])
    #expect(try !second.catchUp(with: other).hasListed)
    #expect(try file.app.rows("SELECT count(*) FROM shortlist_change") == ["1"])
    try file.app.run(
      """
      INSERT INTO shortlist_change(seq, source, key) VALUES(9990000, 1, 1);
      WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO shortlist_change(source, key) SELECT 1, i FROM n
      """)
    #expect(try repository.catchUp(with: file.source).hasListed)
    #expect(try second.catchUp(with: other).hasListed)
    #expect(try file.difference(from: second) == [])
  }

  @Test("keeps up with a table of many pages while it is listed")
  func pages() throws {
    let schema = try FollowedFile.Schema(
      ["city": "CREATE TABLE city(name TEXT, number INTEGER, PRIMARY KEY(name, number))"],
      SourceTable(
        "SELECT *, 'City ' || number AS title, '' AS section, '' AS subtitle, '' AS keywords FROM city",
        key: "city.name, city.number"))
    let file = try FollowedFile(schema)
    try file.app.run(
      """
      WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
      INSERT INTO city SELECT char(97 + i % 7), i FROM n
      """)
    let app = file.app
    let source = Interrupting(source: file.source) { page in
      guard page < 6 else { return }
      try? app.run(
        "UPDATE city SET name = 'z' WHERE number = \(page); DELETE FROM city WHERE number = 1\(page)"
      )
    }
    try repository.catchUp(
      with: source, checkpoint: schema.table.checkpointName, in: schema.table.scope)
    #expect(source.count.value > 3)
    #expect(try file.difference(from: repository) == [])
    #expect(try repository.verify(file.source).isEqual)
  }

  @Test("sees no change by its own reading, and every change by others")
  func version() throws {
    let file = try Self.countries()
    try repository.catchUp(with: file.source)
    let database = SQLiteFile(path: file.path)
    let before = database.version
    #expect(before != nil && database.version == before)
    try file.app.run("UPDATE country SET name = 'x' WHERE id = 1")
    #expect(database.version != before)
  }

  @Test("starts again when another process caught up meanwhile")
  func contention() throws {
    let file = try Self.countries()
    try repository.catchUp(with: file.source)
    let second = TableSource(file.schema.table, in: SQLiteFile(path: file.path))
    try file.app.run("UPDATE country SET name = 'first' WHERE id = 1")
    let (app, shared) = (file.app, repository)
    let source = Interrupting(source: file.source) { page in
      guard page == 1 else { return }
      try? app.run("UPDATE country SET name = 'second' WHERE id = 1")
      _ = try? shared.catchUp(with: second)
    }
    try repository.catchUp(
      with: source, checkpoint: file.schema.table.checkpointName, in: file.schema.table.scope)
    #expect(try repository.item("country/1")?.title == "second")
  }

  @Test("remembers its settings in the file of the list, and forgets them")
  func settings() throws {
    let file = try Self.countries()
    let followed = FollowedTable(path: file.path, table: file.schema.table)
    try repository.remember(followed)
    try repository.remember(followed)
    #expect(try repository.followedTables() == [followed])
    try repository.repair()
    #expect(try repository.followedTables() == [followed])
    try repository.catchUp(with: followed.source)
    try repository.forget(followed.table)
    #expect(try repository.followedTables() == [])
    #expect(try repository.checkpoint(followed.table.checkpointName) == nil)
    #expect(try FollowedFile.found(in: repository).count == 3)
  }

  @Test("follows from a task until it is cancelled")
  func following() async throws {
    let file = try Self.countries()
    let repository = try ItemRepository(path: ":memory:")
    let (reports, continuation) = AsyncStream.makeStream(of: CatchUpReport.self)
    let source = file.source
    let following = Task { try await repository.follow(source) { continuation.yield($0) } }
    var iterator = reports.makeAsyncIterator()
    #expect(await iterator.next()?.counts.inserted == 3)
    try file.app.run("UPDATE country SET name = 'Erin' WHERE id = 1")
    #expect(await iterator.next()?.counts.updated == 1)
    following.cancel()
    try await following.value
    #expect(try await repository.search(SearchQuery("erin")).hits.count == 1)
  }
}

/// A source that does something before each of its answers is used.
private struct Interrupting: ChangeSource {
  let source: TableSource
  let count = Counter()
  /// Called with the number of the answer.
  let work: @Sendable (Int) -> Void

  init(source: TableSource, work: @escaping (Int) -> Void) {
    self.source = source
    // Called on the thread of the test.
    nonisolated(unsafe) let work = work
    self.work = { work($0) }
  }

  func changes(after position: Data?) throws -> SourceChanges {
    let changes = try source.changes(after: position)
    work(count.next())
    return changes
  }
}

private final class Counter: @unchecked Sendable {
  private(set) var value = 0

  func next() -> Int {
    value += 1
    return value
  }
}

// MARK: - Errors

@Suite("The description of a followed table")
struct SourceTableTests {
  @Test(
    "is refused if it cannot be read",
    arguments: [
      ("country", []), ("", []), ("country.", []), ("a.b, c.d", []), ("a.b.c", []),
      ("country.id", ["region.id"]), ("country.id", ["region=country.id"]),
      ("country.id", ["region.id=planet.id"]), ("country.id", ["a.b=country.id=c"]),
      ("country.id", [""]),
    ])
  func refused(key: String, tracking: [String]) {
    let error = #expect(throws: ShortlistError.self) {
      try SourceTable("SELECT 1", key: key, tracking: tracking)
    }
    #expect(error?.code == .invalidQuery)
  }

  @Test(
    "is refused with a reason if it does not fit the database",
    arguments: [
      ("SELECT name AS title FROM country", "country.id", "yields no column “id”"),
      ("SELECT id, name FROM country", "country.id", "yields no column “title”"),
      ("SELECT id, nam AS title FROM country", "country.id", "no such column: nam"),
      ("SELECT id, name AS title FROM land", "country.id", "no such table: land"),
      ("SELECT 1 AS id, 2 AS title", "land.id", "no table “land”"),
      ("SELECT 1 AS id, 2 AS title", "view.id", "is a view"),
      ("SELECT 1 AS number, name AS title FROM country", "country.number", "no column “number”"),
      (
        "SELECT id, region.name AS title FROM country JOIN region USING(id)", "country.id",
        "also reads “region”"
      ),
      ("SELECT id, name AS title FROM country)", "country.id", "syntax error"),
      ("DELETE FROM country", "country.id", "syntax error"),
    ])
  func misfit(query: String, key: String, reason: String) throws {
    let file = try FollowedFile(FollowedExample.countries.schema())
    try file.app.run("CREATE VIEW view AS SELECT * FROM country")
    let source = TableSource(
      try SourceTable(query, key: key), in: SQLiteFile(path: file.path))
    let repository = try ItemRepository(path: ":memory:").blocking
    let before = try file.definitions()
    for attempt in [{ _ = try source.installation() }, { try repository.catchUp(with: source) }] {
      let error = #expect(throws: ShortlistError.self) { try attempt() }
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
      #expect([.invalidQuery, .unknownTable].contains(error?.code))
    }
    #expect(try file.definitions() == before)
  }

  @Test("may name views, columns in any case, and rows that are no items")
  func views() throws {
    let file = try FollowedFile(FollowedExample.countries.schema())
    try file.app.run(
      """
      CREATE VIEW shown AS SELECT ID, Name AS Title, 'big' AS weight, x'00ff' AS payload FROM country;
      INSERT INTO country(id, name) VALUES(1, 'Oman'), (2, NULL), (3, ' '), (4, 5)
      """)
    let source = TableSource(
      try SourceTable("SELECT * FROM shown -- all", key: "Country.Id", idPrefix: ""),
      in: SQLiteFile(path: file.path))
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.catchUp(with: source)
    #expect(
      try repository.items(in: "Country") == [
        Item(id: "1", section: "Country", title: "Oman", payload: Data([0, 255])),
        Item(id: "4", section: "Country", title: "5", payload: Data([0, 255])),
      ])
  }

  @Test("is refused for a file that is no database, or is not there")
  func files() throws {
    let folder = try TemporaryFolder()
    let table = try SourceTable("SELECT id, name AS title FROM country", key: "country.id")
    let text = try folder.write(String(repeating: "no database ", count: 100), to: "text")
    for (path, code) in [
      (text, ShortlistError.Code.notADatabase), (folder.path("missing"), .cannotOpen),
      (folder.path("none/missing"), .cannotOpen), (folder.path, .cannotOpen),
    ] {
      let source = TableSource(table, in: SQLiteFile(path: path))
      #expect(throws: ShortlistError.self) { try source.installation() }
      let error = #expect(throws: ShortlistError.self) { try source.changes(after: nil) }
      #expect(error?.code == code, "\(path): \(error?.message ?? "")")
    }
    #expect(folder.files == ["text"])
  }

  @Test("waits while another program has the database locked, and then says so")
  func locked() throws {
    let file = try FollowedFile(FollowedExample.countries.schema(), mode: "delete")
    try file.app.run("BEGIN EXCLUSIVE")
    let error = #expect(throws: ShortlistError.self) { try file.source.changes(after: nil) }
    #expect(error?.code == .busy)
    try file.app.run("ROLLBACK")
    #expect(try file.source.changes(after: nil).extent == .listing(isFirst: true, isLast: true))
  }
}

@Suite("A value of a followed database")
struct SourceValueTests {
  @Test(
    "is read from the literal that SQLite quotes",
    arguments: [
      "NULL", "0", "-9223372036854775808", "1.5", "-1e300", "9e999", "''", "'a''b,c'",
      "'''' || ','",
      "x''", "x'00FF'", "'\u{E9}'", "'e\u{301}'", "0.1", "1e-7", "12345678.9",
    ])
  func literals(sql: String) throws {
    let folder = try TemporaryDatabase()
    let app = try RawDatabase(folder.path)
    try app.run(
      "CREATE TABLE t(a, b, title, PRIMARY KEY(a, b)); INSERT INTO t VALUES(\(sql), 1, 'x')")
    let table = try SourceTable("SELECT * FROM t", key: "t.a, t.b")
    let repository = try ItemRepository(path: ":memory:").blocking
    let source = TableSource(table, in: SQLiteFile(path: folder.path))
    try repository.catchUp(with: source)
    let count = sql == "NULL" ? 0 : 1
    #expect(try FollowedFile.found(in: repository).count == count)
    try app.run("UPDATE t SET title = 'y'")
    #expect(try repository.catchUp(with: source).counts.updated == count)
    try app.run("DELETE FROM t")
    #expect(try repository.catchUp(with: source).counts.removed == count)
  }
}
