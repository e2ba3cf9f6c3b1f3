import Foundation
import Testing

@testable import Shortlist

@Suite("Questions in prose")
struct RelevanceTests {
  static func repository(
    _ items: [Item], stemming: ItemRepository.Options.Stemming = .none
  ) throws -> BlockingItemRepository {
    var options = ItemRepository.Options()
    options.stemming = stemming
    let repository = try ItemRepository(path: ":memory:", options: options).blocking
    try repository.upsert(items)
    return repository
  }

  static func item(_ title: String, subtitle: String = "", body: String = "") -> Item {
    Item(section: "s", title: title, subtitle: subtitle, body: body)
  }

  @Test("score by BM25F over the fields")
  func formula() throws {
    let repository = try Self.repository([
      Self.item("beta", body: "heat"), Self.item("alpha", body: "wing wing heat"),
      Self.item("wing"),
    ])
    let hits = try repository.search(
      SearchQuery("heat wing ", layout: .flat, match: .any)
    ).hits
    // Both words are in 2 of 3 items, so they have the same idf, ln 1.6, and a score is the mean of
    // f / (1.2 + f) over both. Bodies have 3 and 1 words; their mean is (3 + 1) / 2 = 2.
    // alpha: B = 0.25 + 0.75 · 3/2 = 11/8. wing: f = 2 · 8/11 = 16/11, 16/11 / (1.2 + 16/11) = 40/73.
    //   heat: f = 8/11, 8/11 / (1.2 + 8/11) = 20/53.
    // wing: f = 5 in the title, 5 / 6.2 = 25/31. beta: B = 0.25 + 0.75/2 = 5/8, f = 8/5, 8/14 = 4/7.
    let scores = [("alpha", (40.0 / 73 + 20.0 / 53) / 2), ("wing", 25.0 / 62), ("beta", 2.0 / 7)]
    #expect(hits.map(\.item.title) == scores.map(\.0))
    for (hit, score) in zip(hits, scores) { #expect(abs(hit.score - score.1) < 1e-12) }
    #expect(hits.map(\.tier) == [.text, .partial, .partial])
  }

  @Test("weigh a rare word more, by ln(1 + (N − n + 0.5) / (n + 0.5))")
  func rareWord() throws {
    let repository = try Self.repository([
      Self.item("a1 common"), Self.item("a2 common"), Self.item("a3 rare"),
    ])
    let hits = try repository.search(
      SearchQuery("common rare ", layout: .flat, match: .any)
    ).hits
    // Each has one word in its title: the shares of ln(1 + 2.5/1.5) and ln(1 + 1.5/2.5), times
    // 25/31.
    let (rare, common) = (log(8.0 / 3), log(8.0 / 5))
    #expect(hits.map(\.item.title) == ["a3 rare", "a1 common", "a2 common"])
    let best = 25.0 / 31 / (rare + common)
    for (hit, score) in zip(hits, [rare * best, common * best, common * best]) {
      #expect(abs(hit.score - score) < 1e-12)
    }
  }

  @Test("leave out words that say nothing, while there are others")
  func stopWords() throws {
    let repository = try Self.repository([
      Self.item("What is the matter"), Self.item("Wing theory"),
    ])
    func titles(_ text: String) throws -> [String] {
      try repository.search(SearchQuery(text, layout: .flat, match: .any)).hits.map(\.item.title)
    }
    #expect(try titles("what is the theory of the wing ") == ["Wing theory"])
    #expect(try titles("what is the ") == ["What is the matter"])
    #expect(try titles("\"the\" wing ").count == 2)
  }

  @Test("find a hyphenated word by its parts, and joined")
  func hyphens() throws {
    let repository = try Self.repository([
      Self.item("email"), Self.item("e mail"), Self.item("mail"), Self.item("letters"),
    ])
    let hits = try repository.search(SearchQuery("e-mail ", layout: .flat, match: .any)).hits
    #expect(Set(hits.map(\.item.title)) == ["email", "e mail", "mail"])
    #expect(hits.last?.item.title == "mail")
    #expect(hits.map(\.tier) == [.words, .words, .partial])
  }

  @Test("order matches in prose by their words, behind those in titles")
  func textTier() throws {
    let repository = try Self.repository([
      Self.item("one", body: "lift " + String(repeating: "drag ", count: 40)),
      Self.item("two", body: "lift lift drag"), Self.item("long lift title"),
    ])
    let hits = try repository.search(SearchQuery("lift", layout: .flat)).hits
    #expect(hits.map(\.item.title) == ["long lift title", "two", "one"])
    #expect(hits.map(\.tier) == [.words, .text, .text])
  }

  @Test("page through an answer without gaps")
  func pages() throws {
    let repository = try Self.repository(
      (0..<23).map { Self.item("t\($0)", body: String(repeating: "wing ", count: $0 % 7 + 1)) })
    var query = SearchQuery("wing", limit: 1_000, layout: .flat, match: .any)
    let all = try repository.search(query).hits.map(\.id)
    query.limit = 5
    var paged: [Item.ID] = []
    repeat {
      let page = try repository.search(query)
      paged += page.hits.map(\.id)
      query.after = page.next
    } while query.after != nil
    #expect(all.count == 23)
    #expect(paged == all)
  }

  /// 701 items of equal weight: one says "needle" four times, the others once.
  static func haystack(needle: Int) throws -> BlockingItemRepository {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.upsert(
      (0..<701).map { number in
        let words = number == needle ? ["needle", "needle", "needle"] : ["straw", "hay", "grass"]
        return Item(
          id: Item.ID("\(number)"), section: "s", title: "Straw \(1_000 + number)",
          subtitle: "x", body: (words + ["needle"]).joined(separator: " "))
      })
    return repository
  }

  @Test(
    "find the best of all that match, wherever it stands",
    arguments: [0, 511, 512, 700],
    ["needle", "needle ", "needl", "\"needle\"", "body:needle", "x need"])
  func bestOfMany(needle: Int, text: String) throws {
    let repository = try Self.haystack(needle: needle)
    defer { repository.close() }
    for layout in [SearchQuery.Layout.grouped, .flat] {
      for limit in [1, 5, 1_000] {
        let query = SearchQuery(text, limit: limit, layout: layout, timeBudget: .seconds(600))
        let hits = try repository.search(query).hits
        #expect(hits.first?.id == Item.ID("\(needle)"), "\(layout), \(limit)")
        #expect(hits.count == min(limit, 701))
      }
    }
  }

  @Test("order a changed list as one that was made in one load")
  func changedList() throws {
    let repository = try Self.haystack(needle: 3)
    defer { repository.close() }
    let ids = (0..<701).map { Item.ID("\($0)") }
    for id in ids where Int(id.rawValue)?.isMultiple(of: 7) == true {
      try repository.reweigh(id, to: 2)
    }
    for id in ids where Int(id.rawValue)?.isMultiple(of: 7) == true {
      try repository.reweigh(id, to: 0)
    }
    try repository.move(["3", "650", "17"], to: "s", at: 690)
    let copy = try ItemRepository(path: ":memory:").blocking
    defer { copy.close() }
    try copy.upsert(repository.items(in: "s"))
    for layout in [SearchQuery.Layout.grouped, .flat] {
      let query = SearchQuery(
        "needle", limit: 701, layout: layout, timeBudget: .seconds(600))
      let hits = try repository.search(query).hits.map(\.id)
      #expect(hits.first == "3")
      #expect(try copy.search(query).hits.map(\.id) == hits)
    }
  }

  @Test("give the best that is known where the time runs out")
  func spentBudget() throws {
    let repository = try Self.haystack(needle: 40)
    defer { repository.close() }
    var best = 0
    for looks in 0..<60 {
      let results = try repository.search(
        SearchQuery("needle", limit: 5, timeBudget: .seconds(600)),
        budget: SearchBudget(looks: looks))
      let isCut = results.notes.contains(.timeBudgetSpent)
      #expect(isCut || results.hits.first?.id == "40", "\(looks) looks")
      if isCut, results.hits.first?.id == "40" {
        best += 1
        #expect(results.hits.count == 5)
      }
    }
    #expect(best > 0)
  }
}
