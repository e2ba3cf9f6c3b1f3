import Foundation
import Shortlist
import Testing

@Suite("A tolerance for typos")
struct TypoToleranceTests {
  static func titles(_ text: String, _ typos: TypoTolerance) throws -> [String] {
    let repository = try ItemRepository.countries(and: [
      Item(
        section: "Books", title: "Alps", subtitle: "Mountaineering", keywords: ["climbing"],
        body: "Switzerland and its neighbours")
    ])
    return try repository.search(SearchQuery(text, layout: .flat, typos: typos)).hits
      .map(\.item.title)
  }

  @Test(
    "asks for a minimum of letters, and never for fewer than usual",
    arguments: [
      ("greese", TypoTolerance.on, ["Greece"]), ("greese", .off, []), ("greese", false, []),
      ("greese", .after(letters: 6), ["Greece"]), ("greese", .after(letters: 7), []),
      ("rime", .after(letters: 1), []), ("grexxe", .after(letters: 1), []),
      // A word that is split must be long enough as well.
      ("newzealand", .after(letters: 10), ["New Zealand"]),
      ("newzealand", .after(letters: 11), []),
    ])
  func letters(text: String, typos: TypoTolerance, titles: [String]) throws {
    #expect(try Self.titles(text, typos) == titles)
  }

  @Test(
    "keeps corrections to some fields, where words as typed match in all",
    arguments: [
      ("swizerland", [Field.title, .keywords], ["Switzerland"]),
      ("swizerland", [.body], ["Alps"]), ("swizerland", [.subtitle], []), ("swizerland", [], []),
      ("switzerland clmbing", [.keywords], ["Alps"]), ("switzerland clmbing", [.title], []),
      ("title:swizerland", [.body], []), ("title:swizerland", [.title], ["Switzerland"]),
      ("newzealand", [.body], []),
    ])
  func fields(text: String, fields: [Field], titles: [String]) throws {
    #expect(try Self.titles(text, .on.limited(to: Set(fields))) == titles)
  }

  @Test("marks corrections in their fields only")
  func highlights() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.upsert([Item(section: "s", title: "Switzerland", body: "Switzerland")])
    var query: SearchQuery = "swizerland"
    #expect(try repository.search(query).hits.map(\.matchedFields) == [[.title, .body]])
    query.typos = .on.limited(to: [.body])
    #expect(try repository.search(query).hits.map(\.matchedFields) == [[.body]])
  }

  @Test("is named by why")
  func reasons() throws {
    let repository = try ItemRepository.countries()
    func last(_ typos: TypoTolerance) throws -> String? {
      var query: SearchQuery = "greese "
      query.typos = typos
      return try repository.why("Greece", query).sentences.last
    }
    #expect(
      try last(.after(letters: 7))
        == "“greese” is 1 edit away from it; the query forgives misspelt words from 7 letters on.")
    #expect(
      try last(.on.limited(to: [.body, .keywords]))
        == "“greese” is 1 edit away from it, which is tier 6, but the query corrects words only in the "
        + "keywords and the body.")
  }

  @Test(
    "is a Boolean or an object in JSON",
    arguments: [
      ("true", TypoTolerance.on), ("false", .off), ("{\"letters\":8}", .after(letters: 8)),
      ("{\"fields\":[\"title\",\"body\"]}", .on.limited(to: [.body, .title])),
      (
        "{\"fields\":[\"keywords\"],\"letters\":8}",
        .after(letters: 8).limited(to: [.keywords])
      ),
    ])
  func json(json: String, typos: TypoTolerance) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode([typos]), as: UTF8.self) == "[\(json)]")
    #expect(try JSONDecoder().decode([TypoTolerance].self, from: Data("[\(json)]".utf8)) == [typos])
  }
}
