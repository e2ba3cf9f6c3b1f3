import Shortlist
import Testing

@Suite("Names with symbols")
struct SymbolTests {
  private static func repository(_ titles: [String]) throws -> BlockingItemRepository {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.upsert(titles.map { Item(id: Item.ID($0), section: "s", title: $0) })
    return repository
  }

  /// Returns each hit with its tier, and with brackets around the matches in its title.
  private static func shown(_ results: SearchResults) -> [String] {
    results.hits.map { hit in
      var title = hit.item.title
      for highlight in hit.highlights.reversed() where highlight.field == .title {
        title.insert("]", at: highlight.range.upperBound)
        title.insert("[", at: highlight.range.lowerBound)
      }
      return "\(hit.tier.rawValue) \(title)"
    }
  }

  @Test(
    "are found first by their symbols",
    arguments: [
      ("C++", ["2 [C++] primer", "6 C# in depth", "6 [C] for all of us"]),
      ("c++ ", ["2 [C++] primer", "6 C# in depth", "6 [C] for all of us"]),
      ("C+", ["2 [C+]+ primer", "6 C# in depth", "6 [C] for all of us"]),
      ("C++ pr", ["2 [C++] [pr]imer"]),
      ("c#", ["2 [C#] in depth", "6 C++ primer", "6 [C] for all of us"]),
      ("primer c", ["3 [C]++ [primer]"]),
      (".net", ["1 [.NET]", "3 ASP[.NET] Core", "6 A [net] of wire"]),
      (".ne", ["2 [.NE]T", "3 ASP[.NE]T Core"]),
      ("net", ["1 .[NET]", "3 ASP.[NET] Core", "3 A [net] of wire"]),
      ("asp.net", ["2 [ASP].[NET] Core"]),
      ("AT&T", ["1 [AT&T]", "6 [At T]-junctions"]),
      ("at t", ["1 [AT]&[T]", "2 [At] [T]-junctions"]),
      ("\"at&t\"", ["1 [AT&T]"]),
      ("title:c#", ["2 [C#] in depth", "6 C++ primer", "6 [C] for all of us"]),
      ("cool", ["2 [cool]ed"]),
    ])
  func order(text: String, expected: [String]) throws {
    let repository = try Self.repository([
      "C for all of us", "cooled", "colour", "C# in depth", "C++ primer", "A net of wire",
      "ASP.NET Core", ".NET", "At T-junctions", "AT&T",
    ])
    #expect(Self.shown(try repository.search(SearchQuery(text))) == expected)
  }

  @Test("with other symbols are the same words as before")
  func otherSymbols() throws {
    let repository = try Self.repository(["Rock & roll", "Salt+pepper", "#1 of 5%"])
    for text in ["rock & roll", "rock&roll", "rock roll", "rock&"] {
      #expect(try repository.search(SearchQuery(text)).hits.map(\.item.title) == ["Rock & roll"])
    }
    for text in ["salt pepper", "salt + pepper", "salt+pepper"] {
      #expect(try repository.search(SearchQuery(text)).hits.map(\.tier) == [.title])
    }
    for text in ["1 of 5", "#1 of 5%"] {
      #expect(try repository.search(SearchQuery(text)).hits.map(\.tier) == [.title])
    }
  }

  @Test("are excluded by their symbols only")
  func exclusions() throws {
    let repository = try Self.repository(["C++ primer", "C primer"])
    #expect(
      try repository.search(SearchQuery("primer -c++")).hits.map(\.item.title) == ["C primer"])
    #expect(try repository.search(SearchQuery("primer -c")).hits.isEmpty)
  }

  @Test("are completed, and are different searches")
  func completions() throws {
    let repository = try Self.repository(["C++", "C#", "On C# and AT&T"])
    #expect(try repository.completions(for: "c").map(\.text) == ["C#", "C++"])
    #expect(try repository.completions(for: "on c").map(\.text) == ["On C# and AT&T", "on C#"])
    #expect(try repository.completions(for: "a").map(\.text) == ["and", "AT"])
    for text in ["C#", "C++", "c#"] { try repository.rememberSearch(text) }
    #expect(try repository.recentSearches() == ["c#", "C++"])
  }
}
