import Shortlist
import ShortlistTestSupport
import Testing

@Suite("A misspelt search")
struct TypoSearchTests {
  /// The program's sample.
  private static func countries() throws -> BlockingItemRepository {
    let repository = try ItemRepository(path: ":memory:").blocking
    let wanted = [
      "Iceland", "Greenland", "Switzerland", "Norway", "New Zealand", "Greece", "Rome", "Ireland",
    ]
    try repository.upsert(wanted.map { Item(section: "Countries to visit", title: $0) })
    try repository.upsert(["India", "U.S.A"].map { Item(section: "Countries visited", title: $0) })
    return repository
  }

  /// Returns titles with their tiers.
  private static func hits(
    _ text: String, in repository: BlockingItemRepository
  ) throws -> [String] {
    try repository.search(SearchQuery(text)).hits.map { "\($0.item.title) \($0.tier.rawValue)" }
  }

  @Test(
    "finds what was meant",
    arguments: [
      ("switzreland", ["Switzerland 6"]), ("swizerland", ["Switzerland 6"]),
      ("Irland", ["Ireland 6"]), ("grece ", ["Greece 6"]), ("grece", ["Greece 6", "Greenland 6"]),
      ("swizer", ["Switzerland 6"]), ("swizelrand", ["Switzerland 7"]),
      ("xwitzerland", ["Switzerland 7"]), ("newzealand", ["New Zealand 6"]),
      ("newzeal", ["New Zealand 6"]), ("green land ", ["Greenland 5"]),
      ("green land OR rome", ["Greenland 5"]), ("gren land", []), ("title:grece ", ["Greece 6"]),
      ("new zeeland", ["New Zealand 6"]), ("grece -greece", []),
    ])
  func meant(text: String, hits: [String]) throws {
    let repository = try Self.countries()
    defer { repository.close() }
    #expect(try Self.hits(text, in: repository) == hits)
  }

