import Shortlist
@testable import ShortlistPostgres
import ShortlistTestSupport
import Testing

@Suite("A list on PostgreSQL, compared with the model", .serialized)
struct ModelAgreementTests {
  @Test("gives the same answers", arguments: Rounds.seeds(12))
  func randomList(seed: Int) async throws {
    var generator = SeededGenerator(seed: seed + 8_000_000)
    let url = try PostgresServer.shared.get().makeList(partitions: generator.number(1...4))
    let target = try PostgresTarget(url)
    // A third chooses the plan itself, the others read matches in order always or never.
    let source = PostgresSource(url, connections: 1, walks: [nil, true, false][seed % 3])
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
