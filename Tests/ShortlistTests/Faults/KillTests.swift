import Foundation
import Shortlist
import Testing

@Suite("When its process is killed, a file")
struct KillTests {
  @Test(
    "keeps every change that was acknowledged, and no part of another", arguments: Rounds.seeds(24))
  func killed(seed: Int) async throws {
    let database = try TemporaryDatabase()
    let acknowledged = try await run(seed, at: database.path)
    let repository = try ItemRepository(path: database.path).blocking
    try inspect(repository, seed, acknowledged)
    repository.close()
    #expect(try Soundness.problems(at: database.path) == [], "seed \(seed)")
  }

  @Test(
    "can be read all the while by another process, which can then write",
    arguments: Rounds.seeds(6))
  func watched(seed: Int) async throws {
    let database = try TemporaryDatabase()
    let repository = try ItemRepository(path: database.path)
    let watch = Task {
      while !Task.isCancelled {
        _ = try? await repository.search(SearchQuery("n", totals: .exact))
        _ = try await repository.sections()
      }
    }
    let acknowledged = try await run(seed, at: database.path)
    watch.cancel()
    try await watch.value
    try inspect(repository.blocking, seed, acknowledged)
    try await repository.add("Nowhere", to: "a")
    #expect(try await repository.search(SearchQuery("nowhere")).hits.map(\.rung) == [.title])
    await repository.close()
    #expect(try Soundness.problems(at: database.path) == [], "seed \(seed)")
  }

  /// Lets another process change a file and be killed; tells how many changes it had acknowledged.
  private func run(_ seed: Int, at path: String) async throws -> Int {
    let acknowledged = path + ".acknowledged"
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [seed = seed as Int, path = path as String, acknowledged = acknowledged as String] in
      try KilledLife(seed: seed).run(at: path, noting: acknowledged)
    }
    return try Data(contentsOf: URL(fileURLWithPath: acknowledged)).count
  }

  /// The items are those after the last acknowledged change, or the one after it.
  private func inspect(
    _ repository: BlockingItemRepository, _ seed: Int, _ acknowledged: Int
  ) throws {
    let life = KilledLife(seed: seed)
    let candidates = life.states[acknowledged..<min(acknowledged + 2, life.states.count)]
    let state = try candidates.last { try $0.difference(from: repository) == nil }
    let model = try #require(state, "seed \(seed): something was lost, or is there in part")
    var generator = SeededGenerator(seed: seed)
    #expect(try model.searchProblems(in: repository, &generator) == [], "seed \(seed)")
  }
}
