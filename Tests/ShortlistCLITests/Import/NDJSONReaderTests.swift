import Foundation
import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("Importing NDJSON")
struct NDJSONReaderTests {
  @Test("All fields are read, and objects under other keys passed over")
  func allFields() throws {
    let line =
      #"{"id":"a","x":[{"title":"no"}],"section":"S","title":"T","subtitle":"U","#
      + #""keywords":["k","l"],"body":"B","weight":2.5,"payload":{"a": 1}}"#
    #expect(
      try Reading(line, as: .ndjson).items == [
        Item(
          id: "a", section: "S", title: "T", subtitle: "U", keywords: ["k", "l"], body: "B",
          weight: 2.5, payload: Data(#"{"a": 1}"#.utf8))
      ])
  }

  @Test("Only the title is required; null means absent; the last of two equal keys counts")
  func optionalFields() throws {
    let reading = try Reading(
      """
      {"title":"A"}
      {"title":"B","id":null,"section":null,"weight":null,"keywords":null,"payload":null}
      {"title":"C","id":7,"section":"","keywords":"k"}
      {"title":"X","title":"D","weight":1,"weight":2}
      """, as: .ndjson)
    #expect(
      reading.items == [
        Item(section: "Items", title: "A"), Item(section: "Items", title: "B"),
        Item(id: "7", section: "Items", title: "C", keywords: ["k"]),
        Item(section: "Items", title: "D", weight: 2),
      ])
    #expect(reading.bad.isEmpty)
  }

