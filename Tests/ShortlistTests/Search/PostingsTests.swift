import Testing

@testable import Shortlist

@Suite("Postings read from the pages of the index")
struct PostingsTests {
  private static let words = ["a", "ab", "abc", "abca", "abcab", "b", "bca", "bcab", "ca", "łódź"]
  private static let folded = words.dropLast() + ["lodz"]

  /// A random expression, and the same in the language of FTS5.
  private static func expression(
    _ generator: inout SeededGenerator, depth: Int = 0
  ) -> (PostingsExpression, String) {
    let word = generator.pick(folded)
    func parts() -> [(PostingsExpression, String)] {
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

  /// Few words, so that their doclists have many pages; changes, so that there are many segments.
  @Test("are what FTS5 gives, and the same with leaps", arguments: Rounds.seeds(6))
  func agreement(seed: Int) throws {
    var generator = SeededGenerator(seed: seed + 11_000_000)
    let file = try TemporaryDatabase()
    let repository = try ItemRepository(path: file.path).blocking
    func item(_ number: Int) -> Item {
      func text(_ count: Int) -> String {
        (0..<count).map { _ in generator.pick(Self.words) }.joined(separator: " ")
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
    try repository.database.read { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      for _ in 0..<120 {
        let (expression, text) = Self.expression(&generator)
        let table = generator.pick(["item_titles", "item_texts"])
        let rows = try connection.statement(
          "SELECT rowid FROM \(table) WHERE \(table) MATCH ?1 ORDER BY rowid")
        try rows.bind(text, at: 1)
        var expected: [Int64] = []
        while try rows.step() { expected.append(rows.int64(0)) }
        rows.reset()
        var found: [Int64] = []
        let stream = MatchStream(
          MatchExpression(text: "", postings: expression, isCheapToRestart: true), in: table,
          slot: 1, upperBound: .max - 1, on: connection)
        try stream.seek(to: 0)
        while stream.head != MatchStream.end {
          found.append(stream.head)
          try stream.advance()
        }
        #expect(found == expected, "seed \(seed): \(text) in \(table)")
        stream.rewind()
        var wanted: Int64 = 0
        while true {
          try stream.seek(to: wanted)
          #expect(
            stream.head == expected.first { $0 >= wanted } ?? MatchStream.end,
            "seed \(seed): \(text)")
          guard stream.head != MatchStream.end, let last = expected.last else { break }
          wanted = stream.head + Int64(generator.number(1...Int(max(2, (last - stream.head) / 3))))
        }
      }
    }
    repository.close()
  }
}
