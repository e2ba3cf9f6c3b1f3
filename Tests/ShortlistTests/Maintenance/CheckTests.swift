import CShortlist
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The check of a repository")
final class CheckTests {
  private let file: TemporaryDatabase

  init() throws {
    file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    try repository.upsert([
      Item(section: "To visit", title: "Greece", keywords: ["Hellas"], weight: 10),
      Item(section: "To visit", title: "Iceland", body: "A cold island", weight: 9),
      Item(section: "To visit", title: "Rome", subtitle: "City", payload: .init([1, 2])),
      Item(section: "Visited", title: "India"),
    ])
    repository.close()
  }

  private func report() throws -> CheckReport {
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let repository = try ItemRepository(path: file.path, options: options).blocking
    defer { repository.close() }
    return try repository.check()
  }

  private func parts() throws -> Set<CheckReport.Part> {
    let report = try report()
    #expect(report.status == .damaged)
    return Set(report.findings.map(\.part))
  }

  @Test("finds nothing in a file that is as it was written")
  func sound() async throws {
    let report = try report()
    #expect(report.status == .sound)
    #expect(report.findings == [])
    #expect(report.items == 4)
    #expect(report.sections == 2)
    let stemmed = try ItemRepository(path: ":memory:", options: .stemmed)
    try await stemmed.upsert([Item(section: "a", title: "Cooling", body: "It cooled.")])
    #expect(try await stemmed.check().status == .sound)
  }

  @Test(
    "finds an item that was changed",
    arguments: [
      "title = 'greece'", "subtitle = '!'", "weight = 10.5", "payload = x'00'",
      "keywords = keywords || '.'", "checksum = NULL",
    ])
  func items(change: String) throws {
    try RawDatabase(file.path).runUnguarded("UPDATE item SET \(change) WHERE title = 'Greece'")
    #expect(try parts().contains(.items))
  }

  @Test(
    "finds items and sections that do not fit each other",
    arguments: [
      ("UPDATE section SET items = 4 WHERE id = 'Visited'", .sections),
      ("UPDATE item SET section = 2 WHERE title = 'Rome'", .items),
      ("UPDATE item SET docid = docid + (1 << 17) WHERE title = 'Greece'", .items),
      ("UPDATE item SET docid = docid + (1 << 28) WHERE title = 'Rome'", .items),
      ("DELETE FROM section WHERE id = 'Visited'", .items),
      ("DELETE FROM item WHERE title = 'Rome'", .sections),
    ] as [(String, CheckReport.Part)])
  func sections(sql: String, part: CheckReport.Part) throws {
    try RawDatabase(file.path).runUnguarded(sql)
    #expect(try parts().contains(part))
  }

  @Test("finds a section whose items are in another order than it says")
  func order() throws {
    let repository = try ItemRepository(path: file.path).blocking
    try repository.upsert(["a", "b"].map { Item(section: "Visited", title: $0) })
    repository.close()
    try RawDatabase(file.path).runUnguarded(
      "UPDATE item SET position = 10000 - position WHERE length(title) = 1")
    #expect(try parts() == [.sections])
  }

  @Test(
    "finds a list of words that is not that of the items",
    arguments: [
      "UPDATE term SET items = 2 WHERE term = 'greece'", "DELETE FROM term WHERE term = 'rome'",
      "INSERT INTO term VALUES('atlantis', 1, 0)",
      "UPDATE term SET titles = 2 WHERE term = 'greece'",
      "UPDATE term SET term = 'greek' WHERE term = 'greece'",
    ])
  func terms(sql: String) throws {
    try RawDatabase(file.path).run(sql)
    #expect(try parts() == [.terms])
  }

  @Test(
    "finds an index that lacks words of an item, or has others",
    arguments: [
      ("item_titles", "title", .titles), ("item_texts", "title", .texts),
    ] as [(String, String, CheckReport.Part)])
  func index(table: String, column: String, part: CheckReport.Part) throws {
    let database = try RawDatabase(file.path)
    try database.run("BEGIN; INSERT INTO \(table)(rowid, \(column)) VALUES(99, 'Atlantis')")
    try database.run("COMMIT")
    #expect(try parts() == [part])
    try database.run(
      "INSERT INTO \(table)(\(table), rowid, \(column)) VALUES('delete', 99, 'Atlantis')")
    #expect(try report().status == .sound)
    let title = "Iceland"
    let docid = try database.rows("SELECT docid FROM item WHERE title = '\(title)'")[0]
    try database.run(
      "INSERT INTO \(table)(\(table), rowid, \(column)) VALUES('delete', \(docid), '\(title)')")
    #expect(try parts() == [part])
  }

