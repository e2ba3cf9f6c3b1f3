import ShortlistTestSupport
import Testing

@testable import Shortlist

/// A reader keeps pages, items and terms across commits. These tests compare it with one that has
/// just been opened.
@Suite("The caches of a reader")
struct CachesTests {
  private static let vocabulary = [
    "silver", "silk", "salt", "sand", "gold", "gravel", "slate", "granite",
  ]

  private static func item(_ number: Int, _ generator: inout SeededGenerator) -> Item {
    let words = (0..<generator.number(1...3)).map { _ in
      generator.once(in: 3) ? rarer(&generator) : generator.pick(vocabulary)
    }
    var item = Item(
      id: Item.ID("\(number)"), section: ItemSection.ID("\(generator.number(0...4))"),
      title: words.joined(separator: " "), weight: Double(generator.number(0...3)))
    if generator.once(in: 4) { item.title += " \(word(generator.number(3...9), &generator))" }
    if generator.once(in: 3) {
      item.body = (0..<20).map { _ in generator.pick(Self.vocabulary) }.joined(separator: " ")
    }
    // Few, so that a small list has none at first, and a large one gets new ones for long.
    if generator.once(in: 200) {
      item.attributes = [word(1, &generator): .text(generator.pick(vocabulary))]
    }
    return item
  }

  /// Returns a word that is hardly in the list.
  private static func word(_ length: Int, _ generator: inout SeededGenerator) -> String {
    String((0..<length).map { _ in generator.pick("abcdefghijklmnopqrstuvwxyz") })
  }

  /// Returns a word that is in one of a hundred items.
  private static func rarer(_ generator: inout SeededGenerator) -> String {
    generator.pick(vocabulary) + String(generator.pick("aeiou"))
  }

  private static func change(
    _ repository: BlockingItemRepository, items: Int, _ generator: inout SeededGenerator
  ) throws {
    func ids(_ count: Int) -> [Item.ID] {
      (0..<count).map { _ in Item.ID("\(generator.number(0...items - 1))") }
    }
    switch generator.number(0...19) {
    case 0: try repository.optimize()
    case 1:
      try repository.load(
        (0..<1_200).map { _ in item(generator.number(0...items - 1), &generator) })
    case 2: try repository.remove(ids(300))
    case 3: try repository.reindex()
    case 4: try repository.renameSection("0", to: word(5, &generator))
    case 5...7:
      let known = try ids(4).filter { try repository.item($0) != nil }
      try repository.move(known, to: "1", at: generator.once(in: 2) ? nil : generator.number(0...9))
    case 8, 9:
      for id in ids(3) where try repository.item(id) != nil {
        try repository.reweigh(id, to: Double(generator.number(0...3)))
      }
    case 10: try repository.remove(ids(3))
    case 11:
      try repository.replaceSection(
        ItemSection(id: "4"),
        with: (0..<40).map { _ in item(generator.number(0...items - 1), &generator) })
    case 12: try repository.rememberSearch("gold")
    default:
      try repository.upsert((0..<10).map { _ in item(generator.number(0...items - 1), &generator) })
    }
  }

  private static func query(_ generator: inout SeededGenerator) -> SearchQuery {
    let known = generator.pick(vocabulary)
    let text =
      switch generator.number(0...8) {
      case 0: String(known.prefix(generator.number(1...4)))
      case 1: known
      case 2: "\(known) \(generator.pick(vocabulary).prefix(generator.number(1...5)))"
      case 3: String(known.dropFirst())
      case 4: String(known.dropLast(2)) + "x" + String(known.last ?? "x")
      case 5: word(3, &generator)
      case 6: "\(rarer(&generator)) \(known)"
      case 7: "\(rarer(&generator)) \(rarer(&generator))"
      default: "\(known) \(generator.pick(vocabulary))"
      }
    var query = SearchQuery(
      text, limit: generator.pick([3, 10, 50]), layout: generator.once(in: 2) ? .flat : .grouped,
      timeBudget: .seconds(600))
    if generator.once(in: 5) { query.order = .list }
    if generator.once(in: 5) { query.match = .any }
    return query
  }

