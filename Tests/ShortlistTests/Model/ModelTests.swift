import Shortlist
import ShortlistTestSupport
import Testing

@Suite("The library, compared with the model")
struct ModelTests {
  /// Two of the three lists are in files, which are closed and reopened now and then. Sometimes
  /// their index then belongs to an older tokenizer, until it is rebuilt.
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
        if generator.once(in: 2) { try generator.choose(query.text, from: &model, repository) }
        let comparison = Comparison(model: model, repository: repository, query: query)
        guard let difference = try comparison.difference() else { continue }
        let report = try SmallCase(changes: changes, query: query).report()
        Issue.record("Seed \(seed), step \(step): \(difference)\n\(query)\nIn short: \(report)")
        return
      }
    }
    if isOutdated { try repository.reindex() }
    #expect(try repository.check().findings == [], "Seed \(seed)")
  }

  /// Opens a file, or a list in memory for `nil`.
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
    let items = (0..<1_500).map { generator.item(numbered: $0) }
    model.upsert(items)
    let sets = (0..<20).compactMap { _ in generator.synonymSet(of: model) }
    let changes = [Change.upsert(items), .addSynonyms(sets)]
    try repository.load(items) { _ in }
    model.synonyms.add(sets)
    try repository.addSynonyms(sets)
    for _ in 0..<30 {
      let query = generator.search(of: model)
      if generator.once(in: 2) { try generator.choose(query.text, from: &model, repository) }
      let comparison = Comparison(model: model, repository: repository, query: query)
      guard let difference = try comparison.difference() else { continue }
      let report = try SmallCase(changes: changes, query: query).report()
      Issue.record("Seed \(seed): \(difference)\nIn short: \(report)")
      return
    }
  }

  @Test("ranks thousands of texts", arguments: Rounds.seeds(3))
  func texts(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 5_000_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    var model = ModelIndex()
    let words = ["needle", "needles", "straw", "hay", "e-mail", "rome"]
    let items = (0..<2_000).map { number in
      var body: [String] = []
      for _ in 0..<generator.number(0...12) { body.append(generator.pick(words)) }
      let title = generator.once(in: 60) ? "Needle \(number)" : "Title \(number)"
      return Item(
        id: Item.ID("\(number)"), section: ItemSection.ID(generator.pick(["a", "a", "a", "b"])),
        title: title, subtitle: generator.once(in: 9) ? generator.pick(words) : "",
        keywords: generator.once(in: 90) ? [generator.pick(words)] : [],
        body: body.joined(separator: " "), weight: Double(generator.number(0...2)))
    }
    var changes = [Change.upsert(items)]
    if seed.isMultiple(of: 2) { changes.append(.move(["3", "700"], "a", 1)) }
    if !seed.isMultiple(of: 3) {
      let sets = [
        SynonymSet(["needle", "hay straw"]), SynonymSet(["needles", "rome"], for: "hay"),
      ]
      changes.append(.addSynonyms(sets))
    }
    for change in changes {
      change.apply(to: &model)
      try change.apply(to: repository)
    }
    for _ in 0..<12 {
      var text = generator.pick(words)
      if generator.once(in: 2) { text += " " + generator.pick(words) }
      if generator.once(in: 4) { text = generator.pick(["body:", "subtitle:", "-rome "]) + text }
      if generator.once(in: 4) { text += " OR " + generator.pick(words) }
      if generator.once(in: 2) { text += " " }
      let query = SearchQuery(
        text, in: generator.once(in: 4) ? ["b"] : nil, limit: generator.pick([1, 5, 60, 5_000]),
        layout: generator.once(in: 2) ? .flat : .grouped,
        totals: generator.once(in: 2) ? .exact : .bounded(10), typos: false,
        timeBudget: .seconds(600))
      let expected = model.search(query)
      func compare(_ hits: [Hit], _ wanted: [ModelAnswer.Hit]) {
        #expect(
          hits.map(\.id) == wanted.prefix(query.limit).map(\.id), "Seed \(seed): \(query)")
      }
      var results = try repository.search(query)
      guard query.layout == .flat else {
        #expect(results.groups.map(\.id) == expected.groups.map(\.section))
        for (group, wanted) in zip(results.groups, expected.groups) {
          compare(group.hits, wanted.hits)
        }
        continue
      }
      compare(results.hits, expected.flat)
      // A page from the middle.
      var next = query
      next.after = results.next
      guard next.after != nil else { continue }
      results = try repository.search(next)
      compare(results.hits, Array(expected.flat.dropFirst(query.limit)))
    }
  }
}
