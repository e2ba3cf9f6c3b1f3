import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("The words of a list")
struct TermCountsTests {
  private struct Count: Equatable {
    var items = 0
    var titles = 0
  }

  private static let words = [
    "running", "runs", "Łódź", "Guinea-Bissau", "東京都", "東", "U.S.A.", "l'école", "a", "42nd", "👍",
  ]

  /// Returns the counts of the words of all items, computed without an index.
  private static func expected(_ items: [Item], stems: Bool) throws -> [String: Count] {
    var counts: [String: Count] = [:]
    for item in items {
      func terms(_ texts: [String]) throws -> Set<String> {
        Set(
          try texts.flatMap { try Token.tokens(of: $0) }.filter { $0.kind != .tail }
            .map(\.text))
      }
      let titles = try terms([item.title] + item.keywords)
      var all = titles.union(try terms([item.subtitle, item.body]))
      if stems { all.formUnion(all.compactMap { Tokens.markedStem($0.utf8) }) }
      for term in all { counts[term, default: Count()].items += 1 }
      for term in titles { counts[term, default: Count()].titles += 1 }
    }
    return counts
  }

  @Test("are the same when two segments count them", arguments: Rounds.seeds(6), [false, true])
  func segments(seed: Int, stems: Bool) throws {
    var generator = SeededGenerator(seed: seed + 14_000_000)
    let counts = try TermCounts(stems: stems)
    let titles = try SegmentBuilder(of: IndexTable.titles, hasStems: stems)
    let texts = try SegmentBuilder(of: IndexTable.texts, hasStems: stems)
    for docid in 1...Int64(generator.number(1...60)) {
      // An item may be removed, added, or replaced.
      for isInsertion in generator.pick([[true], [true], [false], [false, true]]) {
        func text(_ count: ClosedRange<Int>) -> String {
          let anything = generator.text(words: 2)
          let words = (0..<generator.number(count)).map { _ in generator.pick(Self.words) }
          return (words + (generator.once(in: 4) ? [anything] : [])).joined(separator: " ")
        }
        let hasProse = generator.once(in: 3)
        let item = ItemTexts(
          all: [
            text(0...4), hasProse ? text(0...3) : "", "\u{1F}\(text(0...2))\u{1F}\(text(0...1))",
            hasProse ? text(1...30) : "",
          ])
        let isInTexts = item.isIn(IndexTable.texts, hasStems: stems)
        try counts.add(item, step: isInsertion ? 1 : -1)
        for segment in isInTexts ? [titles, texts] : [titles] {
          if isInsertion {
            try segment.add(item, at: docid, isAlone: !isInTexts)
          } else {
            try segment.remove(item, at: docid, isAlone: !isInTexts)
          }
        }
      }
    }
    var expected: [String] = []
    try counts.take { expected.append(Self.line($0)) }
    try titles.finish()
    try texts.finish()
    var found: [String] = []
    try SegmentBuilder.forEachCount(in: titles, texts) { found.append(Self.line($0)) }
    #expect(found == expected, "seed \(seed)")
  }

  private static func line(_ count: TermCount) -> String {
    let text = String(decoding: UnsafeRawBufferPointer(count.text), as: UTF8.self)
    return "\(text) \(count.items) \(count.titles)"
  }

  @Test("are counted once an item, whatever becomes of the items", arguments: Rounds.seeds(6))
  func counts(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 13_000_000)
    let file = try TemporaryDatabase()
    var options = ItemRepository.Options()
    options.stemming = seed.isMultiple(of: 2) ? .english : .none
    let repository = try ItemRepository(path: file.path, options: options).blocking
    var known: [Item.ID: Item] = [:]
    for _ in 0..<12 {
      let items = (0..<generator.number(1...20)).map { _ in
        func text(_ count: ClosedRange<Int>) -> String {
          (0..<generator.number(count)).map { _ in generator.pick(Self.words) }
            .joined(separator: " ")
        }
        let number = generator.number(0...40)
        return Item(
          id: .init("\(number)"), section: .init("\(number % 3)"), title: text(1...3),
          subtitle: text(0...1), keywords: [text(1...1), text(1...2)], body: text(0...9))
      }
      try repository.upsert(items)
      for item in items { known[item.id] = item }
      let gone = generator.pick(Array(known.keys).sorted { $0.rawValue < $1.rawValue })
      try repository.remove([gone])
      known[gone] = nil
    }
    let expected = try Self.expected(
      Array(known.values), stems: options.stemming == .english)
    let found = try repository.database.read {
      (transaction) throws(ShortlistError) -> [String: Count] in
      let rows = try transaction.connection.statement("SELECT term, items, titles FROM term")
      defer { rows.reset() }
      var counts: [String: Count] = [:]
      while try rows.step() {
        counts[rows.text(0)] = Count(items: Int(rows.int64(1)), titles: Int(rows.int64(2)))
      }
      return counts
    }
    #expect(found == expected, "seed \(seed)")
    repository.close()
  }
}
