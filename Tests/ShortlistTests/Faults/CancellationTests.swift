import Shortlist
import ShortlistTestSupport
import Synchronization
import Testing

@Suite("Work that is cancelled")
struct CancellationTests {
  private enum Work: CaseIterable, Sendable {
    case search, ask, complete, upsert, load, stream, optimize
  }

  /// `SHORTLIST_ROUNDS=20` cancels 10,000 times.
  @Test(
    "is done, or says that it was cancelled; what was acknowledged stays",
    arguments: Rounds.seeds(10))
  func randomMoments(seed: Int) async throws {
    let database = try TemporaryDatabase()
    let repository = try ItemRepository(path: database.path)
    try await repository.upsert(
      (0..<300).map {
        Item(id: .init("kept \($0)"), section: "Kept", title: "Land \($0) yorkshire")
      })
    var generator = SeededGenerator(seed: seed)
    var cancelled = 0
    for number in 0..<50 {
      let work = generator.pick(Work.allCases)
      let task = Task { try await Self.run(work, number, on: repository) }
      for _ in 0..<generator.number(0...generator.pick([0, 3, 60])) { await Task.yield() }
      task.cancel()
      let section = ItemSection.ID("Section \(number)")
      switch await task.result {
      case .success:
        guard [.upsert, .load, .stream].contains(work) else { continue }
        #expect(try await repository.items(in: section).count == 20, "seed \(seed), \(work)")
      case .failure(let error):
        #expect((error as? ShortlistError)?.code == .cancelled, "seed \(seed), \(work): \(error)")
        cancelled += 1
        let found = try await repository.sections().first { $0.id == section }?.count ?? 0
        #expect(found == 0 || found == 20, "seed \(seed), \(work)")
      }
    }
    #expect(cancelled > 0)
    let query = SearchQuery("land", in: ["Kept"], totals: .exact)
    #expect(try await repository.search(query).total == .exactly(300))
    await repository.close()
    #expect(try Soundness.problems(at: database.path) == [])
  }

  private static func run(_ work: Work, _ number: Int, on repository: ItemRepository) async throws {
    let items = (0..<20).map { Item(section: .init("Section \(number)"), title: "New land \($0)") }
    switch work {
    case .search: _ = try await repository.search(SearchQuery("yorkshier land", totals: .exact))
    case .ask: _ = try await repository.search(SearchQuery("land yorkshire", match: .any))
    case .complete: _ = try await repository.completions(for: "la")
    case .upsert: try await repository.upsert(items)
    case .load: try await repository.load(items)
    case .stream:
      // Ends early when its task is cancelled, as if there were no more items.
      let next = Mutex(items.makeIterator())
      try await repository.load(
        AsyncStream {
          await Task.yield()
          return next.withLock { $0.next() }
        })
    case .optimize: try await repository.optimize()
    }
  }
}
