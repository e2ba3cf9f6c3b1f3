import CShortlist
import Testing

@Suite("Indexed terms")
struct IndexedTermsTests {
  @Test(
    "The index holds words, and beside them what else they may be called",
    arguments: [
      ("New e-mail", ["0 new", "1 e", "1 email", "2 email", "2 mail"]),
      ("d'Ivoire", ["0 divoire", "0 ivoire"]),
      ("東京都", ["0 東京", "1 京都", "2 都"]),
      ("\u{1F}a b\u{1F}\u{1F}c\u{1F}", ["0 a", "1 b", "2 |", "3 c"]),
      ("", []),
    ] as [(String, [String])])
  func plain(text: String, expected: [String]) {
    #expect(indexedTerms(of: text, tokenizer: "shortlist").sorted() == expected.sorted())
  }

  @Test(
    "With marks, the first word and the end of a text are terms of their own",
    arguments: [
      ("New Zealand", ["0 new", "0 ^new", "1 zealand", "1 zealand$"]),
      (
        "e-mail",
        [
          "0 e", "0 ^e", "0 email", "0 ^email", "1 mail", "1 email", "1 ^email", "1 mail$",
          "1 ^email$", "1 email$",
        ]
      ),
      ("d'Or", ["0 dor", "0 ^dor", "0 or", "0 ^dor$"]),
      ("東京", ["0 東京", "0 ^東京", "1 京", "1 京$"]),
      ("京", ["0 京", "0 ^京", "0 ^京$"]),
      ("🍎", ["0 🍎", "0 ^🍎", "0 ^🍎$"]),
      ("\u{1F}a\u{1F}b", ["0 a", "1 |", "2 b"]),
      ("…", []),
    ] as [(String, [String])])
  func marks(text: String, expected: [String]) {
    #expect(indexedTerms(of: text, tokenizer: "shortlist marks").sorted() == expected.sorted())
  }

  @Test(
    "A query is folded like a text",
    arguments: [
      ("\"perú\"", 1), ("\"PERU\"", 1), ("\"new york\"", 1), ("\"york new\"", 0), ("\"email\"", 1),
      ("\"e-mail\"", 1), ("\"e mail\"", 1), ("\"divoire\"", 1), ("\"ivoire\"", 1),
      ("\"東京\"", 1), ("\"東京都\"", 1), ("\"…\"", 0),
      ("\"\u{01}email\"", 1), ("\"\u{01}EMAIL\"", 0), ("\"\u{01}new york\"", 1),
      ("\"\u{01}york\u{03}\"", 1), ("\"\u{01}new\u{03}\"", 0),
      ("\"\u{01}\u{F006E}ew\"", 1), ("\"\u{01}\u{F0079}ork\"", 0),
    ])
  func query(text: String, expected: Int) {
    let texts = ["New York", "Perú", "My e-mail", "Côte d'Ivoire", "東京都"]
    #expect(matchCount(text, in: texts, tokenizer: "shortlist marks") == expected)
  }

  @Test("A mark keeps the number of characters", arguments: ["new", "ünited", "東京", "🍎x", "𠮷"])
  func markFirst(token: String) {
    let bytes = token.utf8.map { CChar(bitPattern: $0) }
    var mark = [CChar](repeating: 0, count: bytes.count + 8)
    let length = shortlist_mark_first(bytes, Int32(bytes.count), &mark)
    let text = String(
      decoding: mark.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isHigh = token.unicodeScalars.first.map { $0.value > 0xFFFF } ?? false
    #expect(text.unicodeScalars.count == token.unicodeScalars.count + (isHigh ? 1 : 0))
    let rest = token.unicodeScalars.dropFirst(isHigh ? 0 : 1)
    #expect(text.unicodeScalars.dropFirst().elementsEqual(rest))
  }

  @Test("Registering twice changes nothing")
  func registerTwice() {
    var handle: OpaquePointer?
    sqlite3_open(":memory:", &handle)
    guard let handle else { return }
    defer { sqlite3_close(handle) }
    #expect(shortlist_register(handle) == SQLITE_OK)
    #expect(shortlist_register(handle) == SQLITE_OK)
  }

  @Test(
    "An argument that no tokenizer knows is an error",
    arguments: ["shortlist x", "shortlist marks marks"])
  func wrongArgument(tokenizer: String) {
    #expect(matchCount("a", in: ["a"], tokenizer: tokenizer) == 0)
  }
}
