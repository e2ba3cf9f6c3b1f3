import CShortlist
import Foundation
import Shortlist
import Testing

@Suite("A repository that is closed")
struct ClosingTests {
  /// SQLite's memory and the descriptors belong to the process, so the test runs in its own.
  /// `SHORTLIST_ROUNDS=20` opens 1,000 repositories.
  @Test("leaves no descriptor open, and no memory of SQLite's behind")
  func leftovers() async {
    await #expect(processExitsWith: .success) {
      let database = try TemporaryDatabase()
      // Fills caches that are created once and never freed.
      for _ in 0..<3 { try await Self.live(at: database.path) }
      let before = try Self.held()
      for _ in 0..<Rounds.of(50) { try await Self.live(at: database.path) }
      #expect(try Self.held() == before)
    }
  }

  /// Opens, searches, writes, listens and closes.
  private static func live(at path: String) async throws {
    let repository = try ItemRepository(path: path)
    try await repository.upsert([Item(id: "1", section: "a", title: "Land", body: "by the sea")])
    let results = try await repository.search(SearchQuery("lan", totals: .exact))
    try #require(results.hits.count == 1)
    try #require(try await repository.search(SearchQuery("sae", match: .any)).hits.count <= 1)
    var changes = repository.changes.makeAsyncIterator()
    try await repository.upsert([Item(id: "2", section: "b", title: "See")])
    _ = await changes.next()
    try await repository.remove(["2"])
    await repository.close()
    let memory = try ItemRepository(path: ":memory:").blocking
    try memory.add("Land", to: "a")
    memory.close()
  }

  /// Returns the number of open descriptors of this process, and the bytes allocated by SQLite.
  /// Other threads release theirs shortly after `close` returns.
  private static func held() throws -> [Int] {
    func now() throws -> [Int] {
      let folder =
        FileManager.default.fileExists(atPath: "/proc/self/fd") ? "/proc/self/fd" : "/dev/fd"
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: folder)
      return [descriptors.count, Int(sqlite3_memory_used())]
    }
    var last = try now()
    for _ in 0..<50 {
      usleep(20_000)
      let next = try now()
      if next == last { break }
      last = next
    }
    return last
  }
}