  @Test(
    "give the same answers as a newly opened reader, whoever changes the file",
    arguments: Rounds.seeds(2),
    // In a small list, merges reach the oldest segment, and forget what was removed.
    [60, 6_000])
  func followed(seed: Int, items: Int) throws {
    var generator = SeededGenerator(seed: seed + 24_000_000)
    let file = try TemporaryDatabase()
    var options = ItemRepository.Options()
    options.readers = 1
    let reader = try ItemRepository(path: file.path, options: options).blocking
    let other = try ItemRepository(path: file.path).blocking
    defer {
      reader.close()
      other.close()
    }
    try other.load((0..<items).map { Self.item($0, &generator) })
    var queries = (0..<12).map { _ in Self.query(&generator) }
    for step in 0..<(items < 100 ? 50 : 25) {
      for _ in 0..<generator.pick([1, 1, 1, 3, 70]) {
        try Self.change(generator.once(in: 3) ? reader : other, items: items, &generator)
      }
      let fresh = try ItemRepository(path: file.path).blocking
      defer { fresh.close() }
      // What was cached for a query is of use, or does harm, when it is searched again.
      queries = queries.map { generator.once(in: 2) ? $0 : Self.query(&generator) }
      for query in queries {
        let (found, expected) = try (reader.search(query), fresh.search(query))
        let context = "seed \(seed), step \(step), “\(query.text)”"
        let hasSameHits = found.hits == expected.hits
        #expect(hasSameHits, "\(context)")
        #expect(found.groups.map(\.total) == expected.groups.map(\.total), "\(context)")
        #expect(found.total == expected.total, "\(context)")
      }
    }
    #expect(try other.check().findings == [])
  }

  @Test("are as good after searches that ran out of time", arguments: Rounds.seeds(2))
  func interrupted(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 25_000_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    let items = 4_000
    try repository.load((0..<items).map { Self.item($0, &generator) })
    var cut = 0
    for step in 0..<12 {
      try Self.change(repository, items: items, &generator)
      for _ in 0..<6 {
        let query = Self.query(&generator)
        for _ in 0..<12 {
          let looks = generator.number(0...generator.pick([10, 30, 100, 300]))
          let part = try repository.search(query, budget: SearchBudget(looks: looks))
          if part.notes.contains(.timeBudgetSpent) { cut += 1 }
        }
      }
      let query = Self.query(&generator)
      let results = try repository.search(query)
      repository.releaseMemory()
      let isSame = try results.hits == repository.search(query).hits
      #expect(isSame, "seed \(seed), step \(step), “\(query.text)”")
    }
    #expect(cut > 40)
  }