  @Test(
    "A bad line is reported with its number, and the next one is read",
    arguments: [
      ("", nil), ("   \t", nil),
      ("nonsense", "expected an object (at byte 1 of the record)"),
      ("[]", "expected an object (at byte 1 of the record)"),
      ("{}", "there is no title"),
      (#"{"title":null}"#, "there is no title"),
      (#"{"title":""}"#, "the title is blank"),
      (#"{"title":" \n\u3000","body":"a text"}"#, "the title is blank"),
      (#"{"title":3}"#, "title: expected a string (at byte 10 of the record)"),
      (#"{"title":"A"} x"#, "unexpected text after the value (at byte 15 of the record)"),
      (#"{"title":"A""#, "expected a comma or a closing bracket (at byte 13 of the record)"),
      (#"{"title":"A","keywords":[1]}"#, "keywords: expected a string (at byte 26 of the record)"),
      (
        #"{"title":"A","weight":"1"}"#, "weight: expected a number (at byte 23 of the record)"
      ),
      (
        #"{"title":"A","weight":NaN}"#, "not a JSON value (at byte 23 of the record)"
      ),
      (#"{"title":"A","weight":-1}"#, "the weight is not a finite number of 0 or more"),
      (#"{"title":"A","weight":1e999}"#, "the weight is not a finite number of 0 or more"),
      (
        #"{"title":"A","keywords":["\u001f"]}"#,
        "keywords: a text contains the control character U+001F"
      ),
      ("\u{0}", "expected an object (at byte 1 of the record)"),
    ])
  func badLines(line: String, reason: String?) throws {
    let reading = try Reading("{\"title\":\"1\"}\n\(line)\n{\"title\":\"3\"}", as: .ndjson)
    #expect(reading.titles == ["1", "3"])
    #expect(reading.bad == reason.map { ["2: \($0)"] } ?? [])
    #expect(reading.failure == nil)
  }

  @Test("Lines end with LF, CR LF or CR, or with the file", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(end: String) throws {
    let lines = ["{\"title\":\"1\"}", "", "x", "{\"title\":\"4\"}"].joined(separator: end)
    for text in [lines, lines + end] {
      for chunkSize in [1, 2, 7, 1 << 20] {
        let reading = try Reading(text, as: .ndjson, chunkSize: chunkSize)
        #expect(reading.titles == ["1", "4"])
        #expect(reading.bad.map { $0.prefix(2) } == ["3:"])
      }
    }
  }

  @Test("A line that is too long is passed over, whatever it holds", arguments: [1, 64, 4_096])
  func longLines(chunkSize: Int) throws {
    let long = "{\"title\":\"" + String(repeating: "x", count: 5_000) + "\"}"
    let text = "{\"title\":\"1\"}\n\(long)\n{\"title\":\"3\"}\n\(long)"
    let reading = try Reading(text, as: .ndjson, chunkSize: chunkSize, limit: 1_000)
    #expect(reading.titles == ["1", "3"])
    #expect(reading.bad == ["2: longer than 16 MiB", "4: longer than 16 MiB"])
  }

  @Test("A line of just the largest size is read")
  func largestLine() throws {
    let line = "{\"title\":\"" + String(repeating: "x", count: 100) + "\"}"
    #expect(try Reading(line + "\n", as: .ndjson, limit: line.utf8.count).items.count == 1)
    #expect(try Reading(line + "\n", as: .ndjson, limit: line.utf8.count - 1).bad.count == 1)
  }

  @Test("A byte order mark is passed over")
  func byteOrderMark() throws {
    #expect(try Reading("\u{FEFF}{\"title\":\"1\"}", as: .ndjson).titles == ["1"])
  }

  @Test(
    "UTF-16, UTF-32, zeros and compressed files are refused with a clear sentence",
    arguments: [
      [0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B], [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF],
      [0x7B, 0, 0x22, 0], [0, 0, 0, 0], [0x1F, 0x8B, 8, 0],
    ] as [[UInt8]])
  func otherEncodings(bytes: [UInt8]) throws {
    let reading = try Reading(bytes, as: .ndjson)
    #expect(reading.items.isEmpty && reading.bad.isEmpty)
    #expect(reading.failure?.hasPrefix("in is ") == true)
  }

  @Test(
    "UTF-16 and UTF-32 are named, with a byte order mark and without",
    arguments: [
      (.utf16LittleEndian, "UTF-16LE"), (.utf16BigEndian, "UTF-16BE"),
      (.utf32LittleEndian, "UTF-32LE"), (.utf32BigEndian, "UTF-32BE"),
    ] as [(String.Encoding, String)])
  func wideEncodings(encoding: String.Encoding, name: String) throws {
    for text in ["{\"title\":\"A\"}", "\u{FEFF}{\"title\":\"A\"}", "title\nA\n"] {
      let bytes = try #require(text.data(using: encoding))
      let failure = try Reading(bytes, as: .ndjson).failure
      #expect(
        failure == "in is \(name) text; convert it to UTF-8 first: iconv -f \(name) -t UTF-8.")
    }
  }

  @Test("An item that does not fit into a row of the file is a bad line")
  func largestItem() throws {
    let half = String(repeating: "x", count: 8 << 20)
    let text = """
      {"title":"\(half)"}
      {"title":"\(half)","id":"2"}
      {"title":"3","section":"\(half)"}

      """
    let reading = try Reading(text, as: .ndjson)
    #expect(reading.items.map(\.id) == ["2"])
    #expect(reading.bad == [1, 3].map { "\($0): the item and its id are larger than 15 MiB" })
  }

  @Test("Latin-1 is repaired and counted")
  func latin1() throws {
    let line = Array("{\"title\":\"Z".utf8) + [0xFC] + Array("rich\"}\n".utf8)
    let reading = try Reading(line + Array("{\"title\":\"Bern\"}".utf8), as: .ndjson)
    #expect(reading.titles == ["Z\u{FFFD}rich", "Bern"])
    #expect(reading.repaired == 1)
  }

  @Test("Fields may stand under other keys")
  func mapping() throws {
    let line = #"{"name":"A","title":{"x":1},"population":3}"#
    let reading = try Reading(line, as: .ndjson, map: ["title=name,weight=population"])
    #expect(reading.items == [Item(section: "Items", title: "A", weight: 3)])
  }

  @Test("An empty file has no items")
  func emptyFile() throws {
    for text in ["", "\n", "\r\n\r\n", "\u{FEFF}"] {
      let reading = try Reading(text, as: .ndjson)
      #expect(reading.items.isEmpty && reading.bad.isEmpty && reading.failure == nil)
    }
  }
}
