import Foundation
import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("A chosen item")
struct LearnedChoicesTests {
  private let repository: BlockingItemRepository

  init() throws {
    repository = try ItemRepository(path: ":memory:").blocking
    let countries = [
      "Sweden", "Switzerland", "Swaziland", "Spain", "Senegal", "Iceland", "Ireland",
    ]
    try repository.upsert(
      countries.map { Item(id: Item.ID($0), section: "Europe", title: $0, body: "A country.") }
        + [Item(id: "Peru", section: "America", title: "Peru", body: "Not in Spain.")])
  }

  private func titles(_ text: String, _ change: (inout SearchQuery) -> Void = { _ in }) throws
    -> [String]
  {
    var query = SearchQuery(text, layout: .flat, usesLearning: true)
    change(&query)
    return try repository.search(query).hits.map(\.item.title)
  }

  @Test("comes first for its text, for beginnings of it, and for longer texts that it matches")
  func first() throws {
    let before = try titles("s")
    #expect(before.first != "Switzerland")
    try repository.rememberChoice(of: "Switzerland", for: "Sw")
    for text in ["s", "S", "sw", " SW", "swi", "switzer", "swtizerland"] {
      #expect(try titles(text).first == "Switzerland", "\(text)")
    }
    #expect(try titles("swe") == ["Sweden"])
    #expect(try titles("pe") == ["Peru"])
    // The others keep their order, and nothing else changes.
    #expect(try titles("s").dropFirst() == before.filter { $0 != "Switzerland" }[...])
    let hits = try repository.search(SearchQuery("s", layout: .flat, usesLearning: true)).hits
    #expect(hits.map(\.isLearned) == hits.map { $0.id == "Switzerland" })
    #expect(try titles("s") { $0.usesLearning = false } == before)
    #expect(try titles("s") { $0.order = .list }.first == "Sweden")
    let plain = try repository.search(SearchQuery("s", layout: .flat))
    #expect(
      Dictionary(uniqueKeysWithValues: plain.hits.map { ($0.id, $0.score) })
        == Dictionary(uniqueKeysWithValues: hits.map { ($0.id, $0.score) }))
  }

  @Test("has the score that it has without learning, also in the body")
  func score() throws {
    try repository.upsert([
      Item(id: "1", section: "x", title: "One", body: "country country country"),
      Item(id: "2", section: "x", title: "Two", body: "country country and much else besides"),
      Item(id: "3", section: "x", title: "Three", body: "country"),
    ])
    try repository.rememberChoice(of: "2", for: "country")
    for layout in [SearchQuery.Layout.flat, .grouped] {
      let plain = try repository.search(SearchQuery("country", layout: layout))
      let learned = try repository.search(
        SearchQuery("country", layout: layout, usesLearning: true))
      #expect(learned.hits.first?.id == "2")
      #expect(
        Set(learned.hits.map { "\($0.id) \($0.score)" })
          == Set(plain.hits.map { "\($0.id) \($0.score)" }))
    }
  }

  @Test("stands first in its group, and its group before others")
  func groups() throws {
    var query = SearchQuery("spain", usesLearning: true)
    #expect(try repository.search(query).groups.map(\.id) == ["Europe", "America"])
    try repository.rememberChoice(of: "Peru", for: "spain")
    #expect(try repository.search(query).groups.map(\.id) == ["America", "Europe"])
    query.maxGroups = 1
    #expect(try repository.search(query).hits.map(\.id) == ["Peru"])
    query.groupOrder = .sections
    #expect(try repository.search(query).groups.map(\.id) == ["Europe"])
  }

  @Test("is one of at most three, the most and the latest chosen")
  func three() throws {
    for (id, count) in [("Spain", 1), ("Senegal", 3), ("Sweden", 2), ("Swaziland", 4)] {
      for _ in 0..<count { try repository.rememberChoice(of: Item.ID(id), for: "s") }
    }
    #expect(try titles("s").prefix(3) == ["Swaziland", "Senegal", "Sweden"])
    let month = LearnedChoiceRow.halfLife
    for _ in 0..<6 {
      try repository.rememberChoice(of: "Spain", for: "sp", at: LearnedChoiceRow.now - month)
    }
    // Six choices of a month ago and one of today are worth four.
    let strengths = try repository.learnedChoices().filter { $0.item == "Spain" }.map(\.strength)
    #expect(abs(strengths.reduce(0, +) - 4) < 1e-3)
    try repository.rememberChoice(of: "Spain", for: "s")
    #expect(try titles("s").first == "Spain")
  }

  @Test("is told apart from one whose id is written with other code points")
  func equivalentIDs() throws {
    let ids: [Item.ID] = ["caf\u{E9}", "cafe\u{301}"]
    try repository.upsert(ids.map { Item(id: $0, section: "x", title: "Zebra") })
    for _ in 0..<2 { try repository.rememberChoice(of: ids[1], for: "z") }
    try repository.rememberChoice(of: ids[0], for: "z")
    let hits = try repository.search(SearchQuery("z", layout: .flat, usesLearning: true)).hits
    #expect(
      hits.prefix(2).map { Array($0.id.rawValue.utf8) }
        == [ids[1], ids[0]].map { Array($0.rawValue.utf8) })
  }

  @Test("appears once in all pages, and totals stay the same")
  func pages() throws {
    try repository.rememberChoice(of: "Swaziland", for: "s")
    try repository.rememberChoice(of: "Senegal", for: "s")
    var query = SearchQuery("s", limit: 2, layout: .flat, usesLearning: true)
    var seen: [Item.ID] = []
    repeat {
      let results = try repository.search(query)
      #expect(results.total == .exactly(6))
      seen += results.hits.map(\.id)
      query.after = results.next
    } while query.after != nil
    #expect(seen.prefix(2) == ["Senegal", "Swaziland"])
    #expect(seen.count == 6 && Set(seen).count == 6)
  }

  @Test("is explained")
  func explained() throws {
    try repository.rememberChoice(of: "Switzerland", for: "s")
    let query = SearchQuery("s", usesLearning: true, explains: true)
    let hit = try #require(try repository.search(query).hits.first)
    #expect(hit.explanation?.children.last?.number == 1)
    let why = try repository.why("Switzerland", query)
    #expect(why.sentences.contains { $0.contains("chosen before") })
    #expect(why.place == 1)
  }

  @Test("can be forgotten, and is not exported")
  func forgotten() async throws {
    try repository.rememberChoice(of: "Switzerland", for: "s")
    try repository.rememberChoice(of: "Spain", for: "s")
    try repository.rememberChoice(of: "Spain", for: "sp")
    #expect(try repository.learnedChoices().map(\.text).sorted() == ["s", "s", "sp"])
    try repository.forgetChoices(of: "Spain")
    #expect(try repository.learnedChoices().map(\.item) == ["Switzerland"])
    try repository.forgetChoices()
    #expect(try repository.learnedChoices() == [])
  }

  @Test("outlives a repair, but not a backup for reading")
  func copies() throws {
    let folder = try TemporaryFolder()
    let stored = try ItemRepository(path: folder.path("list.sqlite")).blocking
    defer { stored.close() }
    try stored.upsert([Item(id: "1", section: "s", title: "Rome")])
    try stored.rememberChoice(of: "1", for: "Rôme ")
    try stored.repair()
    #expect(try stored.learnedChoices().map(\.text) == ["rome"])
    let copy = folder.path("copy.sqlite")
    try stored.backup(to: copy, forReading: true)
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let reader = try ItemRepository(path: copy, options: options).blocking
    defer { reader.close() }
    #expect(try reader.learnedChoices() == [])
    try reader.rememberChoice(of: "1", for: "r")
    #expect(try reader.learnedChoices() == [])
  }

  @Test("needs an item and a text with a word")
  func arguments() throws {
    #expect(throws: ShortlistError.self) { try repository.rememberChoice(of: "?", for: "s") }
    for text in ["", " ", "…", "\u{0}"] {
      try repository.rememberChoice(of: "Spain", for: text)
    }
    #expect(try repository.learnedChoices() == [])
    try repository.rememberChoice(of: "Spain", for: String(repeating: "spain ", count: 10_000))
    #expect(try repository.learnedChoices().map(\.text.count) == [64])
    #expect(try titles(String(repeating: "spain ", count: 50)).first == "Spain")
  }

  @Test("leaves room for others: the weakest are forgotten")
  func room() throws {
    let count = LearnedChoiceRow.kept + 1
    let start = LearnedChoiceRow.now - Double(count)
    try repository.rememberChoice(of: "Peru", for: "p", at: start)
    for number in 0..<count {
      try repository.rememberChoice(of: "Spain", for: "s\(number)", at: start + Double(number))
    }
    let choices = try repository.learnedChoices()
    #expect(
      choices.count <= LearnedChoiceRow.kept && choices.count >= LearnedChoiceRow.kept * 9 / 10)
    #expect(!choices.contains { $0.text == "p" || $0.text == "s0" })
    #expect(choices.contains { $0.text == "s\(count - 1)" })
  }

  @Test("with impossible numbers counts for nothing")
  func impossible() throws {
    let file = try TemporaryDatabase()
    let stored = try ItemRepository(path: file.path).blocking
    try stored.upsert([
      Item(id: "1", section: "s", title: "Rome"), Item(id: "2", section: "s", title: "Romes"),
    ])
    stored.close()
    for (strength, time) in [("-1", "0"), ("9e999", "0"), ("1", "-9e999"), ("1", "9e999")] {
      try RawDatabase(file.path).run(
        "INSERT OR REPLACE INTO learned_choice VALUES('ro', '2', \(strength), \(time))")
      let repository = try ItemRepository(path: file.path).blocking
      defer { repository.close() }
      let hits = try repository.search(SearchQuery("ro", usesLearning: true)).hits
      #expect(hits.map(\.id) == ["1", "2"], "\(strength), \(time)")
      #expect(try repository.learnedChoices().allSatisfy { $0.strength >= 0 })
    }
  }
}
