import Foundation
import Random
import Shortlist

/// A person with 200 favourite items, who types one of them letter by letter until it stands first,
/// and chooses it. Prints how many letters that takes, with learning and without.
///
/// The favourites are drawn by Zipf's law with the exponent 1. The first 1,000 searches are for
/// learning, the next 1,000 are counted.
@main
struct Learning {
  let repository: BlockingItemRepository
  let favourites: [Item]
  let layout: SearchQuery.Layout

  static func main() throws {
    guard let path = CommandLine.arguments.dropFirst().first else {
      print("Usage: swift run -c release --package-path Benchmarks Learning FILE")
      exit(2)
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for layout in [SearchQuery.Layout.flat, .grouped] {
      // Learn in a copy.
      let copy = folder.appendingPathComponent("\(layout.rawValue).sqlite").path
      let original = try ItemRepository(path: path).blocking
      try original.backup(to: copy)
      original.close()
      var options = ItemRepository.Options()
      options.synchronous = .normal
      let repository = try ItemRepository(path: copy, options: options).blocking
      defer { repository.close() }
      var random = SeededGenerator(seed: 1)
      let person = Learning(
        repository: repository, favourites: try drawFavourites(from: repository, &random),
        layout: layout)
      let draw = WeightedDraw(zipf: person.favourites.count, exponent: 1)
      let targets = (0..<2_000).map { _ in person.favourites[draw(using: &random)] }
      let plain = try targets.suffix(1_000).map { try person.letters(for: $0, learned: false) }
      let learned = try targets.map { target in
        let letters = try person.letters(for: target, learned: true)
        try repository.rememberChoice(of: target.id, for: String(target.title.prefix(letters)))
        return letters
      }
      let (before, after) = (mean(plain), mean(Array(learned.suffix(1_000))))
      print(
        "\(layout.rawValue): \(rounded(before)) letters without learning, \(rounded(after)) with it "
          + "(\(rounded(after / before)) times)")
    }
  }

  private static func drawFavourites(
    from repository: BlockingItemRepository, _ random: inout SeededGenerator
  ) throws -> [Item] {
    let sections = try repository.sections()
    let count = sections.reduce(0) { $0 + $1.count }
    return try (0..<200).map { _ in
      var place = Int.random(in: 0..<count, using: &random)
      for section in sections {
        if place < section.count {
          return try repository.items(in: section.id, from: place, limit: 1)[0]
        }
        place -= section.count
      }
      fatalError("There is no such place.")
    }
  }

  /// Returns the number of letters after which an item stands first; all of its title if it never
  /// does.
  private func letters(for item: Item, learned: Bool) throws -> Int {
    for length in 1..<max(item.title.count, 1) {
      let query = SearchQuery(
        String(item.title.prefix(length)), limit: 5, layout: layout, usesLearning: learned)
      if try repository.search(query).hits.first?.id == item.id { return length }
    }
    return item.title.count
  }

  private static func mean(_ numbers: [Int]) -> Double {
    Double(numbers.reduce(0, +)) / Double(numbers.count)
  }

  private static func rounded(_ number: Double) -> String { String(format: "%.2f", number) }
}
