import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("Finding words in a text")
struct WordFinderTests {
  /// Returns the ranges of all matching tokens of the text, with overlapping ones merged.
  private static func expected(_ words: [WordFinder.Word], in text: String) throws -> [Range<Int>] {
    let tokens = try Tokens(text)
    var found: [Range<Int>] = []
    for index in tokens.indices {
      let bytes = tokens.bytes(of: tokens[index])
      for word in words where bytes.starts(with: word.bytes) {
        guard word.isPrefix || bytes.count == word.bytes.count else { continue }
        found.append(tokens.source(of: 0..<word.bytes.count, in: tokens[index]))
      }
    }
    var merged: [Range<Int>] = []
    for range in found.sorted(by: {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }) {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  @Test("Stretches are those that the tokens of the text give", arguments: Rounds.seeds(40))
  func sameAsTokens(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let text = generator.text(words: 8)
      let others = generator.once(in: 2) ? text : generator.text(words: 3)
      let tokens = try Tokens(others)
      var words: [WordFinder.Word] = []
      for index in tokens.indices where generator.once(in: 2) {
        let token = tokens.text(of: tokens[index]).unicodeScalars
        let part = String(token.prefix(generator.number(1...token.count)))
        words.append(.init(bytes: Array(part.utf8), isPrefix: generator.once(in: 2)))
      }
      let finder = WordFinder(words)
      let count = try #require(try finder.find(in: text))
      let found = (0..<count).map { finder[$0] }
      #expect(found == (try Self.expected(words, in: text)), "\(text)")
    }
  }

  @Test("More than fit are left to others")
  func tooMany() throws {
    let finder = WordFinder([.init(bytes: Array("a".utf8), isPrefix: false)])
    #expect(try finder.find(in: String(repeating: "a ", count: 64)) == 64)
    #expect(try finder.find(in: String(repeating: "a ", count: 65)) == nil)
    let item = Item(id: "1", section: "S", title: String(repeating: "a ", count: 100))
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.upsert([item])
    #expect(try repository.search(SearchQuery("a")).hits.first?.highlights.count == 100)
  }
}