  @Test("find words in a large segment while it is being merged", arguments: Rounds.seeds(1))
  func largeSegment(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 26_000_000)
    let file = try TemporaryDatabase()
    let reader = try ItemRepository(path: file.path).blocking
    let other = try ItemRepository(path: file.path).blocking
    defer {
      reader.close()
      other.close()
    }
    var bodies: [[String]] = []
    func change(_ number: Int) -> Item {
      bodies[number] = (0..<80).map { _ in Self.word(generator.number(4...9), &generator) }
      return Item(
        id: Item.ID("\(number)"), section: "a", title: "\(number)",
        body: bodies[number].joined(separator: " "))
    }
    let items = 3_000
    bodies = Array(repeating: [], count: items)
    try other.load((0..<items).map(change))
    let leaves = try RawDatabase(file.path).rows(
      "SELECT max(leaves) FROM (SELECT count(*) AS leaves FROM item_texts_idx GROUP BY segid)")
    // Of a smaller segment, all leaves are cached.
    #expect(try #require(leaves.first.flatMap { Int($0) }) > 512)
    for step in 0..<4 {
      let texts = (0..<40).map { _ in
        let word = generator.pick(bodies[generator.number(0...items - 1)])
        return generator.once(in: 2) ? word : String(word.prefix(3))
      }
      for round in 0..<6 {
        let fresh = try ItemRepository(path: file.path).blocking
        defer { fresh.close() }
        for text in texts {
          let query = SearchQuery(text, timeBudget: .seconds(600))
          let isSame = try reader.search(query).hits == fresh.search(query).hits
          #expect(isSame, "seed \(seed), step \(step), round \(round), “\(text)”")
        }
        // Larger changes empty all caches.
        for _ in 0..<2 {
          try other.upsert((0..<200).map { _ in change(generator.number(0...items - 1)) })
        }
      }
    }
  }

  @Test("are emptied when some changes are not recorded")
  func unknownChanges() throws {
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    defer { repository.close() }
    for number in 0..<70 { try repository.add("Item \(number)", to: "a") }
    func docids(after first: Int64, upTo last: Int64) throws -> Int? {
      try repository.database.read { (transaction) throws(ShortlistError) in
        try ItemChangeTable.docids(after: first, upTo: last, on: transaction.connection)?.count
      }
    }
    #expect(try docids(after: 69, upTo: 70) == 1)
    #expect(try docids(after: 6, upTo: 70) == 64)
    #expect(try docids(after: 5, upTo: 70) == nil)
    #expect(try docids(after: 70, upTo: 70) == 0)
    // Such as after a repair of a file that was counted further.
    #expect(try docids(after: 71, upTo: 70) == nil)
    try repository.load((0..<251).map { Item(section: "b", title: "Loaded \($0)") })
    #expect(try docids(after: 70, upTo: 71) == nil)
    try RawDatabase(file.path).run("UPDATE item_change SET docids = x'00' WHERE number = 70")
    #expect(try docids(after: 69, upTo: 70) == nil)
  }

  @Test("follow the latest change by its copy, or without it")
  func latestChange() throws {
    let file = try TemporaryDatabase()
    let reader = try ItemRepository(path: file.path).blocking
    let other = try ItemRepository(path: file.path).blocking
    defer {
      reader.close()
      other.close()
    }
    let raw = try RawDatabase(file.path)
    func titles(_ text: String) throws -> [String] {
      try reader.search(SearchQuery(text)).hits.map(\.item.title)
    }
    func upsert(_ id: Int, _ title: String) throws {
      try other.upsert([Item(id: Item.ID("\(id)"), section: "a", title: title)])
    }
    for number in 0..<20 { try upsert(number, "Item \(number)") }
    #expect(try titles("item 7").contains("Item 7"))
    // The copy alone.
    try upsert(7, "Zanzibar")
    try raw.run("DELETE FROM item_change; DELETE FROM dictionary WHERE part > 0")
    #expect(try !titles("item 7").contains("Item 7"))
    #expect(try titles("znazibar") == ["Zanzibar"])
    // The tables alone.
    try upsert(7, "Kathmandu")
    try raw.run("DELETE FROM meta WHERE key GLOB 'latest_*'")
    #expect(try titles("zanzibar").isEmpty)
    #expect(try titles("kathmnadu") == ["Kathmandu"])
    #expect(try other.check().status == .sound)
    // A copy that is cut off, of another change, or no copy at all.
    for fault in [
      "substr(value, 1, length(value) - 1)", "x''", "zeroblob(500)", "'a'", "7",
    ] {
      try upsert(7, "Ouagadougou")
      #expect(try titles("ouagadogou") == ["Ouagadougou"])
      try upsert(7, "Ljubljana")
      try raw.run("UPDATE meta SET value = \(fault) WHERE key GLOB 'latest_*'")
      #expect(try titles("ouagadougou").isEmpty, "\(fault)")
      #expect(try titles("ljubljnaa") == ["Ljubljana"], "\(fault)")
    }
    // Large changes have none.
    try other.upsert((0..<101).map { Item(id: Item.ID("\($0)"), section: "a", title: "Nr \($0)") })
    #expect(try raw.rows("SELECT 1 FROM meta WHERE key = 'latest_docids'").isEmpty)
    #expect(try titles("nr 100") == ["Nr 100"])
  }

  @Test("have a copy of the latest change that `check` compares", arguments: LatestChange.allCases)
  func checkedCopy(_ copy: LatestChange) throws {
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    defer { repository.close() }
    for number in 0..<3 { try repository.add("Item \(number)", to: "a") }
    #expect(try repository.check().status == .sound)
    try RawDatabase(file.path).run(
      "UPDATE meta SET value = CAST(value || x'0000000000000000' AS BLOB) WHERE key = '\(copy.rawValue)'"
    )
    #expect(try repository.check().findings.map(\.part) == [copy == .terms ? .terms : .items])
    // The next change stores another.
    try repository.add("Item 3", to: "a")
    #expect(try repository.check().status == .sound)
  }
}
