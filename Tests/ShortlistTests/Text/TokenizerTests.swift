import CShortlist
import Testing

@Suite("Tokens")
struct TokenizerTests {
  @Test(
    "Spellings that a person takes for the same word give the same tokens",
    arguments: [
      ["zurich", "Zürich", "ZÜRICH", "Zu\u{308}rich"],
      ["lodz", "Łódź", "ŁÓDŹ"],
      ["strasse", "Straße", "STRAẞE", "STRASSE"],
      ["kobenhavn", "København"],
      ["aeroskobing", "Ærøskøbing"],
      ["istanbul", "İstanbul", "ıstanbul"],
      ["thorshofn", "Þórshöfn"],
      ["oeuvre", "Œuvre"],
      ["αθηνα", "Αθήνα", "ΑΘΗΝΑ"],
      ["σοφος", "σοφός", "ΣΟΦΟΣ", "σοφόσ"],
      ["елка", "ёлка", "ЁЛКА"],
      ["שלום", "שָׁלוֹם"],
      ["محمد", "مُحَمَّد", "محـمد"],
      ["hello", "Ｈｅｌｌｏ", "𝐇𝐞𝐥𝐥𝐨", "he\u{AD}llo", "he\u{200D}llo", "\u{202E}hello"],
      ["file", "ﬁle"],
      ["2024", "２０２４", "२०२४", "٢٠٢٤", "๒๐๒๔"],
      ["usa", "USA", "U.S.A", "U.S.A.", "u.s.a"],
      ["cote divoire", "Côte dIvoire"],
      ["한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "하\u{11AB}글"],
      ["ガギ", "カ\u{3099}キ\u{3099}", "ｶﾞｷﾞ"],
      ["ぱ", "は\u{309A}"],
      ["क़लम", "\u{915}\u{93C}लम"],
      ["\u{915}\u{93C}\u{951}", "\u{915}\u{951}\u{93C}"],
    ])
  func sameWord(spellings: [String]) {
    let expected = tokens(of: spellings[0]).map(\.notation)
    #expect(!expected.isEmpty)
    for spelling in spellings {
      #expect(tokens(of: spelling).map(\.notation) == expected, "\(spelling)")
    }
  }

  @Test(
    "A text splits into words",
    arguments: [
      ("", []),
      (" \n\u{200B}«»…", []),
      ("New Zealand", ["0 new", "1 zealand"]),
      ("R2-D2", ["0 r2", "0 joined r2d2", "1 d2"]),
      ("snake_case", ["0 snake", "1 case"]),
      ("AC/DC", ["0 ac", "1 dc"]),
      ("½ m²", ["0 1", "1 2", "2 m2"]),
      ("Lego™", ["0 lego"]),
      ("हिन्दी", ["0 हिन्दी"]),
      ("தமிழ் മലയാളം", ["0 தமிழ்", "1 മലയാളം"]),
      ("대한민국", ["0 대한민국"]),
    ] as [(String, [String])])
  func words(text: String, expected: [String]) {
    #expect(tokens(of: text).map(\.notation) == expected)
  }

  @Test(
    "An apostrophe of any shape joins, and what it separates stands beside the word",
    arguments: [
      ("Côte d'Ivoire", ["0 cote", "1 divoire", "1 beside ivoire"]),
      ("Côte d’Ivoire", ["0 cote", "1 divoire", "1 beside ivoire"]),
      ("d＇Ivoire", ["0 divoire", "0 beside ivoire"]),
      ("Hawaiʻi", ["0 hawaii", "0 beside hawai"]),
      ("Qurʾān", ["0 quran", "0 beside qur", "0 beside an"]),
      ("rock'n'roll", ["0 rocknroll", "0 beside rock", "0 beside nroll", "0 beside roll"]),
      ("'tis dogs' ''", ["0 tis", "1 dogs"]),
      ("a''b", ["0 a", "1 b"]),
      ("東'京", ["0 single 東", "1 single 京"]),
    ] as [(String, [String])])
  func apostrophes(text: String, expected: [String]) {
    #expect(tokens(of: text).map(\.notation) == expected)
  }

  @Test(
    "Single letters between dots are one word, unless a longer word follows",
    arguments: [
      ("U.", ["0 u"]),
      ("J.R.R. Tolkien", ["0 jrr", "1 tolkien"]),
      ("e.g.foo", ["0 e", "1 g", "2 foo", "2 beside .foo"]),
      ("a.b.cde", ["0 a", "1 b", "2 cde", "2 beside .cde"]),
      ("a.b1", ["0 a", "1 b1", "1 beside .b1"]),
      ("a..b", ["0 a", "1 b"]),
      ("1.2.3", ["0 1", "1 2", "2 3"]),
      ("swift.org", ["0 swift", "1 org", "1 beside .org"]),
      ("É.U.", ["0 eu"]),
      ("U.S.-based", ["0 us", "0 joined usbased", "1 based"]),
      ("x-a.b.cd", ["0 x", "0 joined xa", "1 a", "2 b", "3 cd", "3 beside .cd"]),
    ] as [(String, [String])])
  func dottedLetters(text: String, expected: [String]) {
    #expect(tokens(of: text).map(\.notation) == expected)
  }

  @Test(
    "A hyphenated word gives its parts, and beside them the joined form",
    arguments: [
      ("e-mail", ["0 e", "0 joined email", "1 mail"]),
      ("Guinea-Bissau", ["0 guinea", "0 joined guineabissau", "1 bissau"]),
      ("Guinea‑Bissau", ["0 guinea", "0 joined guineabissau", "1 bissau"]),
      ("vis-à-vis", ["0 vis", "0 joined visavis", "1 a", "2 vis"]),
      (
        "l'après-midi",
        ["0 lapres", "0 joined lapresmidi", "0 beside apres", "1 midi"]
      ),
      ("a - b -c d-", ["0 a", "1 b", "2 c", "3 d"]),
      ("a--b", ["0 a", "1 b"]),
      ("1990–2000", ["0 1990", "1 2000"]),
      ("X-東京", ["0 x", "1 東京", "2 tail 京"]),
    ] as [(String, [String])])
  func hyphens(text: String, expected: [String]) {
    #expect(tokens(of: text).map(\.notation) == expected)
  }

  @Test(
    "The symbols of a name stand beside its word, in a token of their own",
    arguments: [
      ("C++", ["0 c", "0 symbol c++"]),
      ("C# F#", ["0 c", "0 symbol c#", "1 f", "1 symbol f#"]),
      ("C+", ["0 c", "0 symbol c+"]),
      ("Ａ＋++", ["0 a", "0 symbol a+++"]),
      ("C++17", ["0 c", "0 symbol c++", "1 17"]),
      ("C++-based", ["0 c", "0 symbol c++", "1 based"]),
      (
        "Objective-C++",
        ["0 objective", "0 joined objectivec", "1 c", "1 symbol c++"]
      ),
      ("Xi'an+", ["0 xian", "0 beside xi", "0 beside an", "0 symbol xian+"]),
      (".NET", ["0 net", "0 symbol .net"]),
      ("ASP.NET", ["0 asp", "1 net", "1 beside .net"]),
      ("J.R.net", ["0 j", "1 r", "2 net", "2 beside .net"]),
      ("AT&T", ["0 at", "0 symbol at&", "1 t", "1 symbol &t"]),
      ("R&D-only", ["0 r", "0 symbol r&", "1 d", "1 joined donly", "1 symbol &d", "2 only"]),
      ("A&B&C+", ["0 a", "0 symbol a&", "1 b", "1 symbol &b&", "2 c", "2 symbol &c+"]),
    ] as [(String, [String])])
  func symbols(text: String, expected: [String]) {
    #expect(tokens(of: text).map(\.notation) == expected)
  }

  @Test(
    "Other symbols separate words",
    arguments: [
      "a+b", "a#b", "a++++ b", "a + b", "a +b", "a & b", "a& b", "a &b", "abc&b", "a&1", "#a ++b",
      "1+ b#c", "a. .b", "...ab ..cd", "$a 5% b", "東+京&都",
    ])
  func separators(text: String) {
    #expect(!tokens(of: text).contains { $0.kind == .symbol || $0.kind == .beside })
  }

  @Test("A word with symbols is not cut")
  func longNames() {
    for length in [61, 62, 64, 65] {
      let word = String(repeating: "a", count: length)
      let names = tokens(of: "\(word)+++").filter { $0.kind == .symbol }.map(\.text)
      #expect(names == (length <= 61 ? [word + "+++"] : []))
    }
  }

  @Test("A word of more than sixteen parts has no joined form")
  func manyParts() {
    let sixteen = tokens(of: (0..<16).map { "p\($0)" }.joined(separator: "-"))
    #expect(sixteen.count == 17)
    #expect(sixteen.filter { $0.kind == .joined }.map(\.position) == [0])
    let seventeen = tokens(of: (0..<17).map { "p\($0)" }.joined(separator: "-"))
    #expect(seventeen.map(\.notation) == (0..<17).map { "\($0) p\($0)" })
    #expect(seventeen.allSatisfy { $0.group == 0 })
  }

  @Test(
    "A script without spaces gives pairs of characters and its last character",
    arguments: [
      ("京", ["0 single 京"]),
      ("東京都", ["0 東京", "1 京都", "2 tail 都"]),
      ("東京タワー", ["0 東京", "1 京タ", "2 タワ", "3 ワー", "4 tail ー"]),
      (
        "ประเทศไทย",
        ["0 ปร", "1 ระ", "2 ะเ", "3 เท", "4 ทศ", "5 ศไ", "6 ไท", "7 ทย", "8 tail ย"]
      ),
      ("ที่", ["0 single ที่"]),
      ("ภาษาอังกฤษ", ["0 ภา", "1 าษ", "2 ษา", "3 าอั", "4 อัง", "5 งก", "6 กฤ", "7 ฤษ", "8 tail ษ"]),
      ("iPhone専用", ["0 iphone", "1 専用", "2 tail 用"]),
      ("3月", ["0 3", "1 single 月"]),
      ("人々", ["0 人々", "1 tail 々"]),
      ("𠮷野家", ["0 𠮷野", "1 野家", "2 tail 家"]),
    ] as [(String, [String])])
  func unspaced(text: String, expected: [String]) {
    #expect(tokens(of: text).map(\.notation) == expected)
  }

  @Test(
    "An emoji, however many code points it has, is a word",
    arguments: [
      ("🇫🇷", ["0 🇫🇷"]),
      ("🇫🇷🇪🇸🇮", ["0 🇫🇷", "1 🇪🇸", "2 🇮"]),
      ("👩‍🚀", ["0 👩‍🚀"]),
      ("👍🏽👍", ["0 👍🏽", "1 👍"]),
      ("☀️☀", ["0 ☀", "1 ☀"]),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", ["0 🏴󠁧󠁢󠁥󠁮󠁧󠁿"]),
      ("a🍎b", ["0 a", "1 🍎", "2 b"]),
      ("1️⃣", ["0 1"]),
      ("→ ■ ©", []),
    ] as [(String, [String])])
  func emoji(text: String, expected: [String]) {
    // Compared as bytes, because String treats some different sequences as equal, although not "☀️"
    // and "☀".
    #expect(tokens(of: text).map { Array($0.notation.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test(
    "What is not text separates words",
    arguments: [
      [0x00], [0x1F], [0x80], [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xE2, 0x82], [0xE0, 0x80, 0x80],
      [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xEE, 0x80, 0x80],
      [0xEF, 0xBF, 0xBF], [0xF3, 0xB0, 0x80, 0x80],
    ] as [[UInt8]])
  func notText(bytes: [UInt8]) {
    let found = tokens(of: Array("new".utf8) + bytes + Array("york".utf8))
    #expect(found.map(\.text) == ["new", "york"])
    #expect(found.map(\.range) == [0..<3, 3 + bytes.count..<7 + bytes.count])
    #expect(tokens(of: bytes) == [])
  }

  @Test("Tokens know where they stood")
  func ranges() {
    let text = "Zu\u{308}rich, Guinea-Bissau d’Or 東京"
    func original(_ token: CToken) -> String {
      String(decoding: Array(text.utf8)[token.range], as: UTF8.self)
    }
    let found = tokens(of: text)
    #expect(
      found.map(original) == [
        "Zu\u{308}rich", "Guinea", "Guinea-Bissau", "Bissau", "d’Or", "Or", "東京", "京",
      ])
    #expect(found.map(\.group) == [0, 1, 1, 1, 2, 2, 3, 3])
    // The u and its diaeresis form one character; each byte of a token knows its character.
    #expect(found[0].characterRanges.map(\.lowerBound) == [0, 1, 4, 5, 6, 7])
    #expect(found[0].characterRanges.map(\.upperBound) == [1, 4, 5, 6, 7, 8])
  }

