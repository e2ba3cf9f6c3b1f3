import ShortlistTestSupport

/// Texts chosen to cause trouble.
enum HostileText {
  /// Pieces with a special meaning to FTS5, SQL, shells, terminals, JSON, or to nothing any more.
  static let pieces =
    [
      "\"", "\"\"", "'", "*", "^", ":", "-", "--", "+", "(", ")", "{", "}", "[", "]", ",", ";",
      "\\",
      "%", "_", "?1", "$x", "@a", "#", "/*", "*/", "AND", "OR", "NOT", "NEAR", "NEAR(",
      "NEAR(a b, 2)",
      "a AND", "OR b", "NOT c", "a NOT b", "title:", "body:", "title :", "{title body}:", "-title:",
      "- title", "title:\"", "title:-", "keywords:OR", "rank", "rowid", "MATCH", "a*", "a *", "*a",
      "^a", "a^b", "a-b", "a.b", "a'b", "a:b", "\"a", "a\"", "\"a\"*", "\"a\" + \"b\"", "OR OR",
      "OR",
      "'; DROP TABLE item; --", "\u{0}", "a\u{0}b", "\u{1}", "\u{1} x", "\u{3}", "\u{3}a", "\u{1F}",
      "\u{1F}a", "\u{7F}", "\u{85}", "\u{9B}31m", "\u{1B}[31m", "\u{202E}", "\u{2066}", "\u{200D}",
      "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}", "\u{E000}", "\u{F0061}",
      "\u{100000}", "e\u{301}\u{301}\u{301}", "\u{301}", "\u{FE0F}", "\u{1F3FD}", "👨‍👩‍👧‍👦", "🇫🇷🇩", "ﷺ",
      "İ", "ß", "ﬃ", "㌫", "𝔘𝔫𝔦", "漢字", "กำ", "हिन्दी", "한\u{1112}\u{1161}", "القرآن", "\r\n", "\t",
      "%s%n",
      "NaN", "1e309", "-0", "0x7F", "null", "true", "../../etc/passwd", "{{7*7}}", "<b>", "&amp;",
      "ＡＮＤ", "a", "land", "Greece",
    ]

  /// About 10,000 texts: each piece alone, next to each other one, many times over, and in long
  /// texts.
  static let constructed: [String] = {
    var texts = [""] + pieces
    for first in pieces {
      for second in pieces { texts.append(first + second) }
      for wrapped in [
        "land \(first)", "\(first) land", "\"\(first)\"", "-\(first)", "title:\(first)",
      ] { texts.append(wrapped) }
      texts.append(String(repeating: first, count: 200))
      texts.append(String(repeating: first + " ", count: 200))
    }
    return texts + long
  }()

  /// Some very long texts.
  static let long: [String] = {
    let repeated: [(piece: String, count: Int)] = [
      ("a", 100_000), ("a ", 50_000), ("漢", 30_000), ("\u{301}", 50_000),
      ("a\u{301}\u{301}", 20_000),
      ("\"", 50_001), ("(", 20_000), ("a NOT ", 20_000), ("a OR ", 20_000), ("-", 20_000),
      ("title:", 10_000), ("x-", 30_000), ("x'", 30_000), ("x.", 30_000), ("🇫", 20_001),
      ("👨\u{200D}", 20_000),
    ]
    let words = (0..<10_000).map { "word\($0)" }
    let phrases = words.map { "\"\($0)\"" }
    return repeated.map { String(repeating: $0.piece, count: $0.count) }
      + [words.joined(separator: " "), phrases.joined(separator: " OR ")]
  }()
}

extension SeededGenerator {
  /// Returns a hostile text of up to `count` pieces.
  mutating func hostileText(pieces count: Int) -> String {
    (0..<number(0...count)).map { _ in
      switch number(0...5) {
      case 0: junk(characters: 4)
      case 1: characters(of: [anyScalar(), anyScalar(), anyScalar()], 4)
      case 2: " "
      default: pick(HostileText.pieces)
      }
    }.joined()
  }

  /// Returns any Unicode scalar.
  private mutating func anyScalar() -> Unicode.Scalar {
    Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) ?? "\u{FFFD}"
  }
}
