import ShortlistTestSupport
import Testing

@testable import Shortlist

@Suite("Looking up a word")
struct TermDictionaryTests {
  private static func word(_ generator: inout SeededGenerator) -> String {
    // Most words share their first eight bytes with many others.
    let beginning = generator.pick(["", "", "a", "abababab", "abababa", "ÿÿÿÿ", "東東東"])
    let letters = Array("ab\u{1}東ÿ")
    let rest = (0..<generator.number(0...6)).map { _ in generator.pick(letters) }
    return beginning + String(rest)
  }

  @Test("finds what a search through all words finds", arguments: [0, 1, 63, 64, 65, 129, 3_000])
  func find(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    var known: [String: Int] = [:]
    for _ in 0..<count {
      let word = Self.word(&generator)
      if !word.isEmpty { known[word] = generator.pick([1, 9, 254, 255, 256, 70_000]) }
    }
    let dictionary = try TermDictionary(known.map { ($0.key, $0.value, $0.value) })
    let sorted = known.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(dictionary.count == sorted.count)
    for word in sorted { #expect(dictionary.items(of: word) == Int64(known[word] ?? 0)) }
    for _ in 0..<200 {
      let word = Self.word(&generator)
      let beginning = sorted.filter { $0.utf8.starts(with: word.utf8) }
      #expect(dictionary.holds(word, asPrefix: false) == (known[word] != nil))
      #expect(dictionary.holds(word, asPrefix: true) == !beginning.isEmpty)
      let first = beginning.prefix(3).reduce(0) { $0 + (known[$1] ?? 0) }
      #expect(dictionary.items(beginning: word, first: 3) == Int64(first))
      guard !word.isEmpty, !word.hasPrefix("\u{1}") else { continue }
      let sum = beginning.reduce(0) { $0 + (known[$1] ?? 0) }
      for inTitles in [true, false] {
        let count = Array(word.utf8CString.dropLast()).withUnsafeBufferPointer {
          dictionary.count(of: $0, asPrefix: true, inTitles: inTitles)
        }
        #expect(count ?? 0 == Int32(sum))
      }
    }
  }
}