  @Test("Both letters of a ligature come from its bytes")
  func ligature() {
    let found = tokens(of: "ﬁn")
    #expect(found.map(\.text) == ["fin"])
    #expect(found.first?.characterRanges == [0..<3, 0..<3, 3..<4])
  }

  @Test("A word is cut at 64 characters and at 255 bytes")
  func cut() {
    let long = tokens(of: String(repeating: "ab", count: 100) + " c")
    #expect(long.map(\.text) == [String(repeating: "ab", count: 32), "c"])
    #expect(long.map(\.range) == [0..<64, 201..<202])
    let wide = tokens(of: String(repeating: "𐌰", count: 70))
    #expect(wide.map(\.text) == [String(repeating: "𐌰", count: 63)])
    let part = String(repeating: "a", count: 60)
    let joined = tokens(of: "\(part)-\(part)")
    #expect(joined.map(\.text.utf8.count) == [60, 64, 60])
  }

  @Test(
    "A megabyte without a space gives short tokens",
    arguments: [
      "a", "a-", "a.", "a'", "a+", "a&", "ab+++", ".ab", "+", "-", "'", "\u{301}", "\u{93C}", "ก",
      "กำ", "a'-.", "👩‍", "🇫",
      "a\u{200D}",
      "か\u{3099}", "\u{1112}", "\u{1F}", "ﷺ", "\u{94D}\u{93C}",
    ])
  func hostileMegabyte(pattern: String) {
    let bytes = Array(pattern.utf8)
    let text = (0..<1_000_000).map { bytes[$0 % bytes.count] }
    withTokens(of: text) { tokens in
      let array = tokenArray(tokens)
      #expect(array.count <= text.count)
      #expect(array.allSatisfy { (1...255).contains($0.length) })
      #expect(array.allSatisfy { $0.start >= 0 && $0.start < $0.end && $0.end <= text.count })
    }
  }

