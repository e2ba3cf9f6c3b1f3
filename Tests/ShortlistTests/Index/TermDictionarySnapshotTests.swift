import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("The copy of the list of words")
struct TermDictionarySnapshotTests {
  private struct Term: Equatable {
    let text: [CChar]
    let items: Int64
    let titles: Int64
  }

  private static func terms(_ dictionary: TermDictionary) -> [Term] {
    var terms: [Term] = []
    dictionary.forEach {
      terms.append(Term(text: Array($0.text), items: $0.items, titles: $0.titles))
    }
    return terms
  }

  /// Returns the terms in the snapshot and in the table; `nil` for a snapshot that is not used.
  private static func both(
    of repository: BlockingItemRepository
  ) throws -> (copy: [Term]?, list: [Term]) {
    try repository.database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      let revision = try Meta.number("terms", on: connection) ?? 0
      let list = try TermDictionary(connection, revision: revision)
      let copy = try TermDictionary.copy(of: revision, on: connection)
      return (copy.map(terms), list.map(terms) ?? [])
    }
  }

  /// Brings a dictionary up to date; `nil` if it has to be read whole.
  private static func update(
    _ dictionary: TermDictionary, of repository: BlockingItemRepository
  ) throws -> TermDictionary? {
    try repository.database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      let revision = try Meta.number("terms", on: connection) ?? 0
      guard dictionary.revision != revision else { return dictionary }
      return try TermDictionary(dictionary, updatedTo: revision, on: connection)
    }
  }

  private static func read(_ repository: BlockingItemRepository) throws -> TermDictionary? {
    try repository.database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      return try TermDictionary(
        connection, revision: Meta.number("terms", on: connection) ?? 0)
    }
  }

  /// Compares what two dictionaries say about some words.
  private static func agree(
    _ one: TermDictionary, _ other: TermDictionary, _ generator: inout SeededGenerator
  ) throws -> Bool {
    guard terms(one) == terms(other) else { return false }
    for _ in 0..<20 {
      // Some words come again, so that the corrections are in the cache.
      let word =
        generator.once(in: 2)
        ? generator.pick(["abcd", "bcdea", "ceab", "ea", "zabc", "adcb"])
        : String((0..<generator.number(1...6)).map { _ in generator.pick(Array("abcdeaz東👍")) })
      let limit = Int32(generator.pick([1, 3, 100]))
      guard one.items(beginning: word, first: limit) == other.items(beginning: word, first: limit),
        one.items(of: word) == other.items(of: word)
      else { return false }
      for isPrefix in [true, false] {
        guard one.holds(word, asPrefix: isPrefix) == other.holds(word, asPrefix: isPrefix) else {
          return false
        }
      }
      for edits in [1, 2] {
        let (a, b) = try (
          one.corrections(of: word, allowance: edits, withBeginnings: true),
          other.corrections(of: word, allowance: edits, withBeginnings: true)
        )
        guard a.words == b.words, a.beginnings == b.beginnings else { return false }
      }
      let (a, b) = try (
        one.terms(holding: word, atMost: 100), other.terms(holding: word, atMost: 100)
      )
      guard a?.titles == b?.titles, (a == nil) == (b == nil) else { return false }
    }
    return true
  }

  @Test("follows changes, and says the same as one that was read whole", arguments: Rounds.seeds(6))
  func updates(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 18_200_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    var followed = try #require(try Self.read(repository))
    var updates = 0
    for step in 0..<60 {
      for _ in 0..<generator.number(1...3) {
        let items = (0..<generator.pick([1, 1, 5, 60])).map { _ in
          Self.item(generator.number(0...450), &generator)
        }
        switch generator.number(0...9) {
        case 0: try repository.load(items)
        case 1: try repository.optimize()
        case 2...4: try repository.remove(items.map(\.id))
        default: try repository.upsert(items)
        }
      }
      let whole = try #require(try Self.read(repository))
      if let updated = try Self.update(followed, of: repository) {
        updates += updated === followed ? 0 : 1
        followed = updated
      } else {
        followed = whole
      }
      #expect(try Self.agree(followed, whole, &generator), "seed \(seed), step \(step)")
    }
    #expect(updates > 30)
  }

  @Test("follows many small changes to a long list of words", arguments: Rounds.seeds(2))
  func manyUpdates(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 18_400_000)
    let repository = try ItemRepository(path: ":memory:").blocking
    func items(_ count: Int) -> [Item] {
      (0..<count).map { _ in
        let words = (0..<10).map { _ in
          String((0..<generator.number(1...9)).map { _ in generator.pick(Array("abcdefghijlz")) })
        }
        let id = Item.ID("\(generator.number(0...4_000))")
        return Item(id: id, section: "all", title: words.joined(separator: " ") + " abcd")
      }
    }
    try repository.load(items(6_000))
    let first = try #require(try Self.read(repository))
    #expect(first.count > 20_000)
    var followed = first
    var updates = 0
    for step in 0..<80 {
      let changed = items(generator.number(1...4))
      if generator.once(in: 3) {
        try repository.remove(changed.map(\.id))
      } else {
        try repository.upsert(changed)
      }
      if let updated = try Self.update(followed, of: repository) {
        updates += updated === followed ? 0 : 1
        followed = updated
      } else {
        followed = try #require(try Self.read(repository))
      }
      guard step % 4 == 3 else { continue }
      let whole = try #require(try Self.read(repository))
      #expect(followed.count == whole.count)
      #expect(try Self.agree(followed, whole, &generator), "seed \(seed), step \(step)")
    }
    #expect(updates > 70)
    // What was shared has not changed.
    #expect(first.count > 20_000)
  }

  /// Returns the number of parts in the snapshot: up to part 0, and after it.
  private static func parts(
    of repository: BlockingItemRepository
  ) throws -> (whole: Int, changes: Int) {
    try repository.database.read { (transaction) throws(ShortlistError) in
      let count = "SELECT count(*) FROM dictionary WHERE part"
      return (
        Int(try transaction.connection.number("\(count) <= 0") ?? 0),
        Int(try transaction.connection.number("\(count) > 0") ?? 0)
      )
    }
  }

  private static func item(_ number: Int, _ generator: inout SeededGenerator) -> Item {
    func text(_ words: Int) -> String {
      (0..<words).map { _ in
        String((0..<generator.number(1...9)).map { _ in generator.pick(Array("abcdeäž東👍")) })
      }.joined(separator: " ")
    }
    // A word of most items, whose number of items goes beyond 255.
    let title = generator.once(in: 10) ? text(3) : text(2) + " abcd"
    return Item(
      id: .init("\(number)"), section: .init("\(number % 3)"), title: title,
      keywords: [text(1)], body: text(generator.number(0...60)))
  }

  @Test("says what the list says after each change", arguments: Rounds.seeds(6))
  func changes(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 18_000_000)
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    var remade = 0
    var added = 0
    for step in 0..<40 {
      let before = try Self.parts(of: repository)
      let count = generator.pick([1, 1, 5, 60, 300])
      let items = (0..<count).map { _ in Self.item(generator.number(0...600), &generator) }
      switch generator.number(0...9) {
      case 0: try repository.load(items)
      case 1: try repository.load((0..<1_100).map { Self.item($0, &generator) })
      case 2: try repository.optimize()
      case 3...5: try repository.remove(items.map(\.id))
      default: try repository.upsert(items)
      }
      let (copy, list) = try Self.both(of: repository)
      #expect(copy == list || copy == nil && list.isEmpty, "seed \(seed), step \(step)")
      let after = try Self.parts(of: repository)
      added += after.changes == before.changes + 1 ? 1 : 0
      remade += after.changes < before.changes ? 1 : 0
    }
    #expect(added > 0 && remade > 0)
    #expect(try repository.check().status == .sound)
    repository.close()
  }

  @Test("has several parts where the list is long")
  func parts() throws {
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    // A hundred kilobytes of words with nothing in common.
    try repository.load(
      (0..<350).map { number in
        var generator = SeededGenerator(seed: number)
        let words = (0..<10).map { _ in
          String((0..<24).map { _ in generator.pick(Array("abcdefghijklmnopqrstuvwxyz")) })
        }
        return Item(
          id: .init("\(number)"), section: "all", title: words.joined(separator: " "))
      })
    #expect(try Self.parts(of: repository) == (2, 0))
    var (copy, list) = try Self.both(of: repository)
    #expect(copy == list)
    try repository.remove(["0", "349"])
    try repository.upsert([Item(id: "zz", section: "all", title: "zzz aaa mmm")])
    #expect(try Self.parts(of: repository) == (2, 2))
    (copy, list) = try Self.both(of: repository)
    #expect(copy == list)
    try repository.optimize()
    #expect(try Self.parts(of: repository) == (2, 0))
    repository.close()
  }

  @Test("is made again with the index, and of what could be kept of a damaged file")
  func madeAnew() throws {
    var generator = SeededGenerator(seed: 18_100_000)
    let file = try TemporaryDatabase()
    var repository = try ItemRepository(path: file.path).blocking
    try repository.upsert((0..<50).map { Self.item($0, &generator) })
    try repository.reindex()
    var (copy, list) = try Self.both(of: repository)
    #expect(copy == list)
    repository.close()
    try RawDatabase(file.path).run(
      """
      DROP TABLE item_alias; DROP TABLE checkpoint; DROP TABLE followed_table; DROP TABLE learned_choice;
      DROP TABLE item_attribute; DROP TABLE attribute; DROP TABLE attribute_value;
      DROP TABLE attribute_block; DROP TABLE synonym_set; DROP TABLE pinned_item;
      DROP TABLE item_change; DROP TABLE segment_change;
      DELETE FROM dictionary; PRAGMA user_version = 9
      """)
    try RawDatabase(file.path).run(
      "DROP TABLE dictionary; DELETE FROM meta WHERE key = 'dictionary'")
    repository = try ItemRepository(path: file.path).blocking
    (copy, list) = try Self.both(of: repository)
    #expect(copy == list)
    repository.close()
  }

  /// The ways to damage the snapshot, and whether `check` notices.
  static let faults: [(sql: String, isSeen: Bool)] = [
    ("DELETE FROM dictionary", false),
    ("DELETE FROM dictionary WHERE part > 0", false),
    ("DELETE FROM dictionary WHERE part = 1", true),
    ("DELETE FROM meta WHERE key = 'dictionary'", false),
    ("UPDATE meta SET value = 9223372036854775807 WHERE key = 'dictionary'", false),
    ("UPDATE meta SET value = -9223372036854775807 WHERE key = 'dictionary'", false),
    ("UPDATE dictionary SET terms = x'' WHERE part <= 0", true),
    ("UPDATE dictionary SET terms = x'00' WHERE part <= 0", true),
    ("UPDATE dictionary SET terms = x'0001' WHERE part <= 0", true),
    ("UPDATE dictionary SET terms = x'00016101' WHERE part <= 0", true),
    ("UPDATE dictionary SET terms = x'000161ffffffffffffffffffff' WHERE part <= 0", true),
    ("UPDATE dictionary SET terms = x'00016201010001610101' WHERE part <= 0", true),
    ("UPDATE dictionary SET terms = zeroblob(100000) WHERE part <= 0", true),
    ("UPDATE dictionary SET terms = substr(terms, 1, length(terms) - 1) WHERE part > 0", true),
    ("UPDATE dictionary SET size = -9223372036854775807", false),
    ("UPDATE dictionary SET size = 9223372036854775807", false),
    ("UPDATE dictionary SET part = part + 9223372036854775800 WHERE part = 3", false),
  ]

  @Test("is not believed where it is not as it was written", arguments: faults)
  func damage(sql: String, isSeen: Bool) throws {
    var generator = SeededGenerator(seed: 18_200_000)
    let file = try TemporaryDatabase()
    var repository = try ItemRepository(path: file.path).blocking
    try repository.upsert(
      [Item(id: "s", section: "s", title: "Switzerland")]
        + (0..<50).map { Self.item($0, &generator) })
    for number in 0..<3 { try repository.upsert([Self.item(number, &generator)]) }
    repository.close()
    try RawDatabase(file.path).run(sql)
    repository = try ItemRepository(path: file.path).blocking
    #expect(try repository.search(SearchQuery("switzreland")).hits.map(\.item.id) == ["s"])
    #expect(try repository.check().findings.map(\.part) == (isSeen ? [.terms] : []))
    // The next change repairs the snapshot, or adds to a sound one.
    try repository.upsert([Item(id: "a", section: "s", title: "Afghanistan")])
    try repository.optimize()
    let (copy, list) = try Self.both(of: repository)
    #expect(copy == list)
    #expect(try repository.check().status == .sound)
    #expect(try repository.search(SearchQuery("afhganistan")).hits.map(\.item.id) == ["a"])
    repository.close()
  }

  @Test("may hold any bytes", arguments: Rounds.seeds(20))
  func anyBytes(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 18_300_000)
    let file = try TemporaryDatabase()
    var repository = try ItemRepository(path: file.path).blocking
    try repository.upsert((0..<50).map { Self.item($0, &generator) })
    for number in 0..<3 { try repository.upsert([Self.item(number, &generator)]) }
    repository.close()
    let raw = try RawDatabase(file.path)
    for _ in 0..<generator.number(1...4) {
      let byte = generator.pick(["00", "01", "7F", "80", "FF"])
      let place = generator.number(1...2_000)
      try raw.run(
        """
        UPDATE dictionary SET terms = CAST(
          substr(terms, 1, \(place) % length(terms)) || x'\(byte)'
          || substr(terms, \(place) % length(terms) + \(generator.number(1...3))) AS BLOB)
        WHERE part = \(generator.number(-1...3)) OR part < 0 AND \(generator.number(0...1))
        """)
    }
    repository = try ItemRepository(path: file.path).blocking
    for text in ["abcde", "abdec abc", "ab", "東", "edcba"] {
      _ = try repository.search(SearchQuery(text))
    }
    try repository.optimize()
    let (copy, list) = try Self.both(of: repository)
    #expect(copy == list, "seed \(seed)")
    repository.close()
  }
}
