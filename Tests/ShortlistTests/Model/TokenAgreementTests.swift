import CShortlist
import Foundation
import ShortlistTestSupport
import Testing

@Suite("The tokens of the library")
struct TokenAgreementTests {
  /// A token in a comparable form: words of one group share a number, from 0.
  private struct Summary: Hashable, CustomStringConvertible {
    var position: Int
    var kind: Int
    var text: [UInt8]
    var group: Int
    var start: Int
    var end: Int

    var description: String {
      "\(position):\(kind):\(String(decoding: text, as: UTF8.self)) group \(group) \(start)-\(end)"
    }
  }

  private static func library(_ bytes: [UInt8]) -> [Summary] {
    withTokens(of: bytes) { tokens in
      let text = UnsafeRawPointer(tokens.bytes)
      return ordered(
        tokenArray(tokens).map { token in
          Summary(
            position: Int(token.position), kind: Int(token.kind),
            text: Array(
              UnsafeRawBufferPointer(start: text + Int(token.offset), count: Int(token.length))),
            group: Int(token.group), start: Int(token.start), end: Int(token.end))
        })
    }
  }

  private static func model(_ bytes: [UInt8], _ tokenizer: ModelTokenizer) -> [Summary] {
    ordered(
      tokenizer.tokens(of: bytes).map { token in
        Summary(
          position: token.position, kind: token.kind.rawValue, text: token.text,
          group: token.group, start: token.start, end: token.end)
      })
  }

  private static func ordered(_ tokens: [Summary]) -> [Summary] {
    tokens.sorted { a, b in
      let keys = (a, b)
      if keys.0.position != keys.1.position { return keys.0.position < keys.1.position }
      if keys.0.kind != keys.1.kind { return keys.0.kind < keys.1.kind }
      return keys.0.text.lexicographicallyPrecedes(keys.1.text)
    }
  }

  @Test("are those of the model, for random texts", arguments: Rounds.seeds(20))
  func randomTexts(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let tokenizer = ModelTokenizer()
    for _ in 0..<150 {
      let text =
        generator.once(in: 2) ? generator.text(words: 6) : generator.junk(characters: 16)
      let bytes = Array(text.utf8)
      guard Self.library(bytes) != Self.model(bytes, tokenizer) else { continue }
      let small = Shrinking.text(text) { text in
        Self.library(Array(text.utf8)) != Self.model(Array(text.utf8), tokenizer)
      }
      Issue.record(
        """
        Seed \(seed): \(Shrinking.literal(small))
        library: \(Self.library(Array(small.utf8)))
        model:   \(Self.model(Array(small.utf8), tokenizer))
        """)
    }
  }

  @Test("are the same for composed and decomposed texts", arguments: Rounds.seeds(20))
  func canonicalForms(seed: Int) {
    var generator = SeededGenerator(seed: seed + 2_000_000)
    for _ in 0..<50 {
      let text =
        generator.once(in: 2) ? generator.text(words: 6) : generator.junk(characters: 16)
      guard Self.canonicalDifference(text) != nil else { continue }
      let small = Shrinking.text(text) { Self.canonicalDifference($0) != nil }
      Issue.record(
        "Seed \(seed): \(Shrinking.literal(small)): \(Self.canonicalDifference(small) ?? "")")
    }
  }

  /// Returns the tokens of both forms if they differ.
  private static func canonicalDifference(_ text: String) -> String? {
    // On Linux, Foundation composes some texts wrongly: U+E0067 U+0301 to U+01F5.
    let forms = [
      text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
    ].filter { $0 == text }
    let tokens = forms.map { text in
      library(Array(text.utf8)).map { token in
        var token = token
        (token.start, token.end) = (0, 0)
        return token
      }
    }
    return Set(tokens).count == 1 ? nil : "\(tokens)"
  }

  @Test("are those of the model, for random bytes", arguments: Rounds.seeds(10))
  func randomBytes(seed: Int) {
    var generator = SeededGenerator(seed: seed + 1_000_000)
    let tokenizer = ModelTokenizer()
    for _ in 0..<100 {
      var bytes = Array(generator.text(words: 4).utf8)
      for _ in 0..<generator.number(1...4) where !bytes.isEmpty {
        bytes[generator.number(0...(bytes.count - 1))] = UInt8(generator.number(0...255))
      }
      // Random bytes may form a character that the model only knows from a newer Unicode.
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      guard scalars.allSatisfy({ Alphabets.known.contains($0) }) else { continue }
      #expect(
        Self.library(bytes) == Self.model(bytes, tokenizer), "Seed \(seed): bytes \(bytes)")
    }
  }

  @Test("are those of the model, for each character of Unicode 14")
  func everyCharacter() {
    let tokenizer = ModelTokenizer()
    for value in UInt32(0)...0x3FFFF {
      guard let scalar = Unicode.Scalar(value), Self.isSettled(scalar) else { continue }
      // Thousands of ideographs and syllables behave alike.
      let isAlike =
        (0x3400...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value)
        || (0x17000...0x18CFF).contains(value) || value >= 0x20000
      guard !isAlike || value.isMultiple(of: 61) else { continue }
      let bytes = Array("a\(scalar)b".utf8)
      #expect(
        Self.library(bytes) == Self.model(bytes, tokenizer), "U+\(String(value, radix: 16))")
    }
  }

  /// Whether the specification defines the handling of a character.
  private static func isSettled(_ scalar: Unicode.Scalar) -> Bool {
    guard let age = scalar.properties.age, age <= (14, 0) else { return false }
    return switch scalar.value {
    // A separator with its own position.
    case 0x1F: false
    // Characters with more strokes than the specification lists.
    case 0x23B, 0x23C, 0x244, 0x289, 0x1DB6: false
    // Characters like apostrophes, and standalone voice marks.
    case 0x2BD...0x2BF, 0x1E9A, 0x1FFD, 0x309B, 0x309C: false
    // Marks that are dropped although they are not listed.
    case 0xFB1E, 0x1D15E...0x1D1C0: false
    // "Acme™" is "acme".
    case 0x2120, 0x2122: false
    default: true
    }
  }

  @Test("leave titles as long as the model finds them", arguments: Rounds.seeds(10))
  func lengths(seed: Int) {
    var generator = SeededGenerator(seed: seed + 3_000_000)
    for _ in 0..<100 {
      let text = generator.text(words: 6)
      let length = shortlist_length(text, Int64(text.utf8.count))
      #expect(length == ModelRank.length(text), "Seed \(seed): \(Shrinking.literal(text))")
    }
  }

  @Test(
    "are cut as those of the model", arguments: ["x", "é", "ŋ", "क", "𐐨", "x-", "x'", "x.", "京"])
  func longWords(piece: String) {
    let tokenizer = ModelTokenizer()
    // After 64 dotted letters the library starts another word, so that none is lost.
    for count in piece == "x." ? [15, 16, 17, 63, 64] : [15, 16, 17, 63, 64, 65, 66, 500] {
      let bytes = Array((String(repeating: piece, count: count) + " y").utf8)
      #expect(
        Self.library(bytes) == Self.model(bytes, tokenizer), "\(count) times \(piece)")
    }
  }
}
