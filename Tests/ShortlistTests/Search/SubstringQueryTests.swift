import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("What stands inside of words")
struct SubstringQueryTests {
  /// Returns the docids of the items that hold each word of a text as a substring.
  private static func docids(
    _ text: String, maximumTerms: Int, _ dictionary: TermDictionary, on connection: Connection
  ) throws(ShortlistError) -> [Int64] {
    let clauses = try ParsedQuery(text).clauses
    guard !clauses.isEmpty else { return [] }
    var read: [ClauseTerms] = []
    for clause in clauses {
      let terms = try ClauseTerms(clause, atMost: maximumTerms, dictionary)
      if let terms { read.append(terms) }
    }
    guard let query = SubstringQuery(clauses, reading: read, dictionary) else { return [] }
    let stream = try DocidIterator(
      query.expression, in: "item_titles", slot: 5, upperBound: .max - 1,
      filter: try query.filter(on: connection), on: connection)
    var docids: [Int64] = []
    try stream.seek(to: 0)
    while stream.head != DocidIterator.end {
      docids.append(stream.head)
      try stream.advance()
    }
    return docids
  }

  /// Calls `body` with the words of the list.
  private static func read(
    _ repository: BlockingItemRepository,
    _ body: (TermDictionary, Connection) throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    try repository.database.read { (transaction) throws(ShortlistError) in
      guard let dictionary = try repository.dictionaries.dictionary(transaction.connection) else {
        Issue.record("There was no time.")
        return
      }
      try body(dictionary, transaction.connection)
    }
  }

  @Test("is the same in the index and in the items", arguments: Rounds.seeds(8))
  func agreement(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 14_000_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    func item(_ number: Int) -> Item {
      Item(
        id: .init("\(number)"), section: .init("\(number % 3)"),
        title: generator.title(words: 3), keywords: [generator.text(words: 2)],
        body: generator.text(words: 3))
    }
    let items = (0..<120).map(item)
    try repository.load(items)
    // Changes split the index into segments, some of which override others.
    for _ in 0..<generator.number(0...20) {
      try repository.upsert(
        (0..<generator.number(1...9)).map { _ in item(generator.number(0...130)) })
      try repository.remove([.init("\(generator.number(0...130))")])
    }
    try Self.read(repository) { (dictionary, connection) throws(ShortlistError) in
      for _ in 0..<60 {
        let text = (0..<generator.number(1...3)).map { _ in
          let source = generator.pick(items)
          let scalars = Array((generator.once(in: 3) ? source.body : source.title).unicodeScalars)
          guard !scalars.isEmpty else { return "a" }
          let start = generator.number(0...scalars.count - 1)
          return String(
            String.UnicodeScalarView(scalars[start...].prefix(generator.number(1...4))))
        }.joined(separator: " ")
        let ways = try [0, 1, 5, Int.max].map {
          (limit) throws(ShortlistError) in
          try Self.docids(text, maximumTerms: limit, dictionary, on: connection)
        }
        #expect(Set(ways).count == 1, "seed \(seed): \(text)")
      }
    }
  }

