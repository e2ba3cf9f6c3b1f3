import CShortlist
import Foundation
import Testing

@testable import Shortlist

@Suite(
  "A file that a second copy of SQLite in the process opens and closes",
  .enabled(if: SecondSQLite.isAvailable))
struct LostLogTests {
  private let file: TemporaryDatabase
  private let second: SecondSQLite

  init() throws {
    file = try TemporaryDatabase()
    second = try SecondSQLite()
  }

  private func open() throws -> BlockingItemRepository {
    try ItemRepository(path: file.path).blocking
  }

  private func code(_ work: () throws -> Void) -> ShortlistError.Code? {
    do { try work() } catch { return (error as? ShortlistError)?.code }
    return nil
  }

  private func titles(_ repository: BlockingItemRepository) throws -> [String] {
    try repository.search(SearchQuery("gre")).hits.map(\.item.title)
  }

  @Test("is not written any more until it is opened again, and has all that was acknowledged")
  func acknowledged() throws {
    let repository = try open()
    try repository.add("Greece", to: "Countries")
    second.use(file.path)
    for _ in 0..<2 {
      #expect(code { try repository.add("Grenada", to: "Countries") } == .logLost)
    }
    #expect(code { try repository.optimize() } == .logLost)
    repository.close()
    let again = try open()
    #expect(try titles(again) == ["Greece"])
    try again.add("Greenland", to: "Countries")
    again.close()
    #expect(try Soundness.problems(at: file.path) == [])
    let last = try open()
    #expect(try titles(last) == ["Greece", "Greenland"])
    last.close()
  }

  @Test("is not written either when nothing was written before")
  func firstChange() throws {
    try open().close()
    let repository = try open()
    second.use(file.path)
    #expect(code { try repository.add("Grenada", to: "Countries") } == .logLost)
    repository.close()
    #expect(try Soundness.problems(at: file.path) == [])
  }

  @Test("is not said to have a change during which the log was deleted")
  func duringChange() throws {
    let repository = try open()
    try repository.add("Greece", to: "Countries")
    #expect(
      code {
        try repository.database.write { (transaction) throws(ShortlistError) in
          let writer = ItemWriter(transaction)
          try writer.upsert(Item(section: "Countries", title: "Grenada"))
          second.use(file.path)
          _ = try writer.finish()
        }
      } == .logLost)
    repository.close()
    let again = try open()
    #expect(try titles(again) == ["Greece"])
    again.close()
    #expect(try Soundness.problems(at: file.path) == [])
  }

  @Test("is opened again only when nothing in the process has the old log open")
  func siblings() throws {
    let repositories = try [open(), open()]
    try repositories[0].add("Greece", to: "Countries")
    second.use(file.path)
    for repository in repositories {
      #expect(code { _ = try open() } == .logLost)
      #expect(code { try repository.add("Grenada", to: "Countries") } == .logLost)
      repository.close()
    }
    let again = try open()
    try again.add("Greenland", to: "Countries")
    #expect(try titles(again) == ["Greece", "Greenland"])
    again.close()
  }

  @Test(
    "keeps what was written meanwhile, whether the old one is closed or forgotten",
    arguments: [true, false])
  func meanwhile(closes: Bool) throws {
    var repository: BlockingItemRepository? = try open()
    try repository?.add("Greece", to: "Countries")
    second.use(file.path)
    second.use(file.path, "CREATE TABLE own(x); INSERT INTO own VALUES('kept')", staysOpen: true)
    if closes { repository?.close() }
    repository = nil
    #expect(try RawDatabase(file.path).rows("SELECT x FROM own") == ["kept"])
  }

  @Test("is written as ever when it is the same SQLite, however often the log is emptied")
  func noFalseAlarm() throws {
    let repository = try open()
    let body = String(repeating: "land ", count: 200_000)
    for round in 0..<6 {
      try repository.upsert([Item(section: "a", title: "gre \(round)", body: body + "\(round)")])
      let other = try open()
      try other.add("gre \(round)", to: "b")
      other.close()
      #expect(try RawDatabase(file.path).rows("SELECT count(*) FROM item") == ["\(2 * round + 2)"])
    }
    repository.close()
    let again = try open()
    try again.add("gre", to: "b")
    #expect(try RawDatabase(file.path).rows("SELECT count(*) FROM item") == ["13"])
    again.close()
  }
}