  @Test("An empty text and no text have no tokens")
  func nothing() {
    var result: UnsafeMutablePointer<shortlist_tokens>?
    #expect(shortlist_tokenize(nil, 0, &result) == SQLITE_OK)
    if let result { #expect(result.pointee.count == 0) }
    shortlist_tokens_free(result)
    shortlist_tokens_free(nil)
  }

  @Test("A text of 2 GiB is too big")
  func tooBig() {
    var result: UnsafeMutablePointer<shortlist_tokens>?
    #expect(shortlist_tokenize("", Int64(Int32.max) + 1, &result) == SQLITE_TOOBIG)
    #expect(result == nil)
  }

  @Test(
    "The length of a title counts neither accents nor vowel signs",
    arguments: [
      ("", 0), ("Perú", 4), ("Peru\u{301}", 4), ("हिन्दी", 3), ("ที่", 1), ("東京", 2),
      ("\u{1112}\u{1161}\u{11AB}", 1), ("한", 1), ("ﬁ", 1), ("a b", 3),
    ])
  func length(text: String, expected: Int64) {
    #expect(shortlist_length(text, Int64(text.utf8.count)) == expected)
  }

  @Test("Folding keeps what stands between the words")
  func fold() {
    #expect(folded(Array("Côte d’Ivoire,\0 Ｘ".utf8)) == Array("cote d'ivoire,\0 x".utf8))
    #expect(folded([0x41, 0xFF]) == Array("a\u{FFFD}".utf8))
  }

  @Test("What is folded folds to itself")
  func foldIsStable() {
    var all: [UInt8] = []
    for value in 0..<0x110000 as Range<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      all += Array(String(scalar).utf8) + [0x20]
    }
    let once = folded(all)
    #expect(folded(once) == once)
  }

