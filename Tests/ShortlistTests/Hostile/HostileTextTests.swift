import Foundation
import Shortlist
import ShortlistTestSupport
import Testing

@Suite("Hostile text")
struct HostileTextTests {
  private static func sample() throws -> BlockingItemRepository {
    try ItemRepository.countries(and: [
      Item(
        id: "hostile", section: "Countries visited",
        title: HostileText.pieces.joined(separator: " "),
        keywords: ["AND", "OR", "\"quoted\""], body: HostileText.pieces.joined())
    ])
  }

  /// `SHORTLIST_ROUNDS=100` runs a million random queries, best in a release build.
  @Test("as a query finds something or nothing, and is no error", arguments: Rounds.seeds(10))
  func randomQueries(seed: Int) throws {
    let repository = try Self.sample()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<(Rounds.isLong ? 1_000 : 40) {
      let text = generator.hostileText(pieces: 8)
      try Self.ask(text, repository, layout: generator.pick([.flat, .grouped]))
    }
  }

  /// Secondary threads have this much stack on Apple platforms, and most have more elsewhere. The
  /// long run tries all 10,000 texts, the short one some of them.
  @Test("of every kind is no error on a small stack either")
  func constructedQueries() async throws {
    let texts =
      HostileText.constructed.enumerated()
      .filter { $0.offset.isMultiple(of: Rounds.isLong ? 1 : 40) }
      .map(\.element) + HostileText.long
    try await onSmallStack {
      let repository = try Self.sample()
      for (index, text) in texts.enumerated() {
        try Self.ask(text, repository, layout: index.isMultiple(of: 2) ? .flat : .grouped)
      }
    }
  }

  /// Types one scalar at a time, which may be half a character. The long run types all constructed
  /// texts, the short one some of them.
  @Test("is no error at any point of being typed, on a small stack")
  func prefixes() async throws {
    var generator = SeededGenerator(seed: Rounds.first)
    let constructed = HostileText.constructed.enumerated()
      .filter { $0.offset.isMultiple(of: Rounds.isLong ? 1 : 250) }.map(\.element)
    let texts = constructed + (0..<Rounds.of(10)).map { _ in generator.hostileText(pieces: 8) }
    try await onSmallStack {
      let repository = try Self.sample()
      for text in texts {
        let scalars = text.unicodeScalars
        for length in 0...min(scalars.count, 60) {
          let typed = String(String.UnicodeScalarView(scalars.prefix(length)))
          try Self.ask(typed, repository, layout: length.isMultiple(of: 2) ? .flat : .grouped)
        }
      }
    }
  }

  /// Runs `work` on a thread with 512 KiB of stack.
  private func onSmallStack(_ work: @escaping @Sendable () throws -> Void) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread { continuation.resume(with: Result { try work() }) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  @Test("of more pieces than are looked at says that it was cut")
  func manyPieces() throws {
    let repository = try Self.sample()
    for piece in ["! ", "- ", "\"\" "] {
      let results = try repository.search(
        SearchQuery("greece " + String(repeating: piece, count: 2_000) + "nowhere"))
      #expect(results.notes == [.wordsCut(kept: 64)])
      #expect(results.hits.first?.item.title == "Greece")
    }
  }

  /// Passes the text to every API that takes typed text.
  private static func ask(
    _ text: String, _ repository: BlockingItemRepository, layout: SearchQuery.Layout
  ) throws {
    for match in [SearchQuery.Match.all, .any] {
      let query = SearchQuery(text, layout: layout, match: match, timeBudget: .seconds(600))
      let results = try repository.search(query)
      try #require(!results.notes.contains(.timeBudgetSpent))
      for hit in results.hits {
        for highlight in hit.highlights {
          let marked = hit.item[highlight.field][highlight.keyword]
          try #require(!marked[highlight.range].isEmpty, "\(Shrinking.literal(text))")
        }
      }
    }
    _ = try repository.completions(for: text)
    if let item = try repository.sections().first.flatMap({ try repository.items(in: $0.id).first })
    {
      _ = try repository.why(item.id, SearchQuery(text, timeBudget: .seconds(600)))
    }
    _ = try repository.items(titled: text)
  }

  @Test("as data is kept as it is, found, and removed without a trace", arguments: Rounds.seeds(5))
  func data(seed: Int) throws {
    let database = try TemporaryDatabase()
    let repository = try ItemRepository(path: database.path).blocking
    var generator = SeededGenerator(seed: seed)
    var model = ModelIndex()
    for step in 0..<40 {
      func text() -> String {
        generator.once(in: 30)
          ? String(generator.pick(HostileText.long).prefix(5_000))
          : generator.hostileText(pieces: 6)
      }
      var item = Item(
        id: Item.ID("\(step)" + text()), section: ItemSection.ID("\(step % 3)" + text()),
        title: text(), subtitle: text(), keywords: [text().replacing("\u{1F}", with: "")],
        body: text(), weight: generator.weight())
      // A blank title is rejected.
      if item.title.unicodeScalars.allSatisfy(\.properties.isWhitespace) { item.title = "\u{0}" }
      item.payload = Data(text().utf8)
      var changes = [Change.upsert([item])]
      if generator.once(in: 3) { changes.append(.move([item.id], .init(text() + "x"), 0)) }
      if generator.once(in: 3) {
        changes.append(.remove([generator.pick(model.items + [item]).id]))
      }
      for change in changes {
        change.apply(to: &model)
        try change.apply(to: repository)
      }
    }
    #expect(try model.difference(from: repository) == nil, "seed \(seed)")
    for item in model.items.prefix(10) { try Self.ask(item.title, repository, layout: .flat) }
    for section in model.sections { try repository.removeSection(section.section.id) }
    #expect(try repository.statistics().terms == 0)
    #expect(try repository.search(SearchQuery("a", totals: .exact)).total == .exactly(0))
    repository.close()
    #expect(try Soundness.problems(at: database.path) == [], "seed \(seed)")
  }
}
