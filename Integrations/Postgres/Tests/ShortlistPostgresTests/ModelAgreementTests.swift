import Shortlist
import ShortlistPostgres
import ShortlistTestSupport
import Testing

@Suite("A list on PostgreSQL, compared with the model", .serialized)
struct ModelAgreementTests {
  @Test("gives the same answers", arguments: Rounds.seeds(12))
  func randomList(seed: Int) async throws {
    var generator = SeededGenerator(seed: seed + 8_000_000)
    let url = try PostgresServer.shared.get().makeList(partitions: generator.number(1...4))
    let target = try PostgresTarget(url)
    let source = PostgresSource(url)
    var model = ModelIndex()
    for step in 1...6 {
      let items = (0..<generator.number(1...25)).map { _ in
        generator.serverItem(number: generator.number(0...60))
      }
      let removals = generator.some(model.items.map(\.id), generator.number(0...4))
        .filter { id in !items.contains { $0.id == id } }
      model.remove(removals)
      model.upsert(items)
      try target.apply(ChangeSet(upserts: items, removals: removals))
      for _ in 0..<25 {
        let query = generator.serverQuery(of: model)
        let comparison = ServerComparison(model: model, source: source, query: query)
        guard let difference = try await comparison.difference() else { continue }
        Issue.record("Seed \(seed), step \(step): \(difference)\n\(query)")
        return
      }
    }
    await source.close()
  }
}

extension SeededGenerator {
  /// Returns an item of one of a few sections. U+0000 is left out: no text in PostgreSQL holds it.
  mutating func serverItem(number: Int) -> Item {
    let section = ItemSection.ID(pick(["a", "Rome", "new lists", "b"]))
    var item = Item(
      id: Item.ID("\(number)"), section: section, title: title(words: 3).replacing("\0", with: "x"))
    if once(in: 3) { item.subtitle = text(words: 3).replacing("\0", with: "") }
    if once(in: 3) {
      item.keywords = (0..<self.number(1...3)).map { _ in
        title(words: 2).replacing("\0", with: "x").replacing("\u{1F}", with: "")
      }
    }
    if once(in: 3) { item.body = text(words: 8).replacing("\0", with: "") }
    item.weight = weight()
    if once(in: 2) { item.attributes = attributes() }
    return item
  }

  /// Returns a query with those options that a server takes.
  mutating func serverQuery(of model: ModelIndex) -> SearchQuery {
    while true {
      var query = search(of: model)
      query.match = .all
      query.sort = nil
      query.usesLearning = false
      query.maxFacetValues = 1_000
      guard !query.text.contains("\0") else { continue }
      return query
    }
  }
}
