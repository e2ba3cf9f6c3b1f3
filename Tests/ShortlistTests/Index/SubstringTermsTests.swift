import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("The terms that hold a substring")
struct SubstringTermsTests {
  /// Returns a repository of a few thousand words with few letters, and substrings that may be in
  /// them.
  private static func repository(
    seed: Int
  ) throws -> (repository: BlockingItemRepository, substrings: [String]) {
    var generator = SeededGenerator(seed: seed + 18_000_000)
    func word(_ length: ClosedRange<Int>) -> String {
      String((0..<generator.number(length)).map { _ in generator.pick("abcde") })
    }
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.load(
      (0..<1_000).map { _ in
        Item(
          section: "All", title: "\(word(1...9)) \(word(1...9))", keywords: [word(1...9)],
          body: "\(word(1...9)) \(word(1...9))")
      })
    return (repository, (0..<60).map { _ in word(1...5) })
  }

  private static func terms(
    holding substring: String, in dictionary: TermDictionary
  ) throws(ShortlistError) -> [String]? {
    var found: [String] = []
    try dictionary.terms(holding: substring, atMost: .max)?.forEach { bytes, _ in
      found.append(text(bytes))
    }
    return found
  }

  private static func text(_ bytes: UnsafeBufferPointer<CChar>) -> String {
    String(decoding: bytes.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test("are the same however many were looked for before", arguments: Rounds.seeds(4))
  func brute(seed: Int) throws {
    let (repository, substrings) = try Self.repository(seed: seed)
    defer { repository.close() }
    try repository.database.read { (transaction) throws(ShortlistError) in
      guard let dictionary = try repository.dictionaries.dictionary(transaction.connection) else {
        Issue.record("There was no time.")
        return
      }
      var all: [String] = []
      dictionary.forEach { if $0.titles > 0 { all.append(Self.text($0.text)) } }
      #expect(all.count > 1_000)
      for substring in substrings {
        let found = try Self.terms(holding: substring, in: dictionary)
        #expect(found == all.filter { $0.contains(substring) }, "seed \(seed): \(substring)")
      }
    }
  }

  @Test("are the same for many together")
  func manyAtOnce() async throws {
    let (repository, substrings) = try Self.repository(seed: 0)
    defer { repository.close() }
    let dictionary = try repository.database.read { (transaction) throws(ShortlistError) in
      try repository.dictionaries.dictionary(transaction.connection)
    }
    guard let dictionary else {
      Issue.record("There was no time.")
      return
    }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          #expect(throws: Never.self) {
            for substring in substrings {
              let found = try Self.terms(holding: substring, in: dictionary)
              #expect(found?.allSatisfy { $0.contains(substring) } == true)
            }
          }
        }
      }
    }
  }
}