  /// A failure means that the tables have changed, so texts may have other tokens than existing
  /// indexes hold. Raise `SHORTLIST_TOKENIZER_VERSION` and put the new hash here.
  @Test("The folding of all of Unicode belongs to the version of the tokenizer")
  func tableVersion() {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
    for plane in stride(from: 0, to: 0x110000, by: 0x4000) as StrideTo<UInt32> {
      var text: [UInt8] = []
      for scalar in (plane..<plane + 0x4000).compactMap(Unicode.Scalar.init) {
        text += Array("a\(scalar)b ".utf8)
      }
      withTokens(of: text) { tokens in
        for token in tokenArray(tokens) {
          hash = (hash ^ UInt64(token.position)) &* 0x100_0000_01b3
          for index in Int(token.offset)..<Int(token.offset + token.length) {
            hash = (hash ^ UInt64(UInt8(bitPattern: tokens.bytes[index]))) &* 0x100_0000_01b3
          }
        }
      }
    }
    #expect(SHORTLIST_TOKENIZER_VERSION == 4)
    #expect(hash == 881_727_863_828_758_323)
  }

  @Test("A text has 65,536 words at most")
  func manyWords() {
    let text = Array(String(repeating: "a-b ", count: 40_000).utf8)
    withTokens(of: text) { tokens in
      #expect(tokenArray(tokens).last?.position == 65_535)
    }
  }
}
