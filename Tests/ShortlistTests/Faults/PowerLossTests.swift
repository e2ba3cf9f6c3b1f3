import Shortlist
import ShortlistTestSupport
import Testing

@Suite("When the power goes, a file")
struct PowerLossTests {
  /// The committed states of one file, and what a power failure left of it.
  private struct Outcome {
    /// The items after each acknowledged change; the last one is the change in progress.
    var states: [ModelIndex]
    /// The index of the state that the file holds; `nil` for none.
    var kept: Int?
    var problems: [String] = []
  }

  @Test(
    "keeps every change that was acknowledged, and no part of another",
    arguments: Rounds.seeds(20))
  func fullSync(seed: Int) throws {
    let outcome = try life(seed: seed, synchronous: .full)
    #expect(outcome.problems == [], "seed \(seed)")
    let kept = try #require(outcome.kept, "seed \(seed): none of the states is in the file")
    #expect(kept >= outcome.states.count - 2, "seed \(seed)")
  }

  @Test("synced less often loses the last changes at most", arguments: Rounds.seeds(10))
  func normalSync(seed: Int) throws {
    let outcome = try life(seed: seed + 1_000_000, synchronous: .normal)
    #expect(outcome.problems == [], "seed \(seed)")
    #expect(outcome.kept != nil, "seed \(seed): none of the states is in the file")
  }

  @Test("is damaged on a disk that does not sync, which shows that these tests would notice")
  func control() throws {
    let damaged = try (0..<20).count { seed in
      let outcome = try life(seed: seed, synchronous: .full, liesAboutSyncs: true)
      return outcome.problems != [] || outcome.kept.map { $0 < outcome.states.count - 2 } ?? true
    }
    #expect(damaged > 3)
  }

  private func life(
    seed: Int, synchronous: ItemRepository.Options.Synchronous, liesAboutSyncs: Bool = false
  ) throws -> Outcome {
    var generator = SeededGenerator(seed: seed)
    let disk = Disk()
    var options = disk.options
    options.synchronous = synchronous
    let (before, after) = (try TemporaryDatabase(), try TemporaryDatabase())
    disk.cutPower(
      after: generator.number(1...generator.pick([60, 300, 1_200])),
      loss: Disk.Loss.allCases[seed % Disk.Loss.allCases.count], seed: seed + 1,
      liesAboutSyncs: liesAboutSyncs)

    var outcome = Outcome(states: [ModelIndex()])
    while !disk.isOff {
      // Closing a file and opening it again checkpoints it.
      guard let repository = try? ItemRepository(path: before.path, options: options).blocking
      else { break }
      for _ in 0..<generator.number(1...25) {
        var model = outcome.states[outcome.states.count - 1]
        let change = generator.change(of: model, mood: Mood.all[seed % Mood.all.count])
        change.apply(to: &model)
        outcome.states.append(model)
        do { try change.apply(to: repository) } catch { break }
        if disk.isOff { break }
      }
      repository.close()
    }
    disk.save(toFolderOf: after.path)
    try inspect(after.path, &outcome, &generator)
    return outcome
  }

  /// Opens the surviving file, identifies its state, and searches it.
  private func inspect(
    _ path: String, _ outcome: inout Outcome, _ generator: inout SeededGenerator
  ) throws {
    do {
      let repository = try ItemRepository(path: path).blocking
      defer { repository.close() }
      outcome.kept = try outcome.states.lastIndex { try $0.difference(from: repository) == nil }
      guard let kept = outcome.kept else { return }
      outcome.problems += try outcome.states[kept].searchProblems(in: repository, &generator)
      outcome.problems += try repository.check().findings.map(\.message)
    } catch {
      outcome.problems.append("\(error)")
    }
  }
}
