import CShortlist
import Testing

@testable import Shortlist

@Suite("A load of many sections")
struct ManySectionsTests {
  /// Returns the number of steps that the statements of a connection have taken, a measure of their
  /// work that is the same on every machine.
  private static func steps(on connection: Connection) -> Int {
    var steps = 0
    var statement = sqlite3_next_stmt(connection.handle, nil)
    while let current = statement {
      steps += Int(sqlite3_stmt_status(current, SQLITE_STMTSTATUS_VM_STEP, 0))
      statement = sqlite3_next_stmt(connection.handle, current)
    }
    return steps
  }

  private static func items(in sections: Range<Int>) -> [Item] {
    sections.flatMap { number in
      ["Rome", "Oslo"].map { Item(section: ItemSection.ID("\(number)"), title: $0) }
    }
  }

  @Test("takes no more work for a section, however many there are already")
  func steps() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.database.write { (transaction) throws(ShortlistError) in
      let writer = ItemWriter(transaction)
      func steps(toLoad sections: Range<Int>) throws(ShortlistError) -> Int {
        let before = Self.steps(on: transaction.connection)
        _ = try writer.load(
          LoadItems(Self.items(in: sections)), isAlone: false, stops: { false })
        try writer.writePendingRows()
        return Self.steps(on: transaction.connection) - before
      }
      let first = try steps(toLoad: 0..<200)
      _ = try steps(toLoad: 200..<4_000)
      let last = try steps(toLoad: 4_000..<4_200)
      #expect(first > 0 && last < 2 * first, "\(first) steps, then \(last)")
      _ = try writer.finish()
    }
    #expect(try repository.sections().count == 4_200)
  }
}
