import Testing

@testable import ShortlistCLI

@Suite("Reading JSON")
struct JSONReaderTests {
  /// Reads a value from text, and checks that the text ends after it.
  private func read<Value>(
    _ text: String, _ body: (inout JSONReader) throws -> Value
  ) throws -> Value {
    try read(Array(text.utf8), body)
  }

  private func read<Value>(
    _ bytes: [UInt8], _ body: (inout JSONReader) throws -> Value
  ) throws -> Value {
    try bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes)
      let value = try body(&reader)
      try reader.finish()
      return value
    }
  }

  @Test(
    "What RFC 8259 allows is read",
    arguments: [
      "null", "true", "false", "0", "-0", "12", "-1.5", "1e3", "1E+3", "0.1e-2", "\"\"", "[]",
      "{}", " [ 1 , 2 ] ", "{\"a\":{\"b\":[null]}}", "\"\\u00e9\\n\\/\"", "\t\r\n1\n",
    ])
  func validJSON(text: String) throws {
    _ = try read(text) { try $0.skipValue() }
  }

  @Test(
    "What RFC 8259 does not allow is refused",
    arguments: [
      "", " ", "nul", "nulll", "True", "NaN", "Infinity", "+1", "01", "-", "1.", ".5", "1e", "1e+",
      "0x10", "'a'", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"a\nb\"", "\"\u{0}\"",
      "[", "[1", "[1,", "[1,]", "[,]", "[1 2]", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}",
      "{a:1}", "{1:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "[1}", "{\"a\":1]", "1 2", "[]]", "//",
      "1,",
      "\u{FEFF}1",
    ])
  func invalidJSON(text: String) {
    #expect(throws: JSONSyntaxError.self) { try read(text) { try $0.skipValue() } }
  }

  @Test("Brackets may stand 512 deep, and no deeper")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try read(nested(512)) { try $0.skipValue() }
    #expect(throws: JSONSyntaxError.self) { try read(nested(513)) { try $0.skipValue() } }
    #expect(throws: JSONSyntaxError.self) { try read(nested(100_000)) { try $0.skipValue() } }
  }

  @Test(
    "Escapes become characters",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u4EAC""#, "é京"),
      (#""\ud83c\uddeb\ud83c\uddf7""#, "🇫🇷"), (#""\u0000""#, "\u{0}"), (#""a\u0301""#, "a\u{301}"),
    ])
  func escapes(json: String, text: String) throws {
    #expect(try read(json) { try $0.string() } == text)
  }

  @Test(
    "Half a surrogate pair becomes U+FFFD, and is counted as repaired",
    arguments: [
      (#""\ud800""#, "\u{FFFD}"), (#""a\udc00b""#, "a\u{FFFD}b"),
      (#""\ud800\ud800""#, "\u{FFFD}\u{FFFD}"), (#""\ud800x""#, "\u{FFFD}x"),
      (#""\ud800\n""#, "\u{FFFD}\n"), (#""\ud83c\ud83c\uddeb""#, "\u{FFFD}🇫"),
    ])
  func loneSurrogates(json: String, text: String) throws {
    let (found, didRepair) = try read(json) { (try $0.string(), $0.didRepair) }
    #expect(found == text)
    #expect(didRepair)
  }

  @Test(
    "Bytes that are no UTF-8 become U+FFFD, and are counted as repaired",
    arguments: [[0xE9], [0xC3], [0xF0, 0x9F], [0xED, 0xA0, 0x80], [0xFF, 0xFE]] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) throws {
    let (text, didRepair) = try read([0x22, 0x41] + bytes + [0x42, 0x22]) { reader in
      (try reader.string(), reader.didRepair)
    }
    #expect(text.hasPrefix("A\u{FFFD}") && text.hasSuffix("B"))
    #expect(didRepair)
  }

  @Test(
    "Numbers are read exactly",
    arguments: [
      ("0", 0), ("-0", 0), ("200", 200), ("123456789012345", 123_456_789_012_345),
      ("9007199254740993", 9_007_199_254_740_992), ("0.1", 0.1), ("-1.5e2", -150),
      ("1e400", .infinity), ("1e-400", 0),
    ] as [(String, Double)])
  func numbers(text: String, value: Double) throws {
    #expect(try read(text) { try $0.number() } == value)
  }

  @Test(
    "A whole number has no fraction and fits", arguments: ["1.0", "1e2", "99999999999999999999"])
  func wholeNumbers(text: String) {
    #expect(throws: JSONSyntaxError.self) { try read(text) { try $0.integer() } }
  }

  @Test("Keys are compared as they are meant, not as they are written")
  func escapedKeys() throws {
    try read(#"{"t\u0069tle":1}"#) { reader in
      try reader.beginObject()
      let key = try #require(try reader.nextKey())
      #expect(key.matches(Array("title".utf8)))
      let value = try reader.integer()
      #expect(value == 1)
      let end = try reader.nextKey()?.text
      #expect(end == nil)
    }
  }

  @Test("Every beginning of a document is refused without a crash")
  func truncation() {
    let text = #"{"id":"a\u00e9","keywords":["x",true,null],"weight":-1.5e3,"payload":{"b":[{}]}}"#
    for length in 0..<text.utf8.count {
      #expect(throws: JSONSyntaxError.self) {
        try read(Array(text.utf8.prefix(length))) { try $0.skipValue() }
      }
    }
  }
}
