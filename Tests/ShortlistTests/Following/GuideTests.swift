import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

/// Runs the code of the guide, whose blocks are the snippets here: ``DocumentTests`` compares them.
@Suite("The guide to your own database", .timeLimit(.minutes(5)))
struct GuideTests {
  private let guide: Document
  private let folder: TemporaryFolder
  private let appPath: String
  private let indexPath: String
  private let app: RawDatabase

  init() throws {
    guide = try Document(Document.catalogue + "/SearchYourOwnDatabase.md")
    folder = try TemporaryFolder()
    appPath = folder.path("app.sqlite")
    indexPath = folder.path("index.shortlist")
    app = try RawDatabase(appPath)
    try app.run("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000")
    let schema = try #require(guide.blocks("sql").first)
    try app.run(
      schema.joined(separator: "\n") + """
        ;
        INSERT INTO region VALUES(1, 'Europe'), (2, 'Asia');
        INSERT INTO country VALUES(1, 'IS', 'Iceland', 1, 10), (2, 'IE', 'Ireland', 1, 20),
          (3, 'IN', 'India', 2, 30);
        INSERT INTO visit VALUES('IS', 2024, 'Geysir'), ('IN', 2025, 'Goa')
        """)
  }

  private static func countries(at path: String) throws -> TableSource {
    TableSource(
      try SourceTable("SELECT id, name AS title FROM country", key: "country.id"),
      in: SQLiteFile(path: path))
  }

  @Test("copies a table, and finds its rows")
  func firstSteps() async throws {
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // snippet: first steps
    let countries = TableSource(
      try SourceTable("SELECT id, name AS title FROM country", key: "country.id"),
      in: SQLiteFile(path: appPath))
    let index = try ItemRepository(path: indexPath)
    try await index.catchUp(with: countries)
    for hit in try await index.search(SearchQuery("ire")).hits {
      print(hit.id, hit.item.title)  // country/2 Ireland
    }
    // end
    #expect(printed == ["country/2 Ireland"])
    #expect(try await index.sections().map(\.section.id) == ["country"])
    let changed = TableSource(
      try SourceTable("SELECT id, upper(name) AS title FROM country", key: "country.id"),
      in: SQLiteFile(path: appPath))
    let report = try await index.catchUp(with: changed)
    #expect(report.hasListed && report.counts.updated == 3)
    await index.close()
  }

  @Test("follows a table, and shows new results after each change")
  func following() async throws {
    let index = try ItemRepository(path: indexPath)
    let countries = try Self.countries(at: appPath)
    var shown: [[String]] = []
    func show(_ results: SearchResults) {
      let titles = results.hits.map(\.item.title)
      shown.append(titles)
      switch titles {
      case ["Ireland"]:
        #expect(throws: Never.self) { try app.run("DELETE FROM country WHERE id = 2") }
      case [] where shown.contains(["Ireland"]): Task { await index.close() }
      default: break
      }
    }
    // snippet: follow
    let following = Task { try await index.follow(countries) }
    for try await results in index.results(for: SearchQuery("ire")) {
      show(results)
    }
    // end
    following.cancel()
    #expect(shown.suffix(2) == [["Ireland"], []])
  }

