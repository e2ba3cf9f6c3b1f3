import GRDB
import Shortlist
import Testing

@testable import Countries

@Suite("Shortlist and FTS5", .timeLimit(.minutes(2)))
@MainActor
struct FullTextTests {
  @Test(
    "find the same beginnings of words",
    arguments: [
      "gree", "new z", "guinea", "papua gu", "cote", "sao tome", "perú", "PERU", "turkiye",
      "viet n",
      "republic", "south", "herzegovina \"(", "NEAR(", "xyz",
    ])
  func sameHits(text: String) async throws {
    let store = try CountryStore()
    let bar = try FullTextBar(store.database)
    let found = try await Self.shortlist(text, store).map(FullText.Group.init)
    let others = await bar.groups(for: text)
    for (group, other) in zip(found.sorted(), others.sorted()) {
      #expect(group.section == other.section)
      #expect(group.total == other.total)
      #expect(group.hits.map(\.name).sorted() == other.hits.map(\.name).sorted())
    }
    #expect(found.count == others.count)
  }

  @Test("mark the same words", arguments: ["new", "cote", "viet", "papua gu"])
  func sameMatches(text: String) async throws {
    let store = try CountryStore()
    let bar = try FullTextBar(store.database)
    func marks(_ groups: [FullText.Group]) -> Set<String> {
      Set(
        groups.flatMap(\.hits).flatMap { hit in
          hit.matches.map { range in "\(hit.name): \(hit.name[range])" }
        })
    }
    let found = try await Self.shortlist(text, store).map(FullText.Group.init)
    let others = await bar.groups(for: text)
    // FTS5 marks whole words, Shortlist what was typed.
    #expect(marks(found).count == marks(others).count)
    #expect(found.flatMap(\.hits).count == others.flatMap(\.hits).count)
  }

  @Test(
    "differ where the README says so",
    arguments: try Readme().table(after: "## What FTS5 does not find"))
  func differences(row: [String]) async throws {
    let (text, title) = (row[0].replacing("`", with: ""), row[1])
    let store = try CountryStore()
    let bar = try FullTextBar(store.database)
    let found = try await Self.shortlist(text, store).flatMap(\.hits)
    let others = await bar.groups(for: text).flatMap(\.hits)
    #expect(found.first?.item.title == title)
    #expect(others.first?.name != title)
  }

  @Test("show a change of the database")
  func changes() async throws {
    let store = try CountryStore()
    let bar = try FullTextBar(store.database)
    #expect(await bar.groups(for: "finland") == [])
    #expect(try await store.add("Finland"))
    #expect(await bar.next().first?.hits.map(\.name) == ["Finland"])

    let search = try CountrySearch(store.database)
    let following = Task { try await search.follow() }
    await search.session.send(.text("estonia"))
    #expect(try await store.add("Estonia"))
    for await state in search.session.states where state.results?.isEmpty == false {
      #expect(state.results?.hits.map(\.item.title) == ["Estonia"])
      break
    }
    following.cancel()
    try await following.value
  }

  private static func shortlist(_ text: String, _ store: CountryStore) async throws -> [HitGroup] {
    let search = try CountrySearch(store.database)
    try await search.index.catchUp(with: search.countries)
    await search.session.send(.text(text))
    for await state in search.session.states where state.phase == .answered {
      return state.results?.groups ?? []
    }
    return []
  }
}

/// A `FullText` whose results can be awaited.
@MainActor
private struct FullTextBar {
  private let fullText: FullText
  private let results: AsyncStream<[FullText.Group]>

  init(_ database: any DatabaseWriter) throws {
    let (results, continuation) = AsyncStream.makeStream(of: [FullText.Group].self)
    self.results = results
    fullText = try FullText(database) { continuation.yield($0) }
  }

  func groups(for text: String) async -> [FullText.Group] {
    fullText.type(text)
    return await next()
  }

  func next() async -> [FullText.Group] {
    for await groups in results { return groups }
    return []
  }
}

extension FullText.Group {
  init(_ group: HitGroup) {
    self.init(section: group.section.title, total: group.total.value)
    hits = group.hits.map { hit in
      FullText.Hit(id: 0, name: hit.item.title, matches: hit.ranges(in: .title))
    }
  }
}

extension [FullText.Group] {
  fileprivate func sorted() -> [FullText.Group] { sorted { $0.section < $1.section } }
}
