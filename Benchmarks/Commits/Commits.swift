import Foundation
import Queries
import Random
import Shortlist

/// Measures the first search after a commit of ten items, beside the same search at rest.
///
/// Each search is made after a commit of this repository, and after one of another connection to the
/// file.
@main
struct Commits {
  private let reader: BlockingItemRepository
  private let other: BlockingItemRepository
  private let places: [Places.Place]
  private var random = SeededGenerator(seed: 24)

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let count = arguments.first.flatMap { Int($0) } ?? 100_000
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("places.sqlite").path
    let places = Places.make(count)
    let reader = try ItemRepository(path: path).blocking
    try reader.load(places.lazy.map(\.item))
    let other = try ItemRepository(path: path).blocking
    defer {
      other.close()
      reader.close()
    }
    var measurement = Commits(reader: reader, other: other, places: places)
    try measurement.measure(QueryLog(places))
  }

  private init(
    reader: BlockingItemRepository, other: BlockingItemRepository, places: [Places.Place]
  ) {
    self.reader = reader
    self.other = other
    self.places = places
  }

  private mutating func measure(_ queries: QueryLog) throws {
    print("\(places.count) items, grouped, median ms\n")
    print("| | at rest | after a commit | after one by another connection | commit |")
    print("| --- | --: | --: | --: | --: |")
    for kind in QueryClass.allCases {
      var atRest: [Double] = []
      var after: [[Double]] = [[], []]
      var commits: [Double] = []
      for text in queries[kind].prefix(40) {
        let query = SearchQuery(text, limit: 5, layout: .grouped)
        for (index, writer) in [reader, other].enumerated() {
          // The first search reads what the next finds in the cache.
          _ = try reader.search(query)
          atRest.append(try time { _ = try reader.search(query) })
          let items = changedItems()
          commits.append(try time { try writer.upsert(items) })
          after[index].append(try time { _ = try reader.search(query) })
        }
      }
      let cells = [atRest, after[0], after[1], commits].map(Self.median)
      print("| \(kind.rawValue) | \(cells.joined(separator: " | ")) |")
    }
  }

  /// Returns ten items with new titles, which have a word that no other item has.
  private mutating func changedItems() -> [Item] {
    (0..<10).map { _ in
      var item = random.pick(places).item
      let number = Int.random(in: 0..<1_000_000, using: &random)
      item.title += " \(random.pick(places).words[0])x\(number)"
      return item
    }
  }

  private func time(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  private static func median(_ times: [Double]) -> String {
    String(format: "%.2f", times.sorted()[times.count / 2])
  }
}
