import Foundation
import Queries
import Random
import Shortlist

/// Measures the first search after a commit of ten items, beside the same search at rest.
///
/// Each search is made after a commit of this repository, and after one of another process: this program
/// again, which commits for each line that it reads. While it does, this process pauses, which alone leaves
/// less of what a search needs in the caches of the processor; so each search is also made after such a
/// pause without a commit.
@main
struct Commits {
  private let repository: BlockingItemRepository
  private let places: [Places.Place]
  private var random: SeededGenerator

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let count = arguments.first.flatMap { Int($0) } ?? 100_000
    if let path = arguments.dropFirst().first { return try commitForEachLine(path, count) }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("places.sqlite").path
    let places = Places.make(count)
    let repository = try ItemRepository(path: path).blocking
    defer { repository.close() }
    try repository.load(places.lazy.map(\.item))
    let other = try OtherProcess(arguments: [String(count), path])
    defer { other.end() }
    var measurement = Commits(repository, places, seed: 24)
    try measurement.measure(QueryLog(places), other)
  }

  /// Commits ten items for each line of the input, and answers with a line.
  private static func commitForEachLine(_ path: String, _ count: Int) throws {
    let repository = try ItemRepository(path: path).blocking
    defer { repository.close() }
    var commits = Commits(repository, Places.make(count), seed: 25)
    print("ready")
    fflush(nil)
    while readLine() != nil {
      try repository.upsert(commits.changedItems())
      print("committed")
      fflush(nil)
    }
  }

  private init(_ repository: BlockingItemRepository, _ places: [Places.Place], seed: UInt64) {
    self.repository = repository
    self.places = places
    random = SeededGenerator(seed: seed)
  }

  private mutating func measure(_ queries: QueryLog, _ other: OtherProcess) throws {
    print("\(places.count) items, grouped, median ms\n")
    print("| | at rest | after a commit | after a pause | after one by another process | commit |")
    print("| --- | --: | --: | --: | --: | --: |")
    for kind in QueryClass.allCases {
      var atRest: [Double] = []
      var afterOwn: [Double] = []
      var afterPause: [Double] = []
      var afterOther: [Double] = []
      var commits: [Double] = []
      for text in queries[kind] {
        let query = SearchQuery(text, limit: 5, layout: .grouped)
        let search = { [repository] in _ = try repository.search(query) }
        // The first search reads what the next finds in the cache.
        try search()
        atRest.append(try time(search))
        let items = changedItems()
        commits.append(try time { try repository.upsert(items) })
        afterOwn.append(try time(search))
        try search()
        atRest.append(try time(search))
        let pause = try time { try other.commit() }
        afterOther.append(try time(search))
        try search()
        Thread.sleep(forTimeInterval: pause / 1_000)
        afterPause.append(try time(search))
      }
      let cells = [atRest, afterOwn, afterPause, afterOther, commits].map(Self.median)
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
