import Shortlist
import Testing

@Suite("The library, compared with the model")
struct ModelTests {
  /// Of three lists, two are in files, which are closed and opened again now and then; and sometimes
  /// their index is of an older tokenizer then, until it is built anew.
  @Test("keeps the same items and gives the same answers", arguments: Rounds.seeds(40))
  func randomHistory(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let file = seed.isMultiple(of: 3) ? nil : try TemporaryDatabase()
    var repository = try Self.open(file)
    defer { repository.close() }
    var isOutdated = false
    var model = ModelIndex()
    var changes: [Change] = []
    let mood = Mood.all[seed % Mood.all.count]
    for step in 1...40 {
      if let file, generator.once(in: 8) {
        repository.close()
        if generator.once(in: 3) {
          try OlderTokens.put(into: file.path)
          isOutdated = true
        }
        repository = try Self.open(file)
      }
      let change = generator.change(of: model, mood: mood)
      changes.append(change)
      change.apply(to: &model)
      try change.apply(to: repository)
      if case .reindex = change { isOutdated = false }
      if isOutdated, generator.once(in: 8) {
        try repository.reindex()
        isOutdated = false
      }
      #expect(try repository.needsReindex() == isOutdated, "Seed \(seed), step \(step)")
      if let difference = try model.difference(from: repository) {
        Issue.record("Seed \(seed), step \(step), \(change): \(difference)")
        return
      }
      guard step.isMultiple(of: 5) else { continue }
      guard !isOutdated else {
        let problems = try model.outdatedProblems(in: repository, &generator)
        #expect(problems == [], "Seed \(seed), step \(step)")
        continue
      }
      for _ in 0..<12 {
        let query = generator.search(of: model)
        let comparison = Comparison(model: model, repository: repository, query: query)
        guard let difference = try comparison.difference() else { continue }
        let report = try SmallCase(changes: changes, query: query).report()
        Issue.record("Seed \(seed), step \(step): \(difference)\nIn short: \(report)")
        return
      }
    }
    if isOutdated { try repository.reindex() }
    #expect(try repository.check().findings == [], "Seed \(seed)")
  }

  /// Opens a file, or with `nil` a list in memory.
  private static func open(_ file: TemporaryDatabase?) throws -> BlockingItemRepository {
    var options = ItemRepository.Options()
    options.reindexesInBackground = false
    return try ItemRepository(path: file?.path ?? ":memory:", options: options).blocking
  }

  @Test("gives the same answers about thousands of items", arguments: Rounds.seeds(3))
  func largeList(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 4_000_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    var model = ModelIndex()
    let items = (0..<1_500).map { number in
      let title = generator.title(words: generator.number(1...3))
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
