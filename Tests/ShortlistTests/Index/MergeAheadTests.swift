import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("Merging one index while another is written")
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

  @Test("leaves one segment of it", .writesPages)
  func store() throws {
    let file = try TemporaryDatabase()
    let repository = try Self.repository(file)
    #expect(try Self.segments(of: repository) == [3, 3])
    try repository.database.write { (transaction) throws(ShortlistError) in
      let ahead = MergeAhead(
        .optimizing, of: IndexTable.texts, in: repository.database, on: Workers(limit: 1))
      while !ahead.isOver {}
      try ahead.finish()?.store(on: transaction.connection)
    }
    #expect(try Self.segments(of: repository) == [3, 1])
    #expect(try repository.search(SearchQuery("deep round 2 lake 7")).hits.first?.item.id == "2 7")
    #expect(try repository.check().findings == [])
    try repository.optimize()
    #expect(try Self.segments(of: repository) == [1, 1])
    #expect(try repository.check().findings == [])
    repository.close()
  }

  @Test("does not wait for those who read")
  func busyReaders() throws {
    let file = try TemporaryDatabase()
    let repository = try Self.repository(file)
    let database = repository.database
    try database.read { (_) throws(ShortlistError) in
      try database.write { (_) throws(ShortlistError) in
        let ahead = MergeAhead(
          .optimizing, of: IndexTable.texts, in: database, on: Workers(limit: 1))
        #expect(ahead.finish() == nil)
      }
    }
    repository.close()
  }
}
