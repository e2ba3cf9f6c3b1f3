import Shortlist
import Testing

@Suite("Snippets")
struct SnippetTests {
  static func snippet(
    _ body: String, _ text: String, length: Int = 160, match: SearchQuery.Match = .all
  ) throws -> Snippet? {
    let repository = try RelevanceTests.repository([RelevanceTests.item("title", body: body)])
    let query = SearchQuery(text, layout: .flat, match: match, snippetLength: length)
    return try repository.search(query).hits.first?.snippet
  }

  static func marked(_ snippet: Snippet?) -> [String] {
    snippet.map { snippet in snippet.ranges.map { String(snippet.text[$0]) } } ?? []
  }

  @Test("are the whole body when it is short")
  func short() throws {
    let snippet = try Self.snippet("The lift\nof a wing.", "wing lift")
    #expect(snippet?.text == "The lift of a wing.")
    #expect(Self.marked(snippet) == ["lift", "wing"])
  }

  @Test("are the passage that holds most of the words, between words")
  func densest() throws {
    let filler = String(repeating: "nothing to see here ", count: 50)
    let body = "wing \(filler) wing wing wing \(filler) the lift of a wing \(filler)"
    let snippet = try Self.snippet(body, "lift wing", length: 40)
    #expect(snippet?.text == "…here  the lift of a wing nothing to see…")
    #expect(Self.marked(snippet) == ["lift", "wing"])
  }

  @Test("are not made for matches elsewhere, nor when they are not wanted")
  func none() throws {
    #expect(try Self.snippet("some body", "title") == nil)
    #expect(try Self.snippet("some body", "body", length: 0) == nil)
  }

  @Test("cut no character in two", arguments: 1...30)
  func graphemes(length: Int) throws {
    let body = "👩‍👩‍👧‍👦 e\u{301}te\u{301} 東京都庁 " + String(repeating: "été 👍🏽 ", count: 20)
    let snippet = try #require(try Self.snippet(body, "été", length: length))
    let shown = snippet.text.filter { $0 != "…" }
    #expect(body.contains(shown))
    #expect(
      snippet.ranges.allSatisfy { range in
        String.Index(range.lowerBound, within: snippet.text) != nil
          && String.Index(range.upperBound, within: snippet.text) != nil
      })
  }

  @Test("take linear time")
  func long() throws {
    let body = String(repeating: "one wing of many others stands here ", count: 80_000)
    let clock = ContinuousClock()
    var snippet: Snippet?
    let time = try clock.measure { snippet = try Self.snippet(body, "wing others") }
    #expect(Self.marked(snippet).count > 4)
    #expect(time < .seconds(60))
  }
}