  @Test("joins two words, where the parts are not the insides of one")
  func joined() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.upsert([
      Item(id: "1", section: "s", title: "x", body: "Greenland is cold"),
      Item(id: "2", section: "s", title: "y", body: "a database of birds"),
    ])
    #expect(try Self.hits("green land", in: repository) == ["x 6"])
    #expect(try Self.hits("gre enl", in: repository) == ["x 6"])
    #expect(try Self.hits("data base", in: repository) == ["y 6"])
    #expect(try Self.hits("data base brids", in: repository) == ["y 7"])
    #expect(try Self.hits("\"data base\"", in: repository) == [])
    #expect(try Self.hits("title:data title:base", in: repository) == [])
    #expect(try Self.hits("title:data base", in: repository) == [])
  }

  /// That character is in the index, but is no term.
  @Test(
    "may hold the last character of a run without spaces",
    arguments: ["都 towre", "都towre", "\"東京都 tower\" towre", "x OR 都 towre"])
  func tails(text: String) throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.upsert([Item(section: "s", title: "東京都 Tower")])
    #expect(try Self.hits(text, in: repository) == ["東京都 Tower 6"])
  }

  @Test(
    "has no typos in short words, quotes, exclusions and words with a digit",
    arguments: ["grce", "usa1", "2001", "\"grece\"", "\"grece", "20001", "titel:zzzzz", "zzz"])
  func none(text: String) throws {
    let repository = try Self.countries()
    defer { repository.close() }
    try repository.upsert([Item(section: "s", title: "2000"), Item(section: "s", title: "20000")])
    #expect(try repository.search(SearchQuery(text)).hits.isEmpty)
    #expect(try repository.search(SearchQuery("rome -grece")).hits.map(\.item.title) == ["Rome"])
  }

  @Test("can be prepared for, while the repository is open")
  func prepare() throws {
    let repository = try Self.countries()
    try repository.prepareToSearch()
    #expect(try Self.hits("grece", in: repository).first == "Greece 6")
    repository.close()
    let error = #expect(throws: ShortlistError.self) { try repository.prepareToSearch() }
    #expect(error?.code == .closed)
  }

  @Test("keeps what was found without a typo above, and alone when it is enough")
  func order() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    defer { repository.close() }
    try repository.upsert([
      Item(id: "a", section: "s", title: "Irelands", weight: 9),
      Item(id: "b", section: "s", title: "Island"),
      Item(id: "c", section: "s", title: "Islands"),
    ])
    #expect(try Self.hits("island", in: repository) == ["Island 1", "Islands 2"])
    #expect(try Self.hits("irland", in: repository) == ["Island 6", "Irelands 6", "Islands 6"])
    let two = try repository.search(SearchQuery("island", limit: 2))
    #expect(two.correctedText == nil)
    #expect(two.hits.map(\.tier) == [.title, .prefix])
    #expect(try repository.search(SearchQuery("irland", typos: false)).hits.isEmpty)
  }

  @Test("marks what is like the words")
  func highlights() throws {
    let repository = try Self.countries()
    defer { repository.close() }
    try repository.upsert([
      Item(id: "ch", section: "s", title: "x", keywords: ["Confederaziun", "Helvétie"])
    ])
    func marked(_ text: String) throws -> [Substring] {
      let hit = try #require(try repository.search(SearchQuery(text)).hits.first)
      return hit.highlights.map { highlight in
        highlight.field == .keywords
          ? hit.item.keywords[highlight.keyword][highlight.range]
          : hit.item.title[highlight.range]
      }
    }
    #expect(try marked("swizerland") == ["Switzerland"])
    #expect(try marked("swizer") == ["Switzer"])
    #expect(try marked("newzealand") == ["New Zealand"])
    #expect(try marked("new zeela") == ["New", "Zeala"])
    #expect(try marked("helevtie ") == ["Helvétie"])
  }

  @Test(
    "says what was meant, when nothing else was found",
    arguments: [
      ("Swizerland", "Switzerland"), ("swizer", "Switzerland"), ("new  zeeland ", "new  Zealand "),
      ("newzealand", "New Zealand"), ("newzeal", "New Zealand"),
      ("title:grece -rome", "title:Greece -rome"), ("grece OR", "Greece OR"),
      ("xxxxx OR Irland", "xxxxx OR Ireland"), ("helevtie", "Helvétie"),
      ("ostrich-fether", "ostrich-Feather"),
      ("rome", nil), ("zzzzzz", nil),
    ])
  func corrected(text: String, meant: String?) throws {
    let repository = try Self.countries()
    defer { repository.close() }
    try repository.upsert([
      Item(id: "ch", section: "s", title: "x", keywords: ["Helvétie", "Ostrich Feather"])
    ])
    #expect(try repository.search(SearchQuery(text)).correctedText == meant)
    #expect(
      try repository.search(SearchQuery(text, layout: .flat)).correctedText == meant)
  }

  @Test("knows new words immediately, whoever wrote them")
  func changes() throws {
    let folder = try TemporaryDatabase()
    let reader = try ItemRepository(path: folder.path).blocking
    let writer = try ItemRepository(path: folder.path).blocking
    defer {
      reader.close()
      writer.close()
    }
    #expect(try Self.hits("swizerland", in: reader) == [])
    try writer.upsert([Item(id: "1", section: "s", title: "Switzerland")])
    #expect(try Self.hits("swizerland", in: reader) == ["Switzerland 6"])
    try reader.upsert([Item(id: "2", section: "s", title: "Swiserland")])
    #expect(try Self.hits("swizerland", in: reader) == ["Swiserland 6", "Switzerland 6"])
    try writer.remove(["1"])
    #expect(try Self.hits("swizerland", in: reader) == ["Swiserland 6"])
    try reader.reindex { _ in }
    #expect(try Self.hits("swizerland", in: writer) == ["Swiserland 6"])
  }
}
