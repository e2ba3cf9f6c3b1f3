import Testing

@Suite("The model's tokens")
struct ModelTokenizerTests {
  /// Shows words unchanged, one token each, other tokens with their kind in front, and "/" between
  /// positions.
  static func summary(_ text: String) -> String {
    let tokens = ModelTokenizer().tokens(of: text)
    let positions = Dictionary(grouping: tokens, by: \.position).sorted { $0.key < $1.key }
    return positions.map { _, tokens in
      tokens.sorted { $0.kind.rawValue < $1.kind.rawValue }.map { token in
        token.kind == .word ? token.string : "\(token.kind):\(token.string)"
      }.joined(separator: " ")
    }.joined(separator: " / ")
  }

  @Test(
    "are those of the specification",
    arguments: [
      ("", ""), ("...", ""), ("Greece", "greece"), ("New Zealand", "new / zealand"),
      ("d'Ivoire", "divoire beside:ivoire"),
      ("rock'n'roll", "rocknroll beside:rock beside:nroll beside:roll"),
      ("'Tis O'", "tis / o"), ("90's", "90s beside:90"),
      ("U.S.A", "usa"), ("U.S.A.", "usa"), ("U.", "u"), ("e.g.foo", "e / g / foo beside:.foo"),
      ("a.b.cde", "a / b / cde beside:.cde"), ("a..b", "a / b"), ("a.b..c.d", "ab / cd"),
      ("C++ c#", "c symbol:c++ / c symbol:c#"), (".net", "net symbol:.net"),
      ("ASP.NET", "asp / net beside:.net"), ("AT&T", "at symbol:at& / t symbol:&t"),
      ("a+b c++17", "a / b / c symbol:c++ / 17"), ("a++++ abc&d ..ab", "a / abc / d / ab"),
      ("e-mail", "e joined:email / mail"), ("e--mail", "e / mail"),
      ("St-Jean-d'Or", "st joined:stjeandor / jean / dor beside:or"),
      ("a-京-b", "a / single:京 / b"),
      ("東京都", "東京 / 京都 / tail:都"), ("京", "single:京"), ("v2京", "v2 / single:京"),
      ("น้ำ", "น้ํา / tail:า"), ("हिन्दी", "हिन्दी"), ("한국", "한국"),
      ("🇫🇷🇩🇪", "🇫🇷 / 🇩🇪"), ("👍🏽👍", "👍🏽 / 👍"), ("❤️‍🔥", "❤‍🔥"), ("1️⃣", "1"),
      ("½", "1 / 2"), ("Ⅳ", "iv"), ("ﾀﾜｰ", "タワ / ワー / tail:ー"), ("ｶﾞｲ", "ガイ / tail:イ"),
      ("२०२४", "2024"), ("a\u{AD}b\u{200D}c\u{200B}d", "abc / d"), ("a\u{7}b", "a / b"),
    ])
  func specification(text: String, tokens: String) {
    #expect(Self.summary(text).utf8.elementsEqual(tokens.utf8), "\(Self.summary(text))")
  }

  @Test(
    "are the same for texts that are read the same",
    arguments: [
      ["Zürich", "Zu\u{308}rich", "zurich", "ＺÜＲＩＣＨ"], ["Łódź", "lodz"], ["STRASSE", "Straße"],
      ["København", "kobenhavn"], ["क\u{93C}लम", "क़लम"], ["\u{1112}\u{1161}\u{11AB}국", "한국"],
      ["か\u{3099}", "が"], ["العربية", "الْعَرَبِيَّة"], ["שָׁלוֹם", "שלום"], ["ΣΟΦΟΣ", "σοφος", "σοφοσ"],
      ["Æsir", "aesir"], ["İı", "ii"],
    ])
  func sameTokens(texts: [String]) {
    let all = texts.map(Self.summary)
    #expect(all.allSatisfy { $0.utf8.elementsEqual(all[0].utf8) }, "\(all)")
  }

  @Test("are cut at 64 characters and 255 bytes")
  func longWords() {
    let tokenizer = ModelTokenizer()
    let ascii = tokenizer.tokens(of: String(repeating: "x", count: 1_000) + " y")
    #expect(ascii.map(\.text.count) == [64, 1])
    #expect(ascii.map(\.end) == [64, 1_002])
    let wide = tokenizer.tokens(of: String(repeating: "𐐨", count: 100))
    #expect(wide.map(\.text.count) == [252])
  }

  @Test("hold the bytes that they came from, with what was dropped behind")
  func ranges() {
    let tokens = ModelTokenizer().tokens(of: "ﬁ\u{301}n, e-mail")
    #expect(tokens.map(\.start) == [0, 8, 10, 8])
    #expect(tokens.map(\.end) == [6, 9, 14, 14])
  }
}
