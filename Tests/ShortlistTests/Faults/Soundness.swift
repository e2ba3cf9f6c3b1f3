import Shortlist

/// Looks into a file after something has happened to it.
enum Soundness {
  /// What a check finds in the file at `path`; empty when it is sound.
  static func problems(at path: String) throws -> [String] {
    let repository = try ItemRepository(path: path).blocking
    defer { repository.close() }
    return try repository.check().findings.map(\.message)
  }
}

extension ModelIndex {
  /// A few searches that a repository of the same items answers otherwise.
  func searchProblems(
    in repository: BlockingItemRepository, _ generator: inout SeededGenerator
  ) throws -> [String] {
    var problems: [String] = []
    for _ in 0..<6 {
      var query = generator.search(of: self)
      query.match = .all
      let comparison = Comparison(model: self, repository: repository, query: query)
      if let difference = try comparison.difference() {
        problems.append("\(Shrinking.literal(query.text)): \(difference)")
      }
    }
    return problems
  }
}
