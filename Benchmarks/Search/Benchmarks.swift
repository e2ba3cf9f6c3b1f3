import Benchmark
import Queries
import Shortlist

/// Each benchmark is named `layout, class of queries, engine`. It runs each query of the class
/// once, after some uncounted warm-up queries, so its median is the median over the queries.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput], timeUnits: .microseconds,
    warmupIterations: QueryClass.count / 4, maxDuration: .seconds(3_600),
    maxIterations: QueryClass.count)

  for layout in [SearchQuery.Layout.flat, .grouped] {
    for kind in QueryClass.allCases {
      register("\(layout.rawValue), \(kind.rawValue), Shortlist", kind) { fixture, text in
        let query = SearchQuery(text, limit: layout == .flat ? 10 : 5, layout: layout)
        let results = try fixture.shortlist.search(query)
        // A search that is cut off after a second would look fast.
        precondition(!results.notes.contains(.timeBudgetSpent), "“\(text)” took too long.")
        return results.hits.count
      }
      guard kind.isForFTS5 else { continue }
      register("\(layout.rawValue), \(kind.rawValue), FTS5", kind) { fixture, text in
        try fixture.fts5.search(text, isGrouped: layout == .grouped).count
      }
    }
  }
}

/// Registers a benchmark of one class of queries. `search` returns the number of hits.
private func register(
  _ name: String, _ kind: QueryClass,
  search: @escaping @Sendable (Fixture, String) throws -> Int
) {
  Benchmark(name) { benchmark in
    let fixture = try Fixture.shared.get()
    let queries = fixture.queries[kind]
    let text = queries[benchmark.currentIteration % queries.count]
    benchmark.startMeasurement()
    let hits = try search(fixture, text)
    benchmark.stopMeasurement()
    // Spelling correction has its limits; every other query is in the list.
    precondition(hits > 0 || !kind.isForFTS5, "“\(text)” finds nothing.")
  } setup: {
    _ = try Fixture.shared.get()
  }
}
