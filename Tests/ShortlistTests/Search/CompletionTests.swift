import Shortlist
import Testing

@Suite("Completions")
struct CompletionTests {
  /// Returns the typed text, a bar, and the completion.
  private static func shown(_ completions: [Completion]) -> [String] {
    completions.map { "\($0.text[$0.typed])|\($0.added) \($0.kind)" }
  }

  @Test(
    "go on where the text stops, and never say the same twice",
    arguments: [
      ("gre", ["Gre|ece title", "Gre|enland title"]),
      ("GRÉ", ["Gre|ece title", "Gre|enland title"]),
      ("new", ["New| Zealand title"]), ("new ", ["New| Zealand title"]),
      ("new z", ["New Z|ealand title"]),
      ("n", ["N|orway title", "N|ew term", "N|ew Zealand title"]),
      ("zea", ["Zea|land term"]), ("u.s", ["U.S|.A title"]),
      // Nothing to add, no such prefix, or nothing typed.
      ("greece", []), ("zealand new", []), ("zzz", []), ("", []), ("  ", []), ("\"", []),
    ])
  func goesOn(text: String, expected: [String]) throws {
    let repository = try ItemRepository.countries()
    #expect(Self.shown(try repository.completions(for: text)) == expected)
  }

  @Test("come heaviest first: titles by rank, terms by the items that hold them, in turns")
  func order() throws {
    let repository = try ItemRepository.countries(and: [
      Item(section: "Cities", title: "Parma", weight: 200),
      Item(section: "Cities", title: "Paris", weight: 2_000),
      Item(section: "Parks", title: "Green Park"), Item(section: "Parks", title: "Hyde Park"),
      Item(section: "Parks", title: "Parade", body: "Before the park"),
    ])
    let completions = try repository.completions(for: "par")
    #expect(completions.map(\.text) == ["Paris", "Park", "Parma", "Parade"])
    #expect(completions.map(\.weight) == [2_000, 3, 200, 0])
    #expect(
      try repository.completions(for: "par", limit: 2).map(\.text) == ["Paris", "Park"])
  }

  @Test("of one title are one, as heavy as the item that ranks best")
  func sameTitles() throws {
    let springfields = (0..<40).map {
      Item(id: Item.ID("\($0)"), section: "s", title: "Springfield", weight: $0 == 7 ? 5_000 : 1)
    }
    let repository = try ItemRepository.countries(
      and: springfields + [
        Item(section: "s", title: "Spring-Field"), Item(section: "s", title: "Sprig"),
      ])
    let completions = try repository.completions(for: "spri", limit: 3)
    #expect(completions.map(\.text) == ["Springfield", "Spring", "Sprig"])
    #expect(completions[0].weight == 5_000)
  }

  @Test("of several words are found together")
  func together() throws {
    let repository = try ItemRepository.countries(and: [
      Item(section: "s", title: "The New York Times"), Item(section: "s", title: "Yellow"),
      Item(section: "s", title: "News"),
    ])
    #expect(
      Self.shown(try repository.completions(for: "new y")) == ["new Y|ork term"])
  }

  @Test(
    "are words as the best item writes them, after the text as typed",
    arguments: [
      ("são", ["São| Paulo title", "Sao|edi term"]), ("SAO", ["São| Paulo title", "Sao|edi term"]),
      ("saoedia", ["Saoedi-A|rabië term"]), ("arabie", []), ("arab", ["Arab|ië term"]),
      ("LA cot", ["LA cot|e term"]), ("cote", ["Côte| d’Ivoire title"]),
      ("divo", ["d’Ivo|ire term"]), ("ivo", ["Ivo|ire term"]),
      ("\"new yo", ["\"new Yo|rk term"]), ("rome OR pau", ["rome OR Pau|lo term"]),
      // Runs without spaces, from their beginning.
      ("東", ["東|京タワー term"]), ("京", ["京|都 term"]), ("タ", []),
    ])
  func asWritten(text: String, expected: [String]) throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.upsert([
      Item(section: "s", title: "São Paulo", weight: 12_000_000),
      Item(
        section: "s", title: "Riyadh", keywords: ["Saoedi-Arabië", "東京タワー", "京都"],
        weight: 7_000_000),
      Item(section: "s", title: "Côte d’Ivoire", subtitle: "PAULO, IVOIRE", weight: 5),
      Item(section: "s", title: "The New York Times", body: "LA cote, new york, rome"),
    ])
    #expect(Self.shown(try repository.completions(for: text)) == expected)
  }

  @Test("look in the sections that are asked for")
  func sections() throws {
    let repository = try ItemRepository.countries()
    #expect(
      try repository.completions(for: "i", in: ["Countries visited"]).map(\.text) == ["India"])
    #expect(try repository.completions(for: "i", in: ["Nowhere"]).isEmpty)
    #expect(try repository.completions(for: "zeal", in: ["Countries visited"]).isEmpty)
  }

  @Test("keep the order of the list among equals, after items were moved")
  func moved() throws {
    let repository = try ItemRepository.countries(and: [
      Item(id: "a", section: "s", title: "Alpha"), Item(id: "b", section: "s", title: "Altar"),
    ])
    try repository.reorder("s", by: ["b", "a"])
    #expect(try repository.completions(for: "al").map(\.text) == ["Altar", "Alpha"])
  }

  @Test("are there without waiting for a thread")
  func asynchronous() async throws {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.add("New Zealand", to: "Countries")
    #expect(try await repository.completions(for: "new z").map(\.text) == ["New Zealand"])
  }
}
