import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("Postings read from the pages of the index", .readsPages)
struct PostingsTests {
  private static let words = ["a", "ab", "abc", "abca", "abcab", "b", "bca", "bcab", "ca", "łódź"]
  private static let folded = words.dropLast() + ["lodz"]

  /// Returns a random postings query, and the same in FTS5's query syntax.
  private static func expression(
    _ generator: inout SeededGenerator, depth: Int = 0
  ) -> (PostingsQuery, String) {
    let word = generator.pick(folded)
    func parts() -> [(PostingsQuery, String)] {
      (0..<generator.number(1...3)).map { _ in expression(&generator, depth: depth + 1) }
    }
    switch generator.number(0...(depth < 2 ? 4 : 1)) {
    case 0: return (.term(word), "\"\(Tokens.verbatim)\(word)\"")
    case 1: return (.prefix(word), "\"\(Tokens.verbatim)\(word)\"*")
    case 2:
      let parts = parts()
      return (.any(parts.map(\.0)), "(\(parts.map(\.1).joined(separator: " OR ")))")
    case 3:
      let parts = parts()
      return (.all(parts.map(\.0)), "(\(parts.map(\.1).joined(separator: " AND ")))")
    default:
      let words = (0..<generator.number(2...3)).map { _ in generator.pick(folded) }
      let isPrefix = generator.once(in: 2)
      let text = words.joined(separator: " ")
      return (
        .phrase(of: words, isPrefix: isPrefix),
        "\"\(Tokens.verbatim)\(text)\"\(isPrefix ? "*" : "")"
      )
    }
  }

  /// Uses few words, so that doclists span many pages, and changes, so that there are many
  /// segments.
  private static func repository(
    at file: TemporaryDatabase, seed: Int, _ generator: inout SeededGenerator
  ) throws -> BlockingItemRepository {
    let repository = try ItemRepository(path: file.path).blocking
    func item(_ number: Int) -> Item {
      func text(_ count: Int) -> String {
        (0..<count).map { _ in generator.pick(words) }.joined(separator: " ")
      }
      return Item(
        id: .init("\(number)"), section: .init("\(number % 3)"),
        title: text(generator.number(1...4)),
        keywords: [text(1), text(2)], body: text(generator.number(0...20)),
        weight: Double(generator.number(0...100)))
    }
    let count = seed.isMultiple(of: 2) ? 6_000 : 300
    try repository.load((0..<count).map(item))
    for _ in 0..<generator.number(0...40) {
      try repository.upsert(
        (0..<generator.number(1...9)).map { _ in item(generator.number(0...count)) })
      try repository.remove([.init("\(generator.number(0...count))")])
    }
    if generator.once(in: 3) { try repository.optimize() }
    return repository
  }

