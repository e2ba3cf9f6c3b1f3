import CShortlist
import ShortlistTestSupport
import Testing

@Suite("The edits between a word and a term")
struct TypoDistanceTests {
  /// Returns the library's count of edits; 3 for too many.
  private static func edits(_ word: String, _ term: String, isPrefix: Bool = false) -> Int {
    var matched: Int32 = 0
    return Int(
      shortlist_typo_distance(
        word, Int32(word.utf8.count), term, Int32(term.utf8.count), isPrefix ? 1 : 0, &matched))
  }

  @Test(
    "are letters more, less, other ones and swapped",
    arguments: [
      ("greece", "greece", 0), ("grece", "greece", 1), ("greeece", "greece", 1),
      ("greace", "greece", 1), ("gerece", "greece", 1), ("zürich", "zürihc", 1),
      // Two edits need nine letters in either word.
      ("gre", "greece", 3), ("graace", "greece", 3), ("switzelran", "switzerland", 2),
      ("guagzou", "guangzhou", 2), ("guagzou", "guangzha", 3),
      // No letter is edited twice: otherwise "ca" to "abc" would take two edits.
      ("switzerca", "switzerabc", 3),
    ])
  func edits(word: String, term: String, edits: Int) {
    #expect(Self.edits(word, term) == edits)
  }

  @Test(
    "count twice at the first letter",
    arguments: [
      ("xreece", "greece", 3), ("reece", "greece", 3), ("rgeece", "greece", 3),
      ("xwitzerland", "switzerland", 2), ("witzerland", "switzerland", 2),
      ("aswitzerland", "switzerland", 2), ("wsitzerland", "switzerland", 2),
      ("xwitzerlad", "switzerland", 3),
    ])
  func firstLetter(word: String, term: String, edits: Int) {
    #expect(Self.edits(word, term) == edits)
  }

  @Test("are those of the best beginning, and the longest of these is what matched")
  func beginnings() {
    var matched: Int32 = 0
    // "gree", "greec" and "greece" are one edit from "grece".
    #expect(shortlist_typo_distance("grece", 5, "greecexx", 8, 1, &matched) == 1)
    #expect(matched == 6)
    #expect(shortlist_typo_distance("grece", 5, "greenland", 9, 1, &matched) == 1)
    #expect(matched == 4)
  }

  @Test(
    "are allowed from five letters, in words without digits",
    arguments: [
      ("gree", 0), ("grece", 1), ("grecee", 1), ("greecee", 2), ("switzerland", 2), ("usa12", 0),
      ("20010", 0), ("東京都東京都", 0), ("👨‍👩‍👧‍👦", 0), ("हिन्दी", 1), ("한국어한국", 1),
    ])
  func allowance(word: String, edits: Int32) {
    #expect(shortlist_typo_allowance(word, Int32(word.utf8.count)) == edits)
  }

  @Test("are those of a table, for random words", arguments: Rounds.seeds(20))
  func randomWords(seed: Int) {
    var generator = SeededGenerator(seed: seed + 5_000_000)
    let alphabets = ["ab", "abc", "aéb東𐐨", "abcdefgh"].map { Array($0.unicodeScalars) }
    for _ in 0..<500 {
      let alphabet = generator.pick(alphabets)
      let word = generator.letters(of: alphabet, 1...14)
      var term = word
      for _ in 0..<generator.number(0...3) { term = generator.misspelt(term) }
      if generator.once(in: 5) { term = generator.letters(of: alphabet, 1...14) }
      if generator.once(in: 3) { term += generator.letters(of: alphabet, 1...6) }
      let table = ModelTypos.distances(Array(word.unicodeScalars), Array(term.unicodeScalars))
      let letters = word.unicodeScalars.count
      for isPrefix in [false, true] {
        let ends = isPrefix ? Array(1...(table.count - 1)) : [table.count - 1]
        let wanted = ends.map { end in
          let edits = table[end][letters]
          return edits <= (max(end, letters) >= 9 ? 2 : 1) ? edits : 3
        }.min()
        #expect(
          Self.edits(word, term, isPrefix: isPrefix) == wanted,
          "Seed \(seed): \(word), \(term), \(isPrefix)")
      }
    }
  }
}

extension SeededGenerator {
  /// Returns a word of those letters.
  fileprivate mutating func letters(
    of alphabet: [Unicode.Scalar], _ lengths: ClosedRange<Int>
  ) -> String {
    var word = String.UnicodeScalarView()
    let length = number(lengths)
    for _ in 0..<length { word.append(pick(alphabet)) }
    return String(word)
  }
}
