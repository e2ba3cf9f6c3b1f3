import Shortlist
import Testing

@Suite("Explanations")
struct ExplanationTests {
  @Test("are there only when asked for")
  func asked() throws {
    let repository = try ItemRepository.countries()
    let plain = try repository.search(SearchQuery("gre"))
    #expect(plain.hits.allSatisfy { $0.explanation == nil })
    #expect(plain.plan == nil)
    let explained = try repository.search(SearchQuery("gre", explains: true))
    #expect(explained.hits.count == 2)
    #expect(explained.hits.allSatisfy { $0.explanation != nil })
  }

  @Test("give the numbers of the formulas")
  func numbers() throws {
    let repository = try ItemRepository.countries(and: [
      Item(section: "s", title: "Gre Island of Four", weight: 5)
    ])
    let hits = try repository.search(SearchQuery("gre", explains: true)).hits
    // Greece: no weight is class 127, no distinctive term is 63, six letters are class 6:
    // 127 × 2,048 + 63 × 32 + 6 = 262,118. rank = 1 − 262,118.5 / 262,144 = 25.5 / 262,144;
    // score = (8 − 2 + rank) / 8.
    let greece = try #require(hits.first { $0.id == "Greece" }?.explanation)
    #expect(greece.label == "score = ((8 − tier) + rank) / 8")
    let rank: Double = 25.5 / 262_144
    let score: Double = (6 + rank) / 8
    #expect(greece.number == score)
    #expect(greece.children.map(\.number).prefix(2) == [2, rank])
    // Weight 5 = 2² × 1.25: exponent 2, first third: 126 − 3 × (2 + 9) = 93. ⌊3 × log₂ 5⌋ = 6, and
    // 99 − 6 = 93. Eighteen characters: 93 × 2,048 + 63 × 32 + 18 = 192,498;
    // rank = 1 − 192,498.5 / 262,144.
    let island = try #require(hits.first { $0.item.weight == 5 }?.explanation)
    let islandRank: Double = 1 - 192_498.5 / 262_144
    #expect(island.children[1].number == islandRank)
    #expect(island.children[1].children.map(\.number) == [93, 63, 18])
    #expect(island.first("weight")?.number == 5)
    #expect(hits.allSatisfy { $0.explanation?.number == $0.score })
  }

  @Test("name the words that matched, and where")
  func words() throws {
    let repository = try ItemRepository.countries(and: [
      Item(
        section: "s", title: "Home", subtitle: "", keywords: ["start", "first page"],
        body: "Where a walk begins")
    ])
    func lines(_ text: String) throws -> [String] {
      let hits = try repository.search(SearchQuery(text, explains: true)).hits
      return hits[0].explanation?.children[0].children.map(\.label) ?? []
    }
    #expect(try lines("new zeal").first == "“new” is “new”, in the title, word")
    #expect(try lines("new zeal").last == "“zeal” begins “zealand”, in the title, word")
    #expect(try lines("page") == ["“page” is “page”, in the keywords, word"])
    #expect(try lines("wal") == ["“wal” begins “walk”, in the body, word"])
    #expect(try lines("witz") == ["“witz” is inside “switzerland”, in the title, word"])
  }

  @Test("name the synonym, and score its matches below all others of the tier")
  func synonyms() throws {
    let repository = try ItemRepository.countries()
    try repository.addSynonyms([SynonymSet(["hellas", "Greece"])])
    let results = try repository.search(SearchQuery("hellas", explains: true))
    let explanation = try #require(results.hits.first?.explanation)
    #expect(explanation.label == "score = ((8 − tier) + (1 + rank) / 2²²) / 8")
    // As above, rank = 25.5 / 262,144.
    let rank: Double = 25.5 / 262_144
    let score: Double = (7 + (1 + rank) / 4_194_304) / 8
    #expect(explanation.number == score && results.hits.first?.score == score)
    #expect(
      explanation.children[0].children.map(\.label) == [
        "matches through the synonym “Greece” of “hellas”, after the literal matches of the tier",
        "“greece” is “greece”, in the title, word",
      ])
    #expect(
      results.plan?.children.map(\.label).suffix(4) == [
        "words, with synonyms: item_titles MATCH", "words, with synonyms: item_texts MATCH",
        "whole titles, with synonyms: item_titles MATCH",
        "beginnings of titles, with synonyms: item_titles MATCH",
      ])
  }

  @Test("name the streams of the plan, and what was read of each")
  func plan() throws {
    let repository = try ItemRepository.countries()
    let plan = try #require(
      try repository.search(SearchQuery("gre", limit: 2, explains: true)).plan)
    #expect(
      plan.children.map(\.label) == [
        "words of titles and keywords: item_titles MATCH", "words of all fields: item_texts MATCH",
        "whole titles: item_titles MATCH", "beginnings of titles: item_titles MATCH",
      ])
    #expect(plan.children.map(\.value)[2] == .text("\"^gre$\""))
    let rows = plan.children.compactMap { $0.first("rows read")?.number }
    #expect(rows == [2, 0, 0, 2])
    #expect(plan.number == 4)
  }
}