  @Test("are what FTS5 gives, and the same with leaps", arguments: Rounds.seeds(6))
  func agreement(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 11_000_000)
    let file = try TemporaryDatabase()
    let repository = try Self.repository(at: file, seed: seed, &generator)
    try repository.database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      let dictionary = try TermDictionary(connection, revision: 0)
      for _ in 0..<120 {
        var (expression, text) = Self.expression(&generator)
        if let dictionary, generator.once(in: 2) { expression = .collected(expression, dictionary) }
        let table = generator.pick(["item_titles", "item_texts"])
        let rows = try connection.statement(
          "SELECT rowid FROM \(table) WHERE \(table) MATCH ?1 ORDER BY rowid")
        try rows.bind(text, at: 1)
        var expected: [Int64] = []
        while try rows.step() { expected.append(rows.int64(0)) }
        rows.reset()
        let stream = try Self.stream(expression, in: table, on: connection)
        #expect(try Self.docids(stream) == expected, "seed \(seed): \(text) in \(table)")
        stream.rewind()
        var wanted: Int64 = 0
        while true {
          try stream.seek(to: wanted)
          #expect(
            stream.head == expected.first { $0 >= wanted } ?? DocidIterator.end,
            "seed \(seed): \(text)")
          guard stream.head != DocidIterator.end, let last = expected.last else { break }
          wanted = stream.head + Int64(generator.number(1...Int(max(2, (last - stream.head) / 3))))
        }
      }
    }
    repository.close()
  }

  private static func stream(
    _ expression: PostingsQuery, in table: String, on connection: Connection
  ) throws(ShortlistError) -> DocidIterator {
    try DocidIterator(
      IndexQuery(text: "", postings: expression, isCheapToRestart: true), in: table,
      slot: 1, upperBound: .max - 1, on: connection)
  }

  private static func docids(_ stream: DocidIterator) throws(ShortlistError) -> [Int64] {
    var docids: [Int64] = []
    try stream.seek(to: 0)
    while stream.head != DocidIterator.end {
      docids.append(stream.head)
      try stream.advance()
    }
    return docids
  }

  @Test("may be entered anywhere in a range, and go on as ever", arguments: Rounds.seeds(6))
  func entering(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 19_000_000)
    let file = try TemporaryDatabase()
    let repository = try Self.repository(at: file, seed: seed, &generator)
    var leaps = 0
    try repository.database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      for _ in 0..<120 {
        let word = generator.pick(Self.folded)
        let expression = generator.once(in: 2) ? PostingsQuery.term(word) : .prefix(word)
        let table = generator.pick(["item_titles", "item_texts"])
        let all = try Self.docids(Self.stream(expression, in: table, on: connection))
        guard let last = all.last else { continue }
        let stream = try Self.stream(expression, in: table, on: connection)
        try stream.seek(to: 0)
        while stream.head != DocidIterator.end {
          let start = stream.head
          let lower = generator.number(Int(start)...Int(last) + 1)
          let range = Int64(lower)...Int64(generator.number(lower...Int(last) + 2))
          try stream.seek(into: range)
          let first = all.first { $0 >= range.lowerBound } ?? DocidIterator.end
          #expect(
            stream.head == first || range.contains(first) && all.contains(stream.head),
            "seed \(seed): \(word) in \(table) from \(start) to \(range)")
          if stream.head != first {
            #expect(range.contains(stream.head))
            leaps += 1
          }
          guard stream.head != DocidIterator.end else { break }
          let next = all.first { $0 > stream.head } ?? DocidIterator.end
          try stream.advance()
          #expect(stream.head == next, "seed \(seed): \(word) in \(table)")
        }
      }
    }
    // A word spans many pages only if there are thousands of items.
    #expect(leaps > 0 || !seed.isMultiple(of: 2))
    repository.close()
  }

  @Test("are the same where all that matches in titles is materialised", arguments: Rounds.seeds(6))
  func titleMatches(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 15_000_000)
    let file = try TemporaryDatabase()
    let repository = try Self.repository(at: file, seed: seed, &generator)
    try repository.database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      guard let dictionary = try TermDictionary(connection, revision: 0) else { return }
      func docids(_ expression: PostingsQuery?) throws(ShortlistError) -> [Int64] {
        guard let expression else { return [] }
        return try Self.docids(Self.stream(expression, in: "item_titles", on: connection))
      }
      // Under a budget, postings that were read before are cached.
      let budget = try SearchBudget()
      budget.start(.seconds(600), on: connection)
      defer { budget.stop(on: connection) }
      for _ in 0..<60 {
        let words = (0..<generator.number(2...3)).map { _ in
          let word = generator.pick(Self.words)
          return generator.once(in: 6) ? "\(word)-\(generator.pick(Self.words))" : word
        }
        let text = words.joined(separator: " ") + (generator.once(in: 3) ? " " : "")
        let clauses = try ParsedQuery(text).clauses
        guard
          let found = try TitleMatches(
            of: clauses, among: nil, dictionary, on: connection)
        else {
          Issue.record("seed \(seed): \(text) is not read at once.")
          continue
        }
        let whole = clauses.map(\.whole)
        let expected = try docids(IndexQuery.words(clauses, inTitles: true).postings)
        #expect(try docids(found.words) == expected, "seed \(seed): \(text)")
        #expect(
          try docids(found.wholeWords)
            == docids(IndexQuery.words(whole, inTitles: true).postings),
          "seed \(seed): \(text)")
        for isWhole in [true, false] {
          let title = IndexQuery.title(clauses, isWhole: isWhole)?.postings
          #expect(
            try docids(title.map { found.title($0, isWhole: isWhole) }) == docids(title),
            "seed \(seed): \(text)")
        }
      }
    }
    repository.close()
  }

  @Test(
    "are the same of a few items that were asked for before",
    arguments: Rounds.seeds(6))
  func fewItems(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 17_000_000)
    let file = try TemporaryDatabase()
    let repository = try Self.repository(at: file, seed: seed, &generator)
    var compared = 0
    try repository.database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      guard let dictionary = try TermDictionary(connection, revision: 0) else { return }
      // Under a budget, postings that were read before are cached.
      let budget = try SearchBudget()
      budget.start(.seconds(600), on: connection)
      defer { budget.stop(on: connection) }
      for _ in 0..<60 {
        let table = generator.pick(["item_titles", "item_texts"])
        let (expression, _) = Self.expression(&generator)
        guard
          let few = try DocidSet(.collected(expression, dictionary), in: table, on: connection),
          (1...200).contains(few.count)
        else { continue }
        for _ in 0..<6 {
          let (other, _) = Self.expression(&generator)
          let all = try Self.docids(Self.stream(other, in: table, on: connection))
          let found = try Self.docids(
            Self.stream(
              .collected(.all([.docids(few), other]), dictionary), in: table, on: connection))
          #expect(
            found == all.filter { docid in few.contains { $0 == docid } },
            "seed \(seed): \(other) of \(expression) in \(table)")
          compared += 1
        }
      }
    }
    #expect(compared > 0)
    repository.close()
  }

  @Test("are those of the last change, whatever was kept before it", arguments: Rounds.seeds(4))
  func changes(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 16_000_000)
    let file = try TemporaryDatabase()
    let repository = try Self.repository(at: file, seed: seed, &generator)
    for round in 0..<12 {
      let word = generator.pick(Self.folded)
      let item = Item(
        id: .init("\(generator.number(0...300))"), section: .init("0"), title: "\(word) \(round)",
        weight: Double(generator.number(0...100)))
      if generator.once(in: 4) { try repository.remove([item.id]) }
      try repository.upsert([item])
      // In the second round, small segments are in memory.
      for _ in 0..<2 {
        try repository.database.read { (transaction) throws(ShortlistError) in
          let connection = transaction.connection
          let budget = try SearchBudget()
          budget.start(.seconds(600), on: connection)
          defer { budget.stop(on: connection) }
          for word in Self.folded + ["\(round)", "abd"] {
            let rows = try connection.statement(
              "SELECT rowid FROM item_titles WHERE item_titles MATCH ?1 ORDER BY rowid")
            try rows.bind("\"\(Tokens.verbatim)\(word)\"*", at: 1)
            var expected: [Int64] = []
            while try rows.step() { expected.append(rows.int64(0)) }
            rows.reset()
            let stream = try Self.stream(.prefix(word), in: "item_titles", on: connection)
            #expect(try Self.docids(stream) == expected, "seed \(seed): \(word) in round \(round)")
          }
        }
      }
    }
    repository.close()
  }

  private struct Score: Equatable {
    let docid: Int64
    let value: Double
    let matched, matchedInTitles: UInt64
  }

  /// Returns the scores of the items that match a query, from their words.
  private static func scores(
    _ expression: IndexQuery, in table: String, _ ranked: RankedClauses,
    on connection: Connection
  ) throws(ShortlistError) -> [Score] {
    let inTitles = table == "item_titles"
    let stream = try DocidIterator(
      expression, in: table, slot: 1, upperBound: .max - 1,
      ranker: Ranker(expression.phrases, ranked, inTitles: inTitles), on: connection)
    var scores: [Score] = []
    try stream.seek(to: 0)
    while stream.head != DocidIterator.end {
      let docid = stream.head
      let value = try stream.score()
      scores.append(
        Score(
          docid: docid, value: value, matched: stream.matched,
          matchedInTitles: stream.matchedInTitles))
      try stream.advance()
    }
    return scores
  }

  @Test("score what FTS5 lets them score", arguments: Rounds.seeds(6))
  func scores(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 12_000_000)
    let file = try TemporaryDatabase()
    let repository = try Self.repository(at: file, seed: seed, &generator)
    try repository.database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      for _ in 0..<40 {
        let words = (0..<generator.number(1...4)).map { _ in
          let word = generator.pick(Self.words)
          return switch generator.number(0...6) {
          case 0: "\"\(word) \(generator.pick(Self.words))\""
          case 1: "title:\(word)"
          case 2: "body:\(word)"
          default: word
          }
        }
        let clauses = try ParsedQuery(words.joined(separator: " ")).clauses
        let ranked = try RankedClauses(clauses, stems: false, nil, on: connection)
        for inTitles in [true, false] {
          let table = inTitles ? "item_titles" : "item_texts"
          for expression in [
            IndexQuery.words(clauses, inTitles: inTitles),
            .any(ranked.clauses, inTitles: inTitles, stems: false),
          ] {
            let asked = IndexQuery(
              text: expression.text, postings: nil, fields: expression.fields,
              isCheapToRestart: true, phrases: expression.phrases)
            let found = try Self.scores(expression, in: table, ranked, on: connection)
            let expected = try Self.scores(asked, in: table, ranked, on: connection)
            #expect(found == expected, "seed \(seed): \(words) in \(table)")
          }
        }
      }
    }
    repository.close()
  }
}