  @Test(
    "are the words from any letter on, and whole characters",
    arguments: [
      ("er", ["Perú"]), ("ú", ["Perú"]), ("bc", ["ab-c"]), ("vo", ["d'Ivoire"]),
      ("न्दी", ["हिन्दी"]), ("ी", []), ("京", ["東京都"]), ("都", ["東京都"]), ("京都", ["東京都"]),
      ("🚀", []), ("👩‍🚀", ["👩‍🚀"]), ("perúab", []), ("c d", []), ("e p", ["Perú"]),
    ] as [(String, [String])])
  func inside(text: String, expected: [String]) throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    let titles = ["Perú", "ab-c", "d'Ivoire", "हिन्दी", "東京都", "👩‍🚀"]
    try repository.load(titles.map { Item(section: "All", title: $0) })
    var query = SearchQuery(text)
    query.typos = false
    #expect(try repository.search(query).hits.map(\.item.title) == expected)
    try Self.read(repository) { (dictionary, connection) throws(ShortlistError) in
      for limit in [0, Int.max] {
        let found = try Self.docids(text, maximumTerms: limit, dictionary, on: connection)
        #expect(found.count == expected.count)
      }
    }
  }

  @Test("is not looked for in items that are passed over")
  func seeking() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.load(
      (0..<900).map { Item(section: .init("\($0 / 300)"), title: "Greenland \($0)") })
    try repository.database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      let sections = try SectionTable(connection, revision: 0).rows.map(\.number)
      guard let last = sections.max(),
        let dictionary = try repository.dictionaries.dictionary(connection),
        let query = try SubstringQuery(ParsedQuery("land").clauses, reading: [], dictionary)
      else {
        Issue.record("There is nothing to look for.")
        return
      }
      let stream = try DocidIterator(
        query.expression, in: "item_titles", slot: 5, upperBound: .max - 1,
        filter: try query.filter(on: connection), on: connection)
      try stream.seek(to: 0)
      try stream.seek(to: DocID.range(ofSection: last).lowerBound)
      #expect(DocID(stream.head).section == last)
      #expect(stream.rowsRead == 2)
    }
  }

  @Test("is found among many words as among few", arguments: Rounds.seeds(4))
  func manyTerms(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 24_000_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    // No word begins with a letter that is searched for.
    func word() -> String {
      let letters = String((0..<6).map { _ in generator.pick("abcdefgh") })
      return "z" + letters + (generator.once(in: 200) ? "q" : "")
    }
    let items = (0..<9_000).map { number in
      let words = (0..<generator.number(1...2)).map { _ in word() }
      return Item(
        id: .init("\(number)"), section: .init("\(number % 7 * number % 3)"),
        title: words.joined(separator: " "),
        attributes: number.isMultiple(of: 11) ? [:] : ["kind": .number(Double(number % 40))])
    }
    try repository.load(items)
    try repository.database.read { (transaction) throws(ShortlistError) in
      let dictionary = try repository.dictionaries.dictionary(transaction.connection)
      // Otherwise, the clauses would be read without a sample.
      #expect(try dictionary?.terms(holding: "a", atMost: 4_096) == nil)
    }
    for _ in 0..<12 {
      let letters = (0..<generator.number(1...5)).map { _ in generator.pick("aabbccdefghq") }
      // Few items, most of them, or those without a value as well.
      let filter = generator.pick(
        [
          nil, .equals("kind", 3), .compares("kind", .greater, 2), .not(.equals("kind", 3)),
        ] as [AttributeFilter?])
      func isAccepted(_ item: Item) -> Bool {
        guard let filter else { return true }
        guard case .number(let kind) = item.attributes["kind"] else {
          return if case .not = filter { true } else { false }
        }
        return switch filter {
        case .equals: kind == 3
        case .not: kind != 3
        default: kind > 2
        }
      }
      let matching = items.filter { item in
        letters.allSatisfy(item.title.contains) && isAccepted(item)
      }
      let sizes = Dictionary(grouping: matching, by: \.section).mapValues(\.count)
      for totals in [SearchQuery.Totals.exact, .bounded(100)] {
        var query = SearchQuery(letters.map { "\($0)" }.joined(separator: " "), totals: totals)
        query.typos = .off
        query.filter = filter
        query.timeBudget = .seconds(600)
        let results = try repository.search(query)
        #expect(Set(results.groups.map(\.section.id)) == Set(sizes.keys), "\(query.text)")
        for group in results.groups {
          let size = sizes[group.section.id] ?? 0
          let isExact = totals == .exact || size <= 100
          #expect(group.total == (isExact ? .exactly(size) : .atLeast(100)), "\(query.text)")
          #expect(group.hits.count == min(5, size))
          #expect(group.hits.allSatisfy { letters.allSatisfy($0.item.title.contains) })
        }
      }
    }
  }

  @Test("is the same in one pass over many words, frequent and rare", arguments: Rounds.seeds(4))
  func onePass(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 25_000_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    var titles: [Item.ID: String] = [:]
    func item(_ number: Int) -> Item {
      let letters = String((0..<5).map { _ in generator.pick("abcdefgh") })
      let rare = generator.once(in: 20) ? "q" : ""
      let frequent = generator.once(in: 4) ? "" : " zabcdx"
      let item = Item(
        id: .init("\(number)"), section: .init("\(number % 3)"),
        title: "z\(letters)\(rare)\(frequent)")
      titles[item.id] = item.title
      return item
    }
    try repository.load((0..<3_000).map(item))
    // Segments that override others. Some items lose a word, others gain one.
    for _ in 0..<generator.number(0...6) {
      try repository.upsert((0..<300).map { _ in item(generator.number(0...3_100)) })
      let removed = Set((0..<100).map { _ in Item.ID("\(generator.number(0...3_100))") })
      try repository.remove(Array(removed))
      for id in removed { titles[id] = nil }
    }
    try Self.read(repository) { (dictionary, connection) throws(ShortlistError) in
      for _ in 0..<40 {
        let letters = (0..<generator.number(2...5)).map { _ in generator.pick("abcdefghqx") }
        let text = letters.map { "\($0)" }.joined(separator: " ")
        let read = try Self.docids(text, maximumTerms: .max, dictionary, on: connection)
        let checked = try Self.docids(text, maximumTerms: 0, dictionary, on: connection)
        #expect(read == checked, "seed \(seed): \(text)")
        let matching = titles.values.count { title in letters.allSatisfy(title.contains) }
        #expect(read.count == matching, "seed \(seed): \(text)")
      }
    }
  }

  @Test("is no longer counted in a section that has its hits, once many items were checked")
  func checkedRows() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    // With 300 sections, 109 rows of each are checked for more than its hits.
    let others = (0..<297).map { Item(id: .init("\($0)"), section: .init("\($0)"), title: "Other") }
    let items = (0..<1_800).map { number in
      // No word begins with a letter that is searched for.
      let letters = String(decoding: "\(1_000 + number)".utf8.map { $0 + 55 }, as: UTF8.self)
      return Item(
        id: .init("item \(number)"), section: .init("big \(number % 3)"), title: "z\(letters)ab")
    }
    try repository.load(others + items)
    for totals in [SearchQuery.Totals.exact, .bounded(500)] {
      var query = SearchQuery("b a", totals: totals)
      query.typos = .off
      let results = try repository.search(query)
      #expect(results.groups.count == 3)
      for group in results.groups {
        let number = try #require(group.section.id.rawValue.last?.wholeNumberValue)
        let best = (0..<5).map { "item \(number + 3 * $0)" }
        #expect(group.hits.map(\.item.id.rawValue) == best)
        #expect(group.next != nil)
        switch (totals, group.total) {
        case (.exact, .exactly(600)): break
        case (.bounded, .atLeast(let count)): #expect((6..<500).contains(count))
        default: Issue.record("\(group.total) with \(totals)")
        }
      }
    }
  }
}
