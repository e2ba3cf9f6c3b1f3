import Shortlist
import Testing

@Suite("On the way to a query")
struct TypingTests {
  static func titles(_ text: String, in repository: BlockingItemRepository) throws -> [String] {
    let results = try repository.search(SearchQuery(text, layout: .flat, typos: false))
    return results.hits.map(\.item.title)
  }

  @Test(
    "an operator with nothing behind it yet finds what is found without it",
    arguments: [
      ("rome OR", "rome "), ("rome OR ", "rome "), ("rome OR -", "rome "), ("rome OR \"", "rome "),
      ("rome OR title:", "rome "), ("rome -", "rome "), ("rome \"", "rome "), ("rom\"", "rom"),
      ("rome title:", "rome "), ("rome -title:", "rome "), ("rome title:\"", "rome "),
      ("rome -\"", "rome "), ("rome keywords:.", "rome "), ("-rom OR", "rom "), ("-rom \"", "rom "),
      ("\"new zealand\" OR", "\"new zealand\" "), ("rome title: \"\"", "rome "),
      ("rome title:\"\"", "rome "), ("rome OR title: .", "rome "), ("-rom \"\"", "rom "),
      ("-rom \u{2014}", "rom "),
    ])
  func unfinished(typed: String, meant: String) throws {
    let repository = try ItemRepository.countries()
    let titles = try Self.titles(typed, in: repository)
    #expect(try titles == Self.titles(meant, in: repository))
    #expect(!titles.isEmpty)
  }

  @Test(
    "OR without words on both sides is passed over",
    arguments: [
      ("OR rome", ["Rome"]), ("OR rom", ["Rome"]), ("rome OR OR greece", ["Greece", "Rome"]),
      ("rome OR -greece", ["Rome"]), ("-greece OR rome", ["Rome"]),
    ])
  func lonelyChoice(text: String, titles: [String]) throws {
    #expect(try Self.titles(text, in: ItemRepository.countries()).sorted() == titles)
  }

  @Test("OR alone is a word")
  func word() throws {
    let repository = try ItemRepository.countries(and: [Item(section: "s", title: "Either or")])
    #expect(try Self.titles("OR", in: repository).first == "Either or")
    #expect(try Self.titles("OR ", in: repository).first == "Either or")
  }
}
