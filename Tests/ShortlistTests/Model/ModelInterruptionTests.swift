import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("The library after searches that ran out of time, compared with the model")
struct ModelInterruptionTests {
  /// A search may end whenever it looks at the clock. What it leaves behind, such as pages read in part,
  /// must not show in the next one.
  @Test("gives the same answers", arguments: Rounds.seeds(2))
  func agreement(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 26_000_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    var model = ModelIndex()
    let items = (0..<1_500).map { generator.item(numbered: $0) }
    model.upsert(items)
    try repository.load(items)
    let sets = (0..<20).compactMap { _ in generator.synonymSet(of: model) }
    model.synonyms.add(sets)
    try repository.addSynonyms(sets)
    var cut = 0
    for step in 0..<16 {
      if generator.once(in: 2) {
        let changed = (0..<10).map { _ in generator.item(numbered: generator.number(0...1_600)) }
        model.upsert(changed)
        try repository.upsert(changed)
      }
      let query = generator.search(of: model)
      if generator.once(in: 2) { try generator.choose(query.text, from: &model, repository) }
      for _ in 0..<10 {
        let budget = try SearchBudget(looks: generator.number(0...generator.pick([1, 2, 5, 20])))
        let part = try repository.search(query, budget: budget)
        if part.notes.contains(.timeBudgetSpent) { cut += 1 }
      }
      let difference = try Comparison(model: model, repository: repository, query: query)
        .difference()
      #expect(difference == nil, "Seed \(seed), step \(step): \(query)")
    }
    #expect(cut > 10)
  }
}