  @Test("finds the items that the rows of another table lead to")
  func joins() async throws {
    let index = try ItemRepository(path: indexPath)
    // snippet: join
    let countries = try SourceTable(
      """
      SELECT country.id, country.name AS title, region.name AS section, population AS weight
      FROM country LEFT JOIN region ON region.id = country.region
      """,
      key: "country.id", tracking: ["region.id = country.region"])
    // end
    let source = TableSource(countries, in: SQLiteFile(path: appPath))
    try await index.catchUp(with: source)
    #expect(try await index.item("country/2")?.weight == 20)
    try app.run("UPDATE region SET name = 'Europa' WHERE id = 1")
    #expect(try await index.catchUp(with: source).counts.updated == 2)
    #expect(try await index.item("country/1")?.section == "Europa")
    #expect(try await index.verify(source).isEqual)
    let untracked = try SourceTable(countries.query, key: "country.id", follower: "untracked")
    let error = #expect(throws: ShortlistError.self) {
      try TableSource(untracked, in: SQLiteFile(path: appPath)).installation()
    }
    #expect(error?.code == .invalidQuery && error?.message.contains("“region”") == true)
  }

  @Test("identifies items by several columns")
  func compositeKeys() async throws {
    let index = try ItemRepository(path: indexPath)
    try await index.add("Mine", to: "Own")
    // snippet: composite key
    let visits = try SourceTable(
      """
      SELECT visit.country, visit.year, note AS title, country.name AS section
      FROM visit JOIN country ON country.code = visit.country
      """,
      key: "visit.country, visit.year", tracking: ["country.code = visit.country"])
    // end
    let source = TableSource(visits, in: SQLiteFile(path: appPath))
    let countries = try Self.countries(at: appPath)
    try await index.catchUp(with: source)
    try await index.catchUp(with: countries)
    #expect(try await index.item("visit/IS/2024")?.section == "Iceland")
    try app.run(
      "UPDATE country SET name = 'Ísland' WHERE id = 1; DELETE FROM visit WHERE year = 2025")
    try await index.catchUp(with: source)
    try await index.catchUp(with: countries)
    #expect(try await index.item("visit/IS/2024")?.section == "Ísland")
    #expect(try await index.verify(source).isEqual)
    #expect(try await index.verify(countries).isEqual)
    #expect(try await index.search(SearchQuery("mine")).hits.count == 1)
  }

  @Test("returns values of the app")
  func values() async throws {
    let index = try ItemRepository(path: indexPath)
    var printed: [String] = []
    func print(_ items: Any...) {
      printed.append(items.map { "\($0)" }.joined(separator: " "))
    }
    // snippet: values
    struct Country: Codable { var code: String }

    let countries = try SourceTable(
      "SELECT id, name AS title, json_object('code', code) AS payload FROM country",
      key: "country.id")
    try await index.catchUp(with: TableSource(countries, in: SQLiteFile(path: appPath)))
    for hit in try await index.search(SearchQuery("ice"), as: Country.self).hits {
      print(hit.item.title, try hit.value.code)  // Iceland IS
    }
    // end
    #expect(printed == ["Iceland IS"])
  }

  @Test("adds what the dry run says, and removes it again")
  func installation() async throws {
    let definitions = "SELECT name FROM sqlite_master ORDER BY rowid"
    let before = try app.rows(definitions)
    let index = try ItemRepository(path: indexPath)
    let countries = try Self.countries(at: appPath)
    var printed = ""
    func print(_ line: String) { printed += line + "\n" }
    // snippet: dry run
    for statement in try countries.installation() { print(statement + ";") }
    // end
    #expect(try app.rows(definitions) == before)
    try app.run(printed)
    #expect(try countries.installation() == [])
    let added = try app.rows(definitions).filter { !before.contains($0) }
    #expect(added.prefix(3) == ["shortlist_change", "shortlist_follower", "shortlist_limit"])
    #expect(added.allSatisfy { $0.hasPrefix("shortlist_") })
    try await index.catchUp(with: countries)
    // snippet: removal
    try countries.remove()
    try await index.forget(countries.table)
    // end
    #expect(try app.rows(definitions) == before)
    #expect(try await index.item("country/1") != nil)
    #expect(try await index.catchUp(with: countries).hasListed)
  }

  @Test("says what repairs a difference that no trigger told of")
  func repair() async throws {
    let index = try ItemRepository(path: indexPath)
    let countries = try Self.countries(at: appPath)
    try await index.catchUp(with: countries)
    try await index.remove(["country/1"])
    #expect(try await index.catchUp(with: countries).isEmpty)
    #expect(try await index.verify(countries).missing == ["country/1"])
    try await index.forget(countries.table)
    #expect(try await index.catchUp(with: countries).counts.inserted == 1)
    #expect(try await index.verify(countries).isEqual)
  }

  @Test("names what goes unnoticed, and what ends a catch-up")
  func limits() async throws {
    let index = try ItemRepository(path: indexPath)
    try app.run(
      "CREATE VIRTUAL TABLE note USING fts5(text); INSERT INTO note(rowid, text) VALUES(1, 'cold')")
    let noted = TableSource(
      try SourceTable(
        "SELECT country.id, note.text AS title FROM country JOIN note ON note.rowid = country.id",
        key: "country.id"), in: SQLiteFile(path: appPath))
    try await index.catchUp(with: noted)
    try app.run("UPDATE note SET text = 'warm'")
    #expect(try await index.catchUp(with: noted).isEmpty)
    #expect(try await index.verify(noted).different == ["country/1"])
    try app.run("UPDATE country SET name = name || zeroblob(17 << 20) WHERE id = 2")
    let countries = try Self.countries(at: appPath)
    let error = await #expect(throws: ShortlistError.self) {
      try await index.catchUp(with: countries)
    }
    #expect(error?.code == .storage)
  }

  @Test("closes all files in the background")
  func background() async throws {
    // The connection of this test would keep the file open.
    let path = folder.path("shared.sqlite")
    try app.run("VACUUM INTO '\(path)'")
    let index = try ItemRepository(path: indexPath)
    var changes = index.changes.makeAsyncIterator()
    let database = SQLiteFile(path: path)
    let source = TableSource(try Self.countries(at: path).table, in: database)
    let following = Task { try await index.follow(source) }
    while try await index.item("country/3") == nil { _ = await changes.next() }
    #if os(Linux)
      #expect(try openFiles().contains { $0.hasSuffix("shared.sqlite") })
      #expect(try openFiles().contains { $0.hasSuffix("index.shortlist-lock") })
    #endif
    // snippet: background
    following.cancel()
    _ = await following.result
    await index.close()
    database.close()
    // end
    #if os(Linux)
      #expect(try openFiles() == [])
    #endif
  }

  #if os(Linux)
    /// Returns the files of this process in the test's folder, other than those of `app`.
    private func openFiles() throws -> [String] {
      let descriptors = "/proc/self/fd"
      return try FileManager.default.contentsOfDirectory(atPath: descriptors).compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
      }.filter { $0.contains(folderName) && !$0.contains("app.sqlite") }
    }

    private var folderName: String { URL(filePath: folder.path).lastPathComponent }
  #endif
}
