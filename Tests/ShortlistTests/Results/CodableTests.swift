import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("Values in JSON")
struct CodableTests {
  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private static func decode<Value: Decodable>(_: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
  }

  private static func expectRoundTrip<Value: Codable & Equatable>(
    of value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let copy = try decode(Value.self, json(value))
    #expect(copy == value, sourceLocation: sourceLocation)
  }

  @Test("have a shape that stays")
  func shapes() throws {
    let item = Item(
      id: "gr", section: "Visited", title: "Ελλάδα", keywords: ["Hellas", "Greece"], weight: 1.5,
      payload: Data([0, 255]))
    let itemJSON =
      #""id":"gr","keywords":["Hellas","Greece"],"payloadBase64":"AP8=""#
    #expect(
      try Self.json(item)
        == "{\(itemJSON),\"section\":\"Visited\",\"title\":\"Ελλάδα\",\"weight\":1.5}")
    let title = item.title
    var moved = Item(section: "Visited", title: "Roma")
    moved.positionInSection = 512
    #expect(
      try Self.json(moved) == #"{"positionInSection":512,"section":"Visited","title":"Roma"}"#)
    #expect(
      try Self.decode(Item.self, Self.json(moved)).positionInSection == 512)
    let hit = Hit(
      item: item, tier: .prefix, score: 0.5,
      highlights: [
        Highlight(
          field: .title, range: title.startIndex..<title.index(title.startIndex, offsetBy: 2)),
        Highlight(
          field: .keywords, keyword: 1,
          range: item.keywords[1]
            .startIndex..<item.keywords[1].index(after: item.keywords[1].startIndex)),
      ], snippet: Snippet(text: "a…", ranges: ["a…".startIndex..<"a…".endIndex]))
    let hitJSON =
      "{\(itemJSON),\"ranges\":{\"keywords\":[[],[[0,1]]],\"title\":[[0,4]]},"
      + "\"score\":0.5,\"section\":\"Visited\",\"snippet\":{\"ranges\":[[0,4]],\"text\":\"a…\"},"
      + "\"tier\":\"prefix\",\"title\":\"Ελλάδα\",\"weight\":1.5}"
    #expect(try Self.json(hit) == hitJSON)
    let cursor = try #require(SearchCursor("1,-2/Visited"))
    #expect(try Self.json([cursor]) == #"["1,-2/Visited"]"#)
    #expect(try Self.json([Total.atLeast(7)]) == #"[{"relation":"atLeast","value":7}]"#)
    #expect(
      try Self.json([.wordsCut(kept: 64), SearchResults.Note.unknownSection("x")])
        == #"[{"code":"wordsCut","kept":64},{"code":"unknownSection","section":"x"}]"#)
    #expect(
      try Self.json(SearchQuery("land", in: ["Visited"], limit: 3, totals: .exact, after: cursor))
        == #"{"after":"1,-2/Visited","budgetMs":1000,"explain":false,"groupOrder":"bestHit","#
        + #""layout":"grouped","learned":false,"limit":3,"match":"all","order":"rank","q":"land","#
        + #""sections":["Visited"],"snippetLength":160,"totals":"exact","typos":true}"#)
    #expect(
      try Self.decode(SearchQuery.self, #"{"q":"land","layout":"flat"}"#)
        == SearchQuery("land", layout: .flat))
    let results = SearchResults(
      query: SearchQuery("ελ"),
      groups: [HitGroup(section: ItemSection(id: "Visited", title: "Been"), hits: [hit])],
      duration: .nanoseconds(1_500))
    let json = try Self.json(results)
    #expect(
      json.hasPrefix(
        "{\"groupTotal\":{\"relation\":\"exact\",\"value\":1},\"groups\":[{\"hits\":[\(hitJSON)],"
          + "\"section\":{\"id\":\"Visited\",\"title\":\"Been\"},\"total\":{\"relation\":\"exact\","
          + "\"value\":1}}],\"micros\":1.5,\"notes\":[],\"query\":\"ελ\",\"request\":{"))
    #expect(try Self.decode(SearchResults.self, json) == results)
  }

  @Test("are the same after a round trip: answers", arguments: Rounds.seeds(6))
  func answers(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let repository = try BlockingItemRepository(path: ":memory:")
    var model = ModelIndex()
    let mood = Mood.all[0]
    for _ in 0..<25 {
      let change = generator.change(of: model, mood: mood)
      change.apply(to: &model)
      try change.apply(to: repository)
    }
    for _ in 0..<20 {
      var query = generator.search(of: model)
      query.explains = generator.once(in: 3)
      if generator.once(in: 5) { query.timeBudget = .zero }
      try Self.expectRoundTrip(of: query)
      let results = try repository.search(query)
      try Self.expectRoundTrip(of: results)
      for hit in results.hits { try Self.expectRoundTrip(of: hit) }
      if let next = results.next ?? results.groups.first?.next {
        query.after = next
        try Self.expectRoundTrip(of: query)
        try Self.expectRoundTrip(of: try repository.search(query))
      }
      try Self.expectRoundTrip(of: try repository.completions(for: query.text, limit: 5))
    }
  }

  @Test("are the same after a round trip: values that no search gives", arguments: Rounds.seeds(20))
  func values(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let item = Item(
        id: Item.ID(generator.text(words: 2)),
        section: ItemSection.ID(generator.junk(characters: 3)),
        title: generator.text(words: 3), subtitle: generator.junk(characters: 6),
        keywords: (0..<generator.number(0...3)).map { _ in generator.junk(characters: 5) },
        body: generator.text(words: 6), weight: generator.weight(),
        payload: generator.once(in: 2) ? Data(generator.junk(characters: 9).utf8) : nil)
      let section = ItemSection(id: item.section, title: generator.text(words: 2))
      try Self.expectRoundTrip(of: item)
      let unnamed = Item(section: item.section, title: item.title)
      try Self.expectRoundTrip(of: unnamed)
      #expect(try Self.decode(Item.self, Self.json(unnamed)).hasDerivedID)
      try Self.expectRoundTrip(of: section)
      let hit = Hit(
        item: item, tier: generator.pick(MatchTier.allCases),
        score: .random(in: 0...1, using: &generator),
        highlights: generator.highlights(of: item),
        snippet: generator.once(in: 2)
          ? nil : Snippet(text: item.body, ranges: generator.ranges(in: item.body)))
      try Self.expectRoundTrip(of: hit)
      let query = SearchQuery(item.title, maxGroups: generator.once(in: 2) ? nil : 3)
      let duration = Duration.nanoseconds(generator.number(0...2_000_000_000))
      try Self.expectRoundTrip(
        of: SearchResults(
          query: query, groups: [HitGroup(section: section, hits: [hit], total: .atLeast(9))],
          duration: duration))
      try Self.expectRoundTrip(
        of: SearchResults(query: query, hits: [hit, hit], duration: duration))
      try Self.expectRoundTrip(of: SearchResults(query: query, hits: [], duration: duration))
      let cursor = SearchCursor("\(Int64(bitPattern: generator.next())),7/" + item.section.rawValue)
      try Self.expectRoundTrip(of: [try #require(cursor)])
    }
    let notes: [SearchResults.Note] = [
      .wordsCut(kept: 64), .wordCut, .timeBudgetSpent, .unknownSection("s"), .indexOutdated,
    ]
    try Self.expectRoundTrip(of: notes)
    let explanation = Explanation(
      "sum", 1.5,
      children: [Explanation("name", .text("1.5")), Explanation("none"), Explanation("n", 2)])
    try Self.expectRoundTrip(of: explanation)
  }

  @Test(
    "are refused where ranges lie outside of their texts, or names are unknown",
    arguments: [
      #"{"title":[[0,5]]}"#, #"{"title":[[3,2]]}"#, #"{"title":[[-1,2]]}"#, #"{"title":[[0]]}"#,
      #"{"keywords":[[],[[0,1]]]}"#, #"{"title":[[0,9223372036854775807]]}"#,
    ])
  func badRanges(ranges: String) {
    let hit = #"{"section":"s","title":"Rome","tier":"title","score":1,"ranges":"#
    #expect(throws: DecodingError.self) { try Self.decode(Hit.self, hit + ranges + "}") }
    #expect(throws: DecodingError.self) { try Self.decode([MatchTier].self, #"["best"]"#) }
    #expect(throws: DecodingError.self) { try Self.decode([SearchCursor].self, #"["x"]"#) }
    #expect(throws: DecodingError.self) {
      try Self.decode(Item.self, #"{"section":"s","title":"Rome","payloadBase64":"?"}"#)
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func ranges(in text: String) -> [Range<String.Index>] {
    var bounds = some(Array(text.unicodeScalars.indices) + [text.endIndex], 4).sorted()
    if !bounds.count.isMultiple(of: 2) { bounds.removeLast() }
    return stride(from: 0, to: bounds.count, by: 2).map { bounds[$0]..<bounds[$0 + 1] }
  }

  fileprivate mutating func highlights(of item: Item) -> [Highlight] {
    var highlights: [Highlight] = []
    for field in Field.allCases {
      for (keyword, text) in item[field].enumerated() {
        highlights += ranges(in: text).map {
          Highlight(field: field, keyword: keyword, range: $0)
        }
      }
    }
    return highlights
  }
}
