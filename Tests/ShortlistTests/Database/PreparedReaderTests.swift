import Foundation
import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("A reader that is prepared after a commit")
struct PreparedReaderTests {
  private static func prepares(_ repository: BlockingItemRepository) -> Bool {
    var count = 0
    repository.database.prepareReader { _ in count += 1 }
    return count == 1
  }

  @Test("is the next one, and is prepared once until it reads")
  func decision() throws {
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    #expect(Self.prepares(repository))
    #expect(!Self.prepares(repository))
    _ = try repository.search(SearchQuery("land"))
    #expect(Self.prepares(repository))
    _ = try repository.database.read { (_) throws(ShortlistError) in
      #expect(!Self.prepares(repository), "No reader is idle.")
      _ = try repository.search(SearchQuery("land"))
      #expect(!Self.prepares(repository), "One of two is idle.")
    }
    #expect(Self.prepares(repository))
    repository.close()
    #expect(!Self.prepares(repository))
  }

  @Test("is prepared by each way to change items, if there was a search before")
  func commits() throws {
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    let changes: [() throws -> Void] = [
      { try repository.add("Iceland", to: "Countries") },
      { try repository.upsert([Item(id: "1", section: "Countries", title: "Land")]) },
      { _ = try repository.move(["1"], to: "Countries visited") },
      { try repository.apply(ChangeSet(removals: ["1"])) },
    ]
    try repository.add("New Zealand", to: "Countries")
    #expect(Self.prepares(repository), "Nothing has searched yet.")
    for (number, change) in changes.enumerated() {
      _ = try repository.search(SearchQuery("land"))
      try change()
      #expect(!Self.prepares(repository), "Change \(number) has done it.")
    }
    #expect(try repository.search(SearchQuery("land")).hits.count == 2)
  }

  @Test("reports its error at the next read")
  func errors() throws {
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    repository.database.prepareReader { (_) throws(ShortlistError) in
      throw ShortlistError(.damaged, "A test.")
    }
    #expect(try repository.search(SearchQuery("land")).hits.isEmpty)
  }

  @Test("is waited for, instead of opening another")
  func waiting() async throws {
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    try repository.add("Iceland", to: "Countries")
    _ = try repository.search(SearchQuery("land"))
    let isPreparing = DispatchSemaphore(value: 0)
    async let found = Task.detached {
      isPreparing.wait()
      return try repository.search(SearchQuery("land")).hits.count
    }.value
    repository.database.prepareReader { _ in
      isPreparing.signal()
      usleep(50_000)
    }
    #expect(try await found == 1)
    #expect(repository.database.state.withLock { $0.openReaders } == 1)
  }
}
