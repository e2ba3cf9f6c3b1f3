import Shortlist
import ShortlistTestSupport

/// Inspects a file after a fault.
enum Soundness {
  /// Returns the findings of a check of the file at `path`; empty if it is sound.
  static func problems(at path: String) throws -> [String] {
    let repository = try ItemRepository(path: path).blocking
    defer { repository.close() }
    return try repository.check().findings.map(\.message)
  }
}

extension ModelIndex {
  /// Returns those of a few searches that a repository of the same items answers differently.
  func searchProblems(
    in repository: BlockingItemRepository, searches: Int = 6, _ generator: inout SeededGenerator
  ) throws -> [String] {
    var problems: [String] = []
    for _ in 0..<searches {
      var query = generator.search(of: self)
      query.match = .all
      let comparison = Comparison(model: self, repository: repository, query: query)
      if let difference = try comparison.difference() {
        problems.append("\(Shrinking.literal(query.text)): \(difference)")
      }
    }
    return problems
  }

  /// Returns the defects in the answers of a repository of the same items whose index has older
  /// tokens: it must say so, and must not find items that do not exist.
  func outdatedProblems(
    in repository: BlockingItemRepository, _ generator: inout SeededGenerator
  ) throws -> [String] {
    var problems: [String] = []
    for text in ["a", "e", generator.search(of: self).text] {
      let results = try repository.search(SearchQuery(text, limit: 1_000, layout: .flat))
      if !results.notes.contains(.indexOutdated) { problems.append("\(text): no note") }
      for hit in results.hits where item(hit.id) != hit.item { problems.append("\(text): \(hit)") }
    }
    return problems
  }
}
