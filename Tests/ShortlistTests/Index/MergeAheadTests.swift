import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("Merging in memory while another thread stores")
struct MergeAheadTests {
  /// Makes a repository whose indexes have three segments each.
  private static func repository(_ file: TemporaryDatabase) throws -> BlockingItemRepository {
    var options = RepositoryOptions()
    options.readers = 1
    let repository = try ItemRepository(path: file.path, options: options).blocking
    for round in 0..<3 {
      try repository.upsert(
        (0..<1_100).map { number in
          Item(
            id: Item.ID("\(round) \(number)"), section: "all", title: "Lake \(number)",
            body: "Deep in round \(round)")
        })
    }
    return repository
  }

  private static func segments(of repository: BlockingItemRepository) throws -> [Int64?] {
    try repository.database.read { (transaction) throws(ShortlistError) in
      try IndexTable.searched.map { (table) throws(ShortlistError) in
        try transaction.connection.number("SELECT count(DISTINCT segid) FROM \(table)_idx")
      }
    }
  }

  @Test("leaves one segment of each", .writesPages, arguments: [1, 1_000])
  func store(pages: Int) throws {
    let file = try TemporaryDatabase()
    let repository = try Self.repository(file)
    let database = repository.database
    #expect(try Self.segments(of: repository) == [3, 3])
    var parts = 0
    // A reader that is in use is no obstacle, though there is no other.
    try database.read { (_) throws(ShortlistError) in
      try database.write { (transaction) throws(ShortlistError) in
        let ahead = MergeAhead(
          Merging(segments: 1, pages: pages), of: IndexTable.searched, in: database)
        defer { ahead.stop() }
        while let part = ahead.next() {
          try part.store(on: transaction.connection)
          parts += 1
        }
      }
    }
    #expect(pages == 1 ? parts > 20 : parts == 2)
    #expect(try Self.segments(of: repository) == [1, 1])
    #expect(try repository.search(SearchQuery("deep round 2 lake 7")).hits.first?.item.id == "2 7")
    #expect(try repository.check().findings == [])
    repository.close()
  }

  @Test("may stop after any part, and go on later", .writesPages, arguments: [0, 1, 2, 5, 11])
  func stop(after count: Int) throws {
    let file = try TemporaryDatabase()
    let repository = try Self.repository(file)
    try repository.database.write { (transaction) throws(ShortlistError) in
      let ahead = MergeAhead(
        Merging(segments: 1, pages: 1), of: IndexTable.searched, in: repository.database)
      defer { ahead.stop() }
      for _ in 0..<count { try ahead.next()?.store(on: transaction.connection) }
    }
    #expect(try repository.check().findings == [])
    #expect(try repository.search(SearchQuery("deep round 2 lake 7")).hits.first?.item.id == "2 7")
    try repository.optimize()
    #expect(try Self.segments(of: repository) == [1, 1])
    #expect(try repository.check().findings == [])
    repository.close()
  }

  @Test(
    "leaves a table as it is where the system has no thread for it", .writesPages,
    arguments: [0, 1])
  func noThreads(started: Int) throws {
    let file = try TemporaryDatabase()
    let repository = try Self.repository(file)
    try repository.database.write { (transaction) throws(ShortlistError) in
      var left = started
      let ahead = MergeAhead(
        Merging(segments: 1, pages: 1), of: IndexTable.searched, in: repository.database,
        start: { work in
          left -= 1
          return left >= 0 && DetachedThread.start(work)
        })
      defer { ahead.stop() }
      while let part = ahead.next() { try part.store(on: transaction.connection) }
    }
    #expect(try Self.segments(of: repository) == (started == 0 ? [3, 3] : [1, 3]))
    #expect(try repository.check().findings == [])
    repository.close()
  }
}
