import Shortlist
import Testing

@Suite("Among items of one weight")
struct DistinctiveTermsTests {
  /// Returns the titles of the hits, best first.
  private func hits(
    _ text: String, among titles: [String], weights: [Double] = []
  ) throws -> [String] {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.upsert(
      titles.enumerated().map { index, title in
        Item(
          section: "s", title: title, weight: weights.indices.contains(index) ? weights[index] : 1)
      })
    return try repository.search(SearchQuery(text, limit: 10)).hits.map(\.item.title)
  }

  static let birds = ["A Guillemot Pigeon", "The Great Wood Pigeon", "Great Wood", "The Great Tit"]

  @Test("a word that was typed tells one title from others better than its other words")
  func named() throws {
    // "guillemot" is in one title, "pigeon" in two: the second title has no rarer word.
    #expect(
      try hits("pigeon", among: Self.birds) == ["The Great Wood Pigeon", "A Guillemot Pigeon"])
    #expect(
      try hits("guillemot pigeon", among: Self.birds + ["A Pigeon, a Guillemot and a Hawk"])
        == ["A Guillemot Pigeon", "A Pigeon, a Guillemot and a Hawk"])
  }

  @Test("a word must be typed whole for that")
  func whole() throws {
    #expect(
      try hits("pigeo", among: Self.birds) == ["A Guillemot Pigeon", "The Great Wood Pigeon"])
  }

  @Test("it counts for misspelt words too")
  func misspelt() throws {
    #expect(
      try hits("pigoen", among: Self.birds) == ["The Great Wood Pigeon", "A Guillemot Pigeon"])
  }

  @Test("of two such titles, the one with fewer words comes first")
  func fewerWords() throws {
    let titles = ["A B C Pigeon", "Extraordinarily Pigeon", "Extraordinarily A B C"]
    #expect(try hits("pigeon", among: titles) == ["Extraordinarily Pigeon", "A B C Pigeon"])
  }

  @Test("a heavier item comes first all the same")
  func heavier() throws {
    #expect(
      try hits("pigeon", among: Self.birds, weights: [3]).first == "A Guillemot Pigeon")
  }

  @Test("nothing counts for a word that too many titles have", arguments: [256, 257])
  func tooMany(count: Int) throws {
    let others = (0...count).map { "The One \($0)" }
    let birds = (1..<count).map { "N\($0) Bird" } + ["The One Bird"]
    #expect(
      try hits("bird", among: others + birds).first == (count > 256 ? "N1 Bird" : "The One Bird"))
  }
}
