import Testing

@testable import Shortlist

@Suite("The terms that hold a fragment")
struct FragmentTermsTests {
  /// A repository of some thousand words of few letters, and fragments that may stand in them.
  private static func repository(
    seed: Int
  ) throws -> (repository: BlockingItemRepository, fragments: [String]) {
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
    holding fragment: String, in vocabulary: Vocabulary
  ) throws(ShortlistError) -> [String]? {
    var found: [String] = []
    try vocabulary.terms(holding: fragment, atMost: .max)?.forEach { bytes, _ in
      found.append(text(bytes))
    }
    return found
  }

  private static func text(_ bytes: UnsafeBufferPointer<CChar>) -> String {
    String(decoding: bytes.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test("are the same however many were looked for before", arguments: Rounds.seeds(4))
  func brute(seed: Int) throws {
    let (repository, fragments) = try Self.repository(seed: seed)
    defer { repository.close() }
    try repository.database.read { (transaction) throws(ShortlistError) in
      guard let vocabulary = try repository.vocabularies.vocabulary(transaction.connection) else {
        Issue.record("There was no time.")
        return
      }
      var all: [String] = []
      vocabulary.forEach { if $0.titles > 0 { all.append(Self.text($0.text)) } }
      #expect(all.count > 1_000)
      for fragment in fragments {
        let found = try Self.terms(holding: fragment, in: vocabulary)
        #expect(found == all.filter { $0.contains(fragment) }, "seed \(seed): \(fragment)")
      }
    }
  }

  @Test("are the same for many at once")
  func manyAtOnce() async throws {
    let (repository, fragments) = try Self.repository(seed: 0)
    defer { repository.close() }
    let vocabulary = try repository.database.read { (transaction) throws(ShortlistError) in
      try repository.vocabularies.vocabulary(transaction.connection)
    }
    guard let vocabulary else {
      Issue.record("There was no time.")
      return
    }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          #expect(throws: Never.self) {
            for fragment in fragments {
              let found = try Self.terms(holding: fragment, in: vocabulary)
              #expect(found?.allSatisfy { $0.contains(fragment) } == true)
            }
          }
        }
      }
    }
  }
}
