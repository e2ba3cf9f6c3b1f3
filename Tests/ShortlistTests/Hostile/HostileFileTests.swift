import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("A file that is not made by Shortlist")
final class HostileFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("list.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    let repository = try ItemRepository(path: folder.path("list.sqlite")).blocking
    try repository.upsert(["Greece", "Iceland"].map { Item(section: "Countries", title: $0) })
    repository.close()
  }

  private enum Trust: CaseIterable {
    case full, reading, none

    var options: ItemRepository.Options {
      var options = ItemRepository.Options()
      options.isReadOnly = self == .reading
      options.isUntrusted = self == .none
      return options
    }
  }

  private func refusal(_ trust: Trust = .full, opening path: String? = nil) -> ShortlistError.Code?
  {
    do {
      let repository = try ItemRepository(path: path ?? self.path, options: trust.options).blocking
      defer { repository.close() }
      #expect(try repository.search(SearchQuery("gre")).hits.map(\.item.title) == ["Greece"])
      return nil
    } catch {
      return error.code
    }
  }

  /// Runs SQL on the definitions of the tables, as an attacker can.
  private func rewrite(_ sql: String) throws {
    try RawDatabase(path).run("PRAGMA writable_schema = ON; \(sql)")
  }

  private func bytes(_ path: String? = nil) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path ?? self.path))
  }

  @Test(
    "is refused when our tables are others, or have more to them",
    arguments: [
      "DROP TRIGGER item_insert_guard",
      "DROP TABLE item_texts",
      "DROP TABLE term; CREATE VIEW term AS SELECT hex(randomblob(9)) AS term, 1 AS items",
      "CREATE TRIGGER t AFTER INSERT ON term BEGIN DELETE FROM item; END",
      "CREATE INDEX i ON item(upper(title))",
      "UPDATE sqlite_schema SET sql = replace(sql, 'marks', '') WHERE name = 'item_titles'",
      "UPDATE sqlite_schema SET sql = replace(sql, 'content=''item''', 'content=''meta''') "
        + "WHERE name = 'item_titles'",
      "UPDATE sqlite_schema SET sql = replace(sql, '''shortlist''', '''trigram case_sensitive''')"
        + " WHERE name = 'item_texts'",
      "UPDATE sqlite_schema SET sql = replace(sql, 'position INTEGER NOT NULL', "
        + "'position INTEGER AS (load_extension(''x''))') WHERE name = 'section'",
      "UPDATE sqlite_schema SET sql = replace(sql, '''shortlist''', "
        + "'''' || replace(hex(zeroblob(9000)), '00', 'porter ') || '''') WHERE name = 'item_texts'",
      "UPDATE sqlite_schema SET sql = replace(sql, '''shortlist''', "
        + "'''' || replace(hex(zeroblob(500000)), '00', 'porter ') || '''') WHERE name = 'item_texts'",
      "UPDATE sqlite_schema SET sql = sql || ' -- ' || hex(zeroblob(3000000)) WHERE name = 'meta'",
      "UPDATE sqlite_schema SET sql = replace(sql, 'content=''item''', 'content=''item_titles''') "
        + "WHERE name = 'item_titles'",
      "UPDATE sqlite_schema SET sql = replace(sql, 'content=''''', 'content='''', x=''1''') "
        + "WHERE name = 'item_texts'",
      "UPDATE sqlite_schema SET sql = replace(sql, 'RAISE(ABORT', 'shortlist_checksum(1') "
        + "WHERE name = 'item_insert_guard'",
    ])
  func schema(sql: String) throws {
    try rewrite(sql)
    let before = try bytes()
    for trust in Trust.allCases {
      let code = try #require(refusal(trust))
      #expect([.notAnIndex, .damaged].contains(code))
    }
    #expect(try bytes() == before)
  }

  @Test("may hold tables of an app's own, unless it is not trusted")
  func otherTables() throws {
    let tables = (0..<10_000).map { "CREATE TABLE other\($0)(x);" }.joined()
    try RawDatabase(path).run("BEGIN; \(tables) CREATE VIEW v AS SELECT 1; COMMIT")
    #expect(refusal(.full) == nil)
    #expect(refusal(.reading) == nil)
    #expect(refusal(.none) == .notAnIndex)
  }

  @Test("is read, but never changed, when it is not trusted; nor is anything made beside it")
  func untrusted() async throws {
    let alone = folder.path("alone")
    try FileManager.default.createDirectory(atPath: alone, withIntermediateDirectories: false)
    let file = alone + "/list.sqlite"
    try ItemRepository(path: path).blocking.backup(to: file)
    let before = try bytes(file)
    let repository = try ItemRepository(path: file, options: Trust.none.options)
    #expect(try await repository.search(SearchQuery("ice")).hits.count == 1)
    #expect(try await repository.check().status == .sound)
    await #expect(throws: ShortlistError.self) {
      try await repository.add("Peru", to: "Countries")
    }
    await repository.close()
    #expect(try bytes(file) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: alone) == ["list.sqlite"])
  }

  @Test("is not searched when it is not trusted and does not fit together")
  func unsoundIndex() throws {
    try RawDatabase(path).run("UPDATE term SET items = 9 WHERE term = 'greece'")
    #expect(refusal(.reading) == nil)
    #expect(refusal(.none) == .damaged)
  }

  @Test(
    "is refused when it is of another kind, or cut off",
    arguments: [0, 1, 15, 99, 100, 511, 512, 4_096, 5_000, 9_000])
  func cut(length: Int) throws {
    let whole = try bytes()
    try whole.prefix(length).write(to: URL(fileURLWithPath: path))
    for trust in [Trust.reading, .none] {
      let code = try #require(refusal(trust))
      #expect([.notAnIndex, .damaged, .cannotOpen, .storage].contains(code), "\(code)")
    }
    // Only an empty file may be turned into a new one.
    if length > 0 {
      #expect(refusal(.full) != nil)
      #expect(try bytes() == whole.prefix(length))
    }
  }

  @Test("is refused immediately when it is no file at all, or a link to one")
  func kinds() throws {
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let loop = folder.path("loop")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    for place in [pipe, link, loop, folder.path, "/dev/zero", "/dev/null", "/dev/stdin"] {
      for trust in Trust.allCases {
        #expect(refusal(trust, opening: place) == .cannotOpen, "\(place)")
      }
    }
  }

  @Test("is refused when it is of another version, program or encoding, and stays as it is")
  func versions() throws {
    let sound = try bytes()
    for pragma in ["user_version = 1000", "application_id = 7", "user_version = 1"] {
      try RawDatabase(path).run("PRAGMA \(pragma)")
      let before = try bytes()
      for trust in [Trust.reading, .none] { #expect(refusal(trust) != nil, "\(pragma)") }
      #expect(try bytes() == before)
      try sound.write(to: URL(fileURLWithPath: path))
    }
    let foreign = folder.path("foreign.sqlite")
    try RawDatabase(foreign).run(
      "PRAGMA encoding = 'UTF-16'; PRAGMA application_id = 0x53687274; CREATE TABLE meta(x)")
    for trust in Trust.allCases { #expect(refusal(trust, opening: foreign) != nil) }
  }

  @Test("can be read where nothing can be written")
  func readOnlyMedia() throws {
    // Root may write anywhere.
    guard getuid() != 0 else { return }
    let place = folder.path("media")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    try ItemRepository(path: path).blocking.backup(to: place + "/list.sqlite")
    chmod(place, 0o500)
    chmod(place + "/list.sqlite", 0o400)
    defer { chmod(place, 0o700) }
    #expect(refusal(.reading, opening: place + "/list.sqlite") == nil)
    #expect(refusal(.none, opening: place + "/list.sqlite") == nil)
    #expect(refusal(.full, opening: place + "/new.sqlite") == .cannotOpen)
    chmod(place + "/list.sqlite", 0o000)
    #expect(refusal(.reading, opening: place + "/list.sqlite") == .cannotOpen)
  }
}
