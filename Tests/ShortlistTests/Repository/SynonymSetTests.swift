import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("Sets of synonyms")
struct SynonymSetTests {
  private static let usa = SynonymSet(["USA", "United States"])
  private static let k8s = SynonymSet(["Kubernetes"], for: "k8s")

  @Test("stay in the file, as they were written and in order")
  func storage() throws {
    let database = try TemporaryDatabase()
    var repository = try ItemRepository(path: database.path).blocking
    #expect(try repository.synonyms() == [])
    #expect(try repository.addSynonyms([Self.usa, Self.k8s]) == 2)
    #expect(try repository.statistics().synonyms == 2)
    repository.close()
    repository = try ItemRepository(path: database.path).blocking
    #expect(try repository.synonyms() == [Self.usa, Self.k8s])
    try repository.replaceSynonyms(with: [Self.k8s, Self.k8s])
    #expect(try repository.synonyms() == [Self.k8s])
    #expect(try repository.removeSynonyms([Self.usa, Self.k8s]) == 1)
    #expect(try repository.synonyms() == [])
    #expect(try repository.check().findings == [])
    repository.close()
  }

  @Test(
    "are not added again if their terms are the same",
    arguments: [
      SynonymSet(["united-states", "U.S.A", "Usa"]), SynonymSet(["USA", "United States"]),
    ])
  func equal(set: SynonymSet) throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.addSynonyms([Self.usa, Self.k8s])
    #expect(try repository.addSynonyms([set]) == 0)
    #expect(try repository.addSynonyms([SynonymSet(["kubernetes", "K8s"], for: "K8S")]) == 0)
    #expect(try repository.addSynonyms([SynonymSet(["kubernetes", "k8s"])]) == 1)
    #expect(try repository.removeSynonyms([set]) == 1)
  }

  @Test(
    "are refused with a sentence if they cannot be used",
    arguments: [
      (SynonymSet([]), "A set of synonyms needs at least two different words or phrases."),
      (
        SynonymSet(["usa", "U.S.A"]),
        "A set of synonyms needs at least two different words or phrases."
      ),
      (SynonymSet(["K8S"], for: "k8s"), "“k8s” needs a synonym other than itself."),
      (SynonymSet(["usa", "…"]), "“…” cannot be a synonym, because it has no word to look for."),
      (
        SynonymSet(["a b c d e f g h i"], for: "usa"),
        "“a b c d e f g h i” has 9 words; a synonym has at most 8."
      ),
      (SynonymSet(["a", "b\u{1F}c"]), "A synonym cannot contain the separator U+001F."),
      (
        SynonymSet(["a", String(repeating: "é", count: 129)]),
        "“éééééééééééééééééééé…” is too long for a synonym: it has more than 256 bytes."
      ),
      (
        SynonymSet((0..<33).map { "word\($0)" }),
        "A set of synonyms has at most 32 words or phrases."
      ),
    ])
  func refused(set: SynonymSet, sentence: String) throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    let error = #expect(throws: ShortlistError.self) {
      try repository.addSynonyms([Self.usa, set])
    }
    #expect(error?.code == .invalidValue)
    #expect(error?.message == sentence)
    #expect(try repository.synonyms() == [])
  }

  @Test("are refused beyond 10,000")
  func tooMany() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    let sets = (0..<10_000).map { SynonymSet(["a\($0)", "b\($0)"]) }
    try repository.replaceSynonyms(with: sets)
    let error = #expect(throws: ShortlistError.self) { try repository.addSynonyms([Self.usa]) }
    #expect(error?.message == "A list holds at most 10000 sets of synonyms, not 10001.")
    #expect(try repository.synonyms() == sets)
  }

  @Test("count in searches as soon as they are changed, also by another process")
  func changes() throws {
    let database = try TemporaryDatabase()
    let (one, other) = try (
      ItemRepository(path: database.path).blocking, ItemRepository(path: database.path).blocking
    )
    defer { for repository in [one, other] { repository.close() } }
    try one.add("United States", to: "s")
    let query = SearchQuery("usa ")
    #expect(try other.search(query).hits.isEmpty)
    try one.addSynonyms([Self.usa])
    #expect(try other.search(query).hits.count == 1)
    #expect(try other.synonyms() == [Self.usa])
    try other.removeSynonyms([Self.usa])
    #expect(try one.search(query).hits.isEmpty)
  }

  @Test("change what is shown live")
  func live() async throws {
    let repository = try ItemRepository(path: ":memory:")
    try await repository.add("United States", to: "s")
    var iterator = repository.results(for: SearchQuery("usa")).makeAsyncIterator()
    #expect(try await iterator.next()?.hits.isEmpty == true)
    try await repository.addSynonyms([Self.usa])
    #expect(try await iterator.next()?.hits.count == 1)
    try await repository.removeSynonyms([Self.usa])
    #expect(try await repository.synonyms() == [])
    try await repository.replaceSynonyms(with: [Self.k8s])
    #expect(try await repository.synonyms() == [Self.k8s])
  }

  @Test("are in backups, and survive a repair and a rebuild of the index")
  func upkeep() throws {
    let (database, copy) = (try TemporaryDatabase(), try TemporaryDatabase())
    let repository = try ItemRepository(path: database.path).blocking
    defer { repository.close() }
    try repository.add("United States", to: "s")
    try repository.addSynonyms([Self.usa, Self.k8s])
    try repository.backup(to: copy.path, forReading: true)
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let backup = try ItemRepository(path: copy.path, options: options).blocking
    #expect(try backup.search(SearchQuery("usa ")).hits.count == 1)
    backup.close()
    try repository.repair()
    try repository.reindex()
    #expect(try repository.synonyms() == [Self.usa, Self.k8s])
    #expect(try repository.search(SearchQuery("usa ")).hits.count == 1)
  }

  /// Rows that no version of the library can have written.
  private static let impossible = [
    "INSERT INTO synonym_set VALUES(3, '', 'one')",
    "INSERT INTO synonym_set VALUES(3, 'k8s', '')",
    "INSERT INTO synonym_set VALUES(3, '', 'a' || char(31) || char(31) || 'b')",
    "INSERT INTO synonym_set VALUES(4, '', 'a' || char(31) || 'b')",
    "INSERT INTO synonym_set VALUES(-1, '', 'a' || char(31) || 'b')",
    "INSERT INTO synonym_set VALUES(3, 'k8s', hex(zeroblob(200)))",
    "INSERT INTO synonym_set VALUES(3, 'k8s', substr(replace(hex(zeroblob(40)), '0', 'a' || char(31)), 2))",
    "UPDATE synonym_set SET terms = CAST(x'ff1fffff' AS TEXT), number = 9 WHERE number = 2",
    """
    WITH RECURSIVE n(i) AS (VALUES(3) UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
    INSERT INTO synonym_set SELECT i, 'k8s', 'a' FROM n
    """,
  ]

  @Test("that nobody can have added are damage, which a repair removes", arguments: impossible)
  func damage(sql: String) throws {
    let database = try TemporaryDatabase()
    var repository = try ItemRepository(path: database.path).blocking
    try repository.add("United States", to: "s")
    try repository.addSynonyms([Self.usa, Self.k8s])
    repository.close()
    try RawDatabase(database.path).run(sql)
    repository = try ItemRepository(path: database.path).blocking
    defer { repository.close() }
    let report = try repository.check()
    #expect(
      report.findings.map(\.message) == [
        "The index is damaged: a set of synonyms is one that cannot be added."
      ])
    #expect(report.status == .damaged && report.items == 1)
    for work in [
      { _ = try repository.search(SearchQuery("usa")) }, { _ = try repository.synonyms() },
      { try repository.addSynonyms([SynonymSet(["a", "b"])]) },
    ] {
      let error = #expect(throws: ShortlistError.self) { try work() }
      #expect(error?.code == .damaged)
    }
    try repository.repair()
    #expect(try repository.check().findings == [])
    #expect(try repository.synonyms().contains(Self.usa))
  }

  @Test("without words for this tokenizer are ignored")
  func otherTokenizer() throws {
    let database = try TemporaryDatabase()
    var repository = try ItemRepository(path: database.path).blocking
    try repository.add("United States", to: "s")
    try repository.addSynonyms([Self.usa])
    repository.close()
    try RawDatabase(database.path).run(
      "INSERT INTO synonym_set VALUES(2, '', '…' || char(31) || '!!')")
    repository = try ItemRepository(path: database.path).blocking
    defer { repository.close() }
    #expect(try repository.check().findings == [])
    #expect(try repository.search(SearchQuery("usa ")).hits.count == 1)
    #expect(try repository.addSynonyms([Self.k8s]) == 1)
    #expect(try repository.synonyms().count == 3)
  }

  @Test("are the JSON of an export")
  func json() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (set, text) in [
      (Self.usa, #"{"synonyms":["USA","United States"]}"#),
      (Self.k8s, #"{"for":"k8s","synonyms":["Kubernetes"]}"#),
    ] {
      #expect(try String(decoding: encoder.encode(set), as: UTF8.self) == text)
      #expect(try JSONDecoder().decode(SynonymSet.self, from: Data(text.utf8)) == set)
    }
  }
}