  @Test(
    "finds an index whose pages cannot be found by their words",
    arguments: ["item_titles", "item_texts"],
    [
      "DELETE FROM x WHERE pgno >> 1 = 2", "DELETE FROM x WHERE pgno >> 1 = 3", "DELETE FROM x",
      "UPDATE x SET pgno = 6 - pgno WHERE pgno IN (2, 4)",
      "UPDATE x SET pgno = NULL WHERE pgno >> 1 = 3",
    ])
  func leaves(table: String, sql: String) throws {
    let repository = try ItemRepository(path: file.path).blocking
    var generator = SeededGenerator(seed: 1)
    try repository.load(
      (0..<600).map { Item(section: "a", title: "\($0)", body: generator.text(words: 9)) })
    repository.close()
    let parts: [String: CheckReport.Part] = ["item_titles": .titles, "item_texts": .texts]
    #expect(try report().findings == [])
    let database = try RawDatabase(file.path)
    try database.run(sql.replacing("x", with: table + "_idx", maxReplacements: 1))
    #expect(try Set(self.parts()) == Set(parts[table].map { [$0] } ?? []))
  }

  @Test(
    "finds a number in the structure record of which FTS5 sees only the low bits", .readsPages,
    arguments: [("item_titles", .titles), ("item_texts", .texts)] as [(String, CheckReport.Part)])
  func structure(table: String, part: CheckReport.Part) throws {
    // After the settings and three numbers of one byte each: how many segments are being merged.
    try RawDatabase(file.path).run(
      """
      UPDATE \(table)_data
      SET block = CAST(substr(block, 1, 7) || x'8880808000' || substr(block, 9) AS BLOB) WHERE id = 10
      """)
    #expect(try parts() == [part])
  }

  @Test(
    "finds totals that are not those of the items",
    arguments: [("item_titles", .titles), ("item_texts", .texts)] as [(String, CheckReport.Part)])
  func totals(table: String, part: CheckReport.Part) throws {
    let database = try RawDatabase(file.path)
    // The record begins with the number of items, which FTS5 does not check.
    let record = try database.rows("SELECT hex(block) FROM \(table)_data WHERE id = 1")[0]
    try database.run("UPDATE \(table)_data SET block = x'07\(record.dropFirst(2))' WHERE id = 1")
    #expect(try parts() == [part])
  }

  @Test("tells an index of other versions from a damaged one")
  func versions() throws {
    let database = try RawDatabase(file.path)
    try database.run("UPDATE meta SET value = 99 WHERE key = 'tokenizer'")
    #expect(try report().status == .stale)
    #expect(try report().findings.map(\.part) == [.versions])
    try database.run(
      "UPDATE meta SET value = \(SHORTLIST_TOKENIZER_VERSION) WHERE key = 'tokenizer'")
    try database.run("UPDATE meta SET value = 3099000 WHERE key = 'last_writer'")
    let isOld = sqlite3_libversion_number() < 3_044_000
    #expect(try report().status == (isOld ? .stale : .sound))
  }

  @Test("is content after a repair, which keeps the items as they are, and what an app has beside")
  func repair() throws {
    let database = try RawDatabase(file.path)
    let repository = try ItemRepository(path: file.path).blocking
    defer { repository.close() }
    try repository.rememberSearch("greece")
    try repository.move(["To visit/Rome"], to: "To visit", at: 0)
    let items = try repository.items(in: "To visit")
    for _ in 0..<2 {
      try database.run("DELETE FROM term; INSERT INTO item_texts(rowid, title) VALUES(9, 'x')")
      try database.run("DELETE FROM item_titles_data WHERE id > 10")
      #expect(try repository.check().status == .damaged)
      #expect(try repository.repair() == 4)
      #expect(try repository.check().findings == [])
      #expect(try repository.items(in: "To visit") == items)
      #expect(try repository.recentSearches() == ["greece"])
      #expect(try repository.search(SearchQuery("rom")).hits.map(\.item.title) == ["Rome"])
      // In the second round, the file also has a table that is not ours.
      try database.run("CREATE TABLE IF NOT EXISTS own(x); INSERT INTO own VALUES('kept')")
    }
    #expect(try database.rows("SELECT x FROM own") == ["kept", "kept"])
  }

  @Test("does not change the file, and sees one moment of it")
  func copy() throws {
    let repository = try ItemRepository(path: file.path).blocking
    defer { repository.close() }
    let database = try RawDatabase(file.path)
    #expect(try repository.check().items == 4)
    try repository.add("Peru", to: "Visited")
    #expect(try repository.check().items == 5)
    #expect(try database.rows("SELECT count(*) FROM sqlite_schema WHERE type = 'view'") == ["0"])
  }
}

extension ItemRepository.Options {
  /// With English stems.
  static var stemmed: Self {
    var options = Self()
    options.stemming = .english
    return options
  }
}
