import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("Why, compared with the model")
struct WhyAgreementTests {
  @Test("gives the same tiers and places", arguments: Rounds.seeds(12))
  func rungsAndPlaces(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 7_000_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    var model = ModelIndex()
    let items = (0..<40).map { number in
      Item(
        id: Item.ID("\(number)"), section: ItemSection.ID(generator.pick(["a", "a", "b"])),
        title: generator.title(words: 3),
        subtitle: generator.once(in: 4) ? generator.text(words: 3) : "",
        keywords: generator.once(in: 4) ? [generator.text(words: 2).plain] : [],
        body: generator.once(in: 4) ? generator.text(words: 4) : "", weight: generator.weight(),
        attributes: generator.once(in: 2) ? generator.attributes() : [:])
    }
    model.upsert(items)
    try repository.upsert(items)
    for _ in 0..<(seed.isMultiple(of: 2) ? 4 : 0) {
      let change = generator.synonymChange(of: model)
      change.apply(to: &model)
      try change.apply(to: repository)
    }
    let table = try SynonymTable(model.synonyms.sets)
    for _ in 0..<15 {
      var query = generator.search(of: model)
      query.match = .all
      try compare(repository, model, query)
      var whole = query
      whole.limit = .max
      whole.sections = nil
      whole.typos = false
      (whole.filter, whole.sort, whole.facets) = (nil, nil, [])
      whole.matchesSectionTitles = false
      let tiers = Dictionary(
        model.search(whole).flat.map { ($0.id, $0.rank.tier) }, uniquingKeysWith: { a, _ in a })
      let parsed = try ParsedQuery(query.text, operators: query.operators)
      for item in model.items {
        let matcher = try ItemMatcher(parsed, item)
        var tier = matcher.exclusion == nil ? matcher.tier : nil
        if matcher.exclusion == nil, let synonyms = try SynonymQuery(parsed.clauses, table),
          let match = try SynonymMatch(parsed, synonyms, item)
        {
          tier = min(tier ?? .partial, match.tier)
        }
        #expect(tier?.rawValue == tiers[item.id], "“\(query.text)” and \(item)")
      }
    }
  }

  private func compare(
    _ repository: BlockingItemRepository, _ model: ModelIndex, _ query: SearchQuery
  ) throws {
    let answer = model.search(query)
    let lists = query.layout == .flat ? [answer.flat] : answer.groups.map(\.hits)
    for (group, list) in lists.enumerated() {
      let isShown = query.layout == .flat || group < query.maxGroups ?? .max
      for (offset, hit) in list.enumerated() {
        let why = try repository.why(hit.id, query)
        #expect(why.tier?.rawValue == hit.rank.tier, "“\(query.text)” and \(hit.id)")
        #expect(why.place == offset + 1, "“\(query.text)” and \(hit.id)")
        #expect(why.isHit == (isShown && offset < query.limit), "“\(query.text)” and \(hit.id)")
      }
    }
    let found = Set(answer.flat.map(\.id))
    for item in model.items where !found.contains(item.id) {
      #expect(try !repository.why(item.id, query).isHit)
    }
  }
}

extension String {
  /// The text without the separator of keywords in the file.
  fileprivate var plain: String { replacing("\u{1F}", with: "") }
}
