import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("Importing JSON")
struct JSONDocumentReaderTests {
  @Test("An array holds objects and titles", arguments: [1, 3, 1 << 20])
  func array(chunkSize: Int) throws {
    let text = """
      [ "A", {"title": "B [\\"{", "section": "S"},
        {"title":"C","payload":[1,{"x":"]"}]} ]
      """
    let reading = try Reading(text, as: .json, chunkSize: chunkSize)
    #expect(reading.titles == ["A", "B [\"{", "C"])
    #expect(reading.items.map(\.section) == ["Items", "S", "Items"])
    #expect(reading.bad.isEmpty)
  }

  @Test("An object holds an array for each section", arguments: [1, 3, 1 << 20])
  func sections(chunkSize: Int) throws {
    let text = """
      {"Countries to visit": ["Iceland", {"title": "Greece", "weight": 2}],
       "Nowhere": [ ], "Countries visited": ["India"]}
      """
    let reading = try Reading(text, as: .json, chunkSize: chunkSize)
    #expect(
      reading.items == [
        Item(section: "Countries to visit", title: "Iceland"),
        Item(section: "Countries to visit", title: "Greece", weight: 2),
        Item(section: "Countries visited", title: "India"),
      ])
    #expect(reading.sections == ["Countries to visit", "Nowhere", "Countries visited"])
    #expect(reading.bad.isEmpty)
  }

  @Test("A bad element is reported with its line, and the next one is read")
  func badElements() throws {
    let reading = try Reading(
      """
      [
        "A",
        3,
        {"title": tru},
        ["B"],
        null,
        {"x":"]}",
         "y":{}},
        "C"
      ]
      """, as: .json)
    #expect(reading.titles == ["A", "C"])
    #expect(reading.bad.map { String($0.prefix { $0 != ":" }) } == ["3", "4", "5", "6", "7"])
  }

  @Test(
    "A broken document is read up to where it breaks",
    arguments: [
      ("[\"A\"", "1: the JSON ends unexpectedly"), ("[\"A\",", "1: the JSON ends unexpectedly"),
      ("[\"A\",\n]", "2: expected a value"), ("[\"A\" \"B\"]", "1: expected a comma or ]"),
      ("[\"A\"] 1", "1: unexpected text after the JSON"),
      ("{\"S\":[\"A\"]", "1: the JSON ends unexpectedly"),
      ("{\"S\":[\"A\"]}]", "1: unexpected text after the JSON"),
      ("{\"S\":[\"A\"],}", "1: expected the name of a section"),
      ("{\"S\":[\"A\"] \"T\":[]}", "1: expected a comma or }"),
      ("[\"A\",{\"title\":\"B\"", "1: the JSON ends unexpectedly"),
      ("[\"A\",\"B", "1: the JSON ends unexpectedly"), ("[\"A\"}", "1: expected a comma or ]"),
    ])
  func brokenDocuments(text: String, reason: String) throws {
    let reading = try Reading(text, as: .json)
    #expect(reading.titles == ["A"])
    #expect(reading.failure == "line \(reason)")
    #expect(reading.bad.isEmpty)
  }

  @Test("What is no list is no document", arguments: ["1", "\"A\"", "null", "x", "]"])
  func otherDocuments(text: String) throws {
    #expect(try Reading(text, as: .json).failure == "line 1: expected [ or { at the beginning")
  }

  @Test("A section whose value is no array is reported, and the next one is read")
  func badSections() throws {
    let reading = try Reading(#"{"S": {"a": 1}, "T": ["A"], "U": 1}"#, as: .json)
    #expect(reading.titles == ["A"])
    #expect(reading.bad.count == 2)
  }

  @Test("Elements that are too long are passed over", arguments: [1, 64, 4_096])
  func longElements(chunkSize: Int) throws {
    let long = String(repeating: "x\\\"]", count: 1_000)
    let text = "[\"1\", \"\(long)\", {\"title\": [\"\(long)\"]}, \"4\"]"
    let reading = try Reading(text, as: .json, chunkSize: chunkSize, limit: 1_000)
    #expect(reading.titles == ["1", "4"])
    #expect(reading.bad == ["1: longer than 16 MiB", "1: longer than 16 MiB"])
  }

  @Test("A depth bomb is one bad element, or one broken document")
  func depthBombs() throws {
    let open = String(repeating: "[", count: 100_000)
    let close = String(repeating: "]", count: 100_000)
    let reading = try Reading("[\"A\",\(open)\(close),\"B\"]", as: .json)
    #expect(reading.titles == ["A", "B"] && reading.bad.count == 1)
    #expect(try Reading(open, as: .json).failure == "line 1: the JSON ends unexpectedly")
    #expect(
      try Reading("{\"title\":\"A\",\"payload\":\(open)\(close)}", as: .ndjson).bad
        == ["1: payload: more than 512 levels of brackets (at byte 535 of the record)"])
  }

  @Test("An empty file has no items")
  func emptyFile() throws {
    for text in ["", " \n", "[]", "{}"] {
      let reading = try Reading(text, as: .json)
      #expect(reading.items.isEmpty && reading.bad.isEmpty && reading.failure == nil)
    }
  }
}
