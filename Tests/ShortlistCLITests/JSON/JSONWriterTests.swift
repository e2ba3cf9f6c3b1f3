import Foundation
import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("Writing JSON")
struct JSONWriterTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    "Strings are escaped where JSON or a terminal needs it",
    arguments: [
      ("", #""""#), ("Zürich 京都 🇫🇷", #""Zürich 京都 🇫🇷""#), ("\"\\/", #""\"\\/""#),
      ("a\n\r\tb", #""a\n\r\tb""#), ("\u{0}\u{1B}[31m\u{7F}", #""\u0000\u001b[31m\u007f""#),
      ("\u{9B}31m\u{A0}", "\"\\u009b31m\u{A0}\""), ("\u{202E}abc\u{2069}", #""\u202eabc\u2069""#),
      ("\u{2028}\u{2029}\u{61C}\u{200E}", #""\u2028\u2029\u061c\u200e""#),
      ("…–\u{200D}\u{2070}", "\"…–\u{200D}\u{2070}\""),
      ("eight by eight, \u{7F}", #""eight by eight, \u007f""#),
      ("Zürich, Zürich \u{9B}", #""Zürich, Zürich \u009b""#), ("12345678\"", #""12345678\"""#),
    ])
  func strings(text: String, json: String) {
    #expect(written { $0.string(text) } == json)
  }

  @Test("What is written is read back the same, for all scalars up to U+FFFF and some above")
  func roundTrip() throws {
    for start in stride(from: UInt32(0), to: 0x1_1000, by: 0x100) {
      var text = ""
      text.unicodeScalars.append(
        contentsOf: (start..<start + 0x100).compactMap(Unicode.Scalar.init))
      var writer = JSONWriter()
      writer.string(text)
      let read = try writer.bytes.withUnsafeBufferPointer { bytes in
        var reader = JSONReader(bytes)
        return try reader.string()
      }
      #expect(read.unicodeScalars.elementsEqual(text.unicodeScalars))
    }
  }

  @Test(
    "Whole numbers",
    arguments: [
      (0, "0"), (7, "7"), (10, "10"), (-1, "-1"), (1_234_567, "1234567"), (Int.max, "\(Int.max)"),
      (Int.min, "\(Int.min)"),
    ])
  func integers(number: Int, json: String) {
    #expect(written { $0.integer(number) } == json)
  }

  @Test(
    "Numbers",
    arguments: [
      (0, "0"), (-0.0, "0"), (0.41, "0.41"), (200, "200"), (1e300, "1e+300"), (1e-300, "1e-300"),
      (.nan, "null"), (.infinity, "null"),
    ] as [(Double, String)])
  func numbers(number: Double, json: String) {
    #expect(written { $0.number(number) } == json)
  }

  @Test("Numbers below 1 are the shortest that are read back the same")
  func shortNumbers() {
    var numbers: [Double] = []
    // Scores are integers over a power of two; some fall exactly between two decimals.
    for number in stride(from: 1, to: 1 << 22, by: 257) { numbers.append(Double(number) / 0x1p22) }
    for number in 1..<1_000 {
      let decimal = Double(number) / 1_000
      numbers += [decimal, decimal.nextUp, decimal.nextDown, decimal * 1e-4, 1 / (decimal * 1_000)]
    }
    for number in numbers where number != 1 {
      #expect(written { $0.number(number) } == number.description)
    }
  }

  @Test("All tiers have their names")
  func tiers() {
    for tier in MatchTier.allCases {
      let hit = Hit(item: Item(id: "1", section: "S", title: "T"), tier: tier)
      let results = SearchResults(query: SearchQuery("t", layout: .flat), hits: [hit])
      #expect(written { $0.results(results) }.contains("\"tier\":\"\(tier.name)\""))
    }
  }

  @Test("An item is written as import reads it")
  func item() throws {
    let item = Item(
      id: "1", section: "S", title: "Title\u{1B}", subtitle: "Sub", keywords: ["a", "\"b\""],
      body: "Line\nLine", weight: 2.5, payload: Data("{\n \"a\": [1, \"\u{9B}\"]}".utf8))
    let line = written { $0.item(item) }
    #expect(!line.utf8.contains { $0 < 0x20 } && !line.unicodeScalars.contains("\u{9B}"))
    #expect(try Reading(line, as: .ndjson).items == [item])
  }

  @Test(
    "A payload travels in Base64 when it is no JSON, or JSON that does not stay the same in a line",
    arguments: [
      [], [0xFF, 0x00], [0x7B], Array("null".utf8), Array("[1,\n2]".utf8), Array(" 1".utf8),
    ])
  func binaryPayload(bytes: [UInt8]) throws {
    let item = Item(id: "1", section: "S", title: "T", payload: Data(bytes))
    #expect(try Reading(written { $0.item(item) }, as: .ndjson).items == [item])
  }

  @Test("An answer has exactly the documented shape")
  func answer() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.upsert([
      Item(id: "1", section: "Countries", title: "Zürich", keywords: ["Zurigo", "Turitg"]),
      Item(id: "2", section: "Countries", title: "Zug"),
    ])
    let grouped = try repository.search(SearchQuery("zu"))
    #expect(
      written { $0.results(grouped) }.replacing(
        #/"(micros|score)":[0-9.]+/#, with: { "\"\($0.1)\":0" })
        == #"{"query":"zu","groups":[{"section":{"id":"Countries","title":"Countries"},"#
        + #""total":{"value":2,"relation":"exact"},"hits":["#
        + #"{"id":"2","section":"Countries","title":"Zug","tier":"prefix","score":0,"#
        + #""ranges":{"title":[[0,2]]},"snippet":null},"#
        + #"{"id":"1","section":"Countries","title":"Zürich","tier":"prefix","score":0,"#
        + #""ranges":{"title":[[0,3]],"keywords":[[[0,2]],[]]},"snippet":null}]}],"#
        + #""total":{"value":2,"relation":"exact"},"micros":0,"notes":[]}"#)
    let flat = try repository.search(SearchQuery("zug", limit: 1, layout: .flat))
    #expect(written { $0.results(flat) }.hasPrefix(#"{"query":"zug","hits":[{"id":"2","#))
  }

  @Test("An answer's cursor leads to the next page")
  func cursor() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.upsert((1...5).map { Item(section: "S", title: "Item \($0)") })
    let first = try repository.search(SearchQuery("item", limit: 2))
    let cursor = try #require(first.groups[0].next)
    #expect(SearchCursor(cursor.description) == cursor)
    for text in ["-9223372036854775808,9223372036854775807,0/a/b", "-1", "10,0/", "7/é"] {
      #expect(SearchCursor(text)?.description == text)
    }
    #expect(written { $0.results(first) }.contains(",\"next\":\"\(cursor)\""))
  }
}
