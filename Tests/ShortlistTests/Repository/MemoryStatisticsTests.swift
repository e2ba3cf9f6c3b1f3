import CShortlist
import Shortlist
import Testing

@Suite("SQLite's count of its memory")
struct MemoryStatisticsTests {
  /// Whether SQLite counts belongs to the process, so each test runs in its own.
  @Test("can be turned off before SQLite is used")
  func before() async {
    await #expect(processExitsWith: .success) {
      try #require(ItemRepository.turnOffMemoryStatistics())
      let repository = try ItemRepository(path: ":memory:")
      try await repository.upsert([Item(id: "1", section: "a", title: "Iceland")])
      #expect(try await repository.search("land").hits.count == 1)
      #expect(sqlite3_memory_used() == 0)
      await repository.close()
    }
  }

  @Test("stays on if SQLite was used before")
  func after() async {
    await #expect(processExitsWith: .success) {
      let repository = try ItemRepository(path: ":memory:")
      #expect(!ItemRepository.turnOffMemoryStatistics())
      #expect(sqlite3_memory_used() > 0)
      await repository.close()
    }
  }
}
