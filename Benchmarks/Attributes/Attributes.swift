import Foundation
import Queries
import Random
import Shortlist

/// Measures what attributes cost: the size of a file, filtered searches, facets, and sorted searches,
/// each beside the same search without.
///
/// The items have three attributes: a kind of 10 values, a region of 1,000 and a year. Every search
/// has another filter, for a kind, a region or a span of years.
@main
struct Attributes {
  let repository: BlockingItemRepository
  let queries: QueryLog
  private var random = SeededGenerator(seed: 23)

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let count = arguments.first.flatMap { Int($0) } ?? 100_000
    let temporary = FileManager.default.temporaryDirectory.appendingPathComponent(
      UUID().uuidString)
    let folder = arguments.dropFirst().first.map { URL(fileURLWithPath: $0) } ?? temporary
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: temporary) }
    let places = Places.make(count)
    let full = folder.appendingPathComponent("attributes-\(count).sqlite").path
    if !FileManager.default.fileExists(atPath: full) {
      let plain = folder.appendingPathComponent("plain-\(count).sqlite").path
      var random = SeededGenerator(seed: 22)
      let plainTime = try load(places.lazy.map(\.item), into: plain)
      let fullTime = try load(places.lazy.map { place in with(place.item, &random) }, into: full)
      print(
        "\(count) items: \(megabytes(plain)) MB in \(rounded(plainTime)) s without attributes, "
          + "\(megabytes(full)) MB in \(rounded(fullTime)) s with three")
    }
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let repository = try ItemRepository(path: full, options: options).blocking
    defer { repository.close() }
    var measurement = Attributes(repository: repository, queries: QueryLog(places))
    try measurement.measure()
  }

  private init(repository: BlockingItemRepository, queries: QueryLog) {
    self.repository = repository
    self.queries = queries
  }

  private static func load(_ items: some Sequence<Item>, into path: String) throws -> Double {
    let repository = try ItemRepository(path: path).blocking
    defer { repository.close() }
    let start = ContinuousClock.now
    try repository.load(items)
    return (ContinuousClock.now - start) / .seconds(1)
  }

  private static func with(_ item: Item, _ random: inout SeededGenerator) -> Item {
    var item = item
    item.attributes = [
      "kind": .text("kind \(Int.random(in: 0..<10, using: &random))"),
      "region": .text("region \(Int.random(in: 0..<1_000, using: &random))"),
      "year": .number(Double(Int.random(in: 1_800..<2_027, using: &random))),
    ]
    return item
  }

  // MARK: Measuring

  /// A search in question, each time with other values.
  private enum Variant: String, CaseIterable {
    case plain, kind, region, year, facet, sorted
  }

  private mutating func query(
    _ text: String, _ layout: SearchQuery.Layout, _ variant: Variant
  ) -> SearchQuery {
    var query = SearchQuery(text, limit: layout == .flat ? 10 : 5, layout: layout)
    switch variant {
    case .plain: break
    case .kind:
      query.filter = .equals("kind", .text("kind \(Int.random(in: 0..<10, using: &random))"))
    case .region:
      query.filter = .equals(
        "region", .text("region \(Int.random(in: 0..<1_000, using: &random))"))
    case .year:
      let year = Double(Int.random(in: 1_800..<2_000, using: &random))
      query.filter = .all([
        .compares("year", .greaterOrEqual, .number(year)),
        .compares("year", .less, .number(year + 25)),
      ])
    case .facet: query.facets = ["kind"]
    case .sorted: query.sort = AttributeSort("year", .descending)
    }
    return query
  }

  private mutating func measure() throws {
    for layout in [SearchQuery.Layout.grouped, .flat] {
      print("\n\(layout.rawValue), median ms\n")
      print(
        "| | plain | filtered | times | by kind | by region | by year | with a facet | sorted |")
      print("| --- | --: | --: | --: | --: | --: | --: | --: | --: |")
      var filtered: [Double] = []
      for kind in QueryClass.allCases {
        var times: [Variant: [Double]] = [:]
        for text in queries[kind] {
          for variant in Variant.allCases {
            let query = query(text, layout, variant)
            // The first search of a query reads items that the next finds in the cache.
            _ = try repository.search(query)
            let start = ContinuousClock.now
            _ = try repository.search(query)
            times[variant, default: []].append((ContinuousClock.now - start) / .milliseconds(1))
          }
        }
        let all = [Variant.kind, .region, .year].flatMap { times[$0] ?? [] }
        filtered += all
        func median(_ variant: Variant) -> Double { Self.quantile(0.5, times[variant] ?? []) }
        let medians =
          [Self.quantile(0.5, all) / median(.plain)]
          + [.kind, .region, .year, .facet, .sorted].map(median)
        let cells = ([median(.plain), Self.quantile(0.5, all)] + medians).map(Self.rounded)
        print("| \(kind.rawValue) | \(cells.joined(separator: " | ")) |")
      }
      print("\n95 % of all filtered searches: \(Self.rounded(Self.quantile(0.95, filtered))) ms")
    }
  }

  private static func quantile(_ part: Double, _ times: [Double]) -> Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  private static func rounded(_ number: Double) -> String { String(format: "%.2f", number) }

  private static func megabytes(_ path: String) -> Int {
    let size = try? URL(fileURLWithPath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize
    return (size ?? 0) / 1_000_000
  }
}
