import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

/// The killed processes are forks of processes that do nothing else. There are several of them, to
/// keep every processor busy.
@Suite("When its process is killed, a file")
struct KillTests {
  private static let parts = 4

  /// Returns the seeds of one of the parts.
  private static func seeds(_ count: Int, part: Int) -> some Sequence<Int> {
    Rounds.seeds(count).lazy.filter { $0 % parts == part }
  }

  @Test("keeps every change that was acknowledged, and no part of another", arguments: 0..<parts)
  func killed(part: Int) async {
    await #expect(processExitsWith: .success) { [part = part as Int] in
      for seed in Self.seeds(270, part: part) {
        let database = try TemporaryDatabase()
        let acknowledged = database.path + ".acknowledged"
        let life = KilledLife(seed: seed)
        let fork = life.fork(at: database.path, noting: acknowledged)
        fork.go()
        #expect(fork.end() == SIGKILL, "seed \(seed)")
        let repository = try ItemRepository(path: database.path).blocking
        try Self.inspect(repository, life, seed, noted: acknowledged)
        repository.close()
        #expect(try Soundness.problems(at: database.path) == [], "seed \(seed)")
      }
    }
  }

  @Test(
    "can be read all the while by another process, which can then write", arguments: 0..<parts)
  func watched(part: Int) async {
    await #expect(processExitsWith: .success) { [part = part as Int] in
      let lives = try Self.seeds(30, part: part).map { seed in
        let (life, database) = (KilledLife(seed: seed), try TemporaryDatabase())
        let acknowledged = database.path + ".acknowledged"
        let fork = life.fork(at: database.path, noting: acknowledged)
        return (seed, life, database, acknowledged, fork)
      }
      for (seed, life, database, acknowledged, fork) in lives {
        fork.go()
        let repository = try ItemRepository(path: database.path)
        let watch = Task {
          while !Task.isCancelled {
            _ = try? await repository.search(SearchQuery("n", totals: .exact))
            _ = try await repository.sections()
          }
        }
        #expect(fork.end() == SIGKILL, "seed \(seed)")
        watch.cancel()
        try await watch.value
        try Self.inspect(repository.blocking, life, seed, noted: acknowledged)
        try await repository.add("Nowhere", to: "a")
        #expect(try await repository.search(SearchQuery("nowhere")).hits.map(\.tier) == [.title])
        await repository.close()
        #expect(try Soundness.problems(at: database.path) == [], "seed \(seed)")
      }
    }
  }

  /// Expects the items after the last acknowledged change, or after the one that follows it.
  private static func inspect(
    _ repository: BlockingItemRepository, _ life: KilledLife, _ seed: Int, noted path: String
  ) throws {
    // The process may have been killed before it acknowledged anything.
    let acknowledged = (try? Data(contentsOf: URL(fileURLWithPath: path)).count) ?? 0
    let candidates = life.states[acknowledged..<min(acknowledged + 2, life.states.count)]
    let state = try candidates.last { try $0.difference(from: repository) == nil }
    let model = try #require(state, "seed \(seed): something was lost, or is there in part")
    // Few searches: the check that follows compares the whole index with the items, and the model
    // is the slowest part in a debug build.
    var generator = SeededGenerator(seed: seed)
    #expect(
      try model.searchProblems(in: repository, searches: 2, &generator) == [], "seed \(seed)")
  }
}
