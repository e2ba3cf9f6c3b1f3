import Shortlist
import Testing

@Suite("The library, compared with the model")
struct ModelTests {
  @Test("keeps the same items and gives the same answers", arguments: Rounds.seeds(40))
  func randomHistory(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    var model = ModelIndex()
    var changes: [Change] = []
    let mood = Mood.all[seed % Mood.all.count]
    for step in 1...40 {
      let change = generator.change(of: model, mood: mood)
      changes.append(change)
      change.apply(to: &model)
      try change.apply(to: repository)
      if let difference = try model.difference(from: repository) {
        Issue.record("Seed \(seed), step \(step), \(change): \(difference)")
        return
      }
      guard step.isMultiple(of: 5) else { continue }
      for _ in 0..<12 {
        let query = generator.search(of: model)
        let comparison = Comparison(model: model, repository: repository, query: query)
        guard let difference = try comparison.difference() else { continue }
        let report = try SmallCase(changes: changes, query: query).report()
        Issue.record("Seed \(seed), step \(step): \(difference)\nIn short: \(report)")
        return
      }
    }
    #expect(try repository.check().findings == [], "Seed \(seed)")
  }

  @Test("gives the same answers about thousands of items", arguments: Rounds.seeds(3))
  func largeList(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 4_000_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    var model = ModelIndex()
    let items = (0..<1_500).map { number in
      let title = generator.text(words: generator.number(1...3))
      let body = generator.once(in: 4) ? generator.text(words: 4) : ""
      let section = ItemSection.ID(generator.pick(["a", "a", "a", "b", "c", "d"]))
      return Item(
        id: Item.ID("\(number)"), section: section, title: title, body: body,
        weight: generator.once(in: 2) ? 0 : generator.weight())
    }
    let changes = [Change.upsert(items)]
    model.upsert(items)
    try repository.load(items) { _ in }
    for _ in 0..<30 {
      let query = generator.search(of: model)
      let comparison = Comparison(model: model, repository: repository, query: query)
      guard let difference = try comparison.difference() else { continue }
      let report = try SmallCase(changes: changes, query: query).report()
      Issue.record("Seed \(seed): \(difference)\nIn short: \(report)")
      return
    }
  }
}
