import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("Importing attributes")
struct AttributeImportTests {
  @Test("Other columns of a table are attributes: numbers, Booleans and texts")
  func columns() throws {
    let reading = try Reading(
      "title,Continent , year,code,open\nA,Europe,2010,007,true\nB,,-0.5,\"x; y\",TRUE\nC,,,,\n",
      as: .csv)
    #expect(
      reading.items.map(\.attributes) == [
        ["Continent": "Europe", "year": 2010, "code": "007", "open": true],
        ["year": -0.5, "code": "x; y", "open": "TRUE"], [:],
      ])
    #expect(reading.attributes == ["Attributes: Continent, year, code, open."])
  }

  @Test("Other keys of JSON are attributes, and so are the members of “attributes”")
  func keys() throws {
    let reading = try Reading(
      """
      {"title":"A","year":2010,"tags":["old",1,true,null],"open":false,"code":"2010","no":null}
      {"year":"x","title":"B","attributes":{"title":"T","year":1,"tags":["one"],"no":[]}}
      {"title":"C","attributes":["x","y"],"\\u0079ear":5e-1}
      """, as: .ndjson)
    #expect(
      reading.items.map(\.attributes) == [
        ["year": 2010, "tags": ["old", 1, true], "open": false, "code": "2010"],
        ["year": 1, "title": "T", "tags": "one"], ["attributes": ["x", "y"], "year": 0.5],
      ])
    #expect(reading.attributes == ["Attributes: year, tags, open, code, title, attributes."])
  }

  @Test("Values that cannot be attributes are left out with a note, and their items imported")
  func leftOut() throws {
    let long = String(repeating: "n", count: 65)
    let reading = try Reading(
      """
      {"title":"A","geo":{"x":1},"lists":[[1]],"big":1e999,"a\\tb":1,"\(long)":1,"fine":1}
      {"title":"B","geo":{"x":1},"attributes":{"deep":{}}}
      """, as: .ndjson)
    #expect(reading.items.map(\.attributes) == [["fine": 1], [:]])
    #expect(reading.bad == [])
    #expect(
      reading.attributes == [
        "Attributes: fine.",
        "Left out geo, lists, big, deep: a value is a text, a number, true, false, or a list of these.",
        "Left out a␉b, \(long.prefix(40)): a name has 1 to 64 characters, and no control characters.",
      ])
    let table = try Reading("title,\(long),\nA,1,2\n", as: .csv)
    #expect(table.items.map(\.attributes) == [[:]])
    #expect(table.attributes.first?.hasPrefix("Left out \(long.prefix(40)), “”: ") == true)
  }

  @Test("The first 64 attributes of an item are kept, and the first 1,000 of all")
  func tooMany() throws {
    let header = "title," + (1...70).map { "c\($0)" }.joined(separator: ",")
    let row = "A," + (1...70).map(String.init).joined(separator: ",")
    let wide = try Reading("\(header)\n\(row)\n", as: .csv)
    #expect(wide.items.first?.attributes.count == 64)
    #expect(wide.items.first?.attributes["c64"] == 64)
    #expect(
      wide.attributes.last
        == "Left out c65, c66, c67, c68, c69, c70: an item has at most 64 attributes; choose them "
        + "with --attributes.")
    let lines = (1...1_100).map { #"{"title":"\#($0)","k\#($0)":1}"# }.joined(separator: "\n")
    let many = try Reading(lines, as: .ndjson)
    #expect(many.items.count == 1_100)
    #expect(many.items.count { !$0.attributes.isEmpty } == 1_000)
    #expect(many.attributes.last?.hasPrefix("Left out k1001, k1002, ") == true)
    #expect(many.attributes.last?.contains("k1020, …: a list has at most 1,000") == true)
  }

  @Test("--attributes chooses them by name, whatever else they mean, or none")
  func selection() throws {
    let table = "title,weight,Region,x\nA,2,north,1\n"
    func attributes(_ names: [String], _ text: String = table, as format: ImportFormat = .csv)
      throws -> [String: AttributeValue]?
    {
      try Reading(text, as: format, attributes: names).items.first?.attributes
    }
    #expect(try attributes(["all"]) == ["Region": "north", "x": 1])
    #expect(try attributes(["none"]) == [:])
    #expect(try attributes(["region,weight"]) == ["region": "north", "weight": 2])
    let line = #"{"title":"A","weight":2,"region":"north","attributes":{"x":1,"y":2}}"#
    #expect(try attributes(["none"], line, as: .ndjson) == [:])
    #expect(try attributes(["weight", "x"], line, as: .ndjson) == ["weight": 2, "x": 1])
    let missing = try Reading(table, as: .csv, attributes: ["x", "y"])
    #expect(
      missing.attributes == ["Attributes: x.", "No record has a value of y."])
    #expect(missing.items.first?.weight == 2)
  }

  @Test("--map gives an attribute another key or column, which may also hold a field")
  func mapping() throws {
    let map = ["continent=Region,weight=people,population=people"]
    let table = try Reading(
      "title,region,continent,people\nA,north,no,5\n", as: .csv, map: map)
    #expect(
      table.items == [
        Item(
          section: "Items", title: "A", weight: 5,
          attributes: ["continent": "north", "population": 5])
      ])
    let line = #"{"title":"A","Region":"north","continent":"no","people":5}"#
    #expect(try Reading(line, as: .ndjson, map: map).items == table.items)
    #expect(throws: CommandFailure.self) { try FieldNames(mapping: ["continent"]) }
  }

  @Test("The columns of --key are attributes only if they are named")
  func keyColumns() throws {
    let text = "title,state,zip\nA,IL,1\n"
    let usual = try Reading(text, as: .csv, key: ["zip,state"])
    #expect(usual.items == [Item(id: "1/IL", section: "Items", title: "A")])
    let named = try Reading(text, as: .csv, key: ["zip,state"], attributes: ["state"])
    #expect(named.items.first?.attributes == ["state": "IL"])
    let line = #"{"title":"A","state":"IL","zip":1}"#
    #expect(try Reading(line, as: .ndjson, key: ["zip,state"]).items == usual.items)
  }

  @Test("Records that are no items add no attributes")
  func otherRecords() throws {
    let reading = try Reading(
      """
      {"section":"s","sectionTitle":"S","note":1}
      {"body":"no title","kind":1}
      {"title":"A","year":1}
      """, as: .ndjson)
    #expect(reading.attributes == ["Attributes: year."])
    #expect(reading.sections == ["s: S"])
  }

  @Test("A column with the prefix holds an attribute, whatever follows")
  func prefix() throws {
    let reading = try Reading("title,attributes.title,attributes. x \nA,B,1\n", as: .csv)
    #expect(reading.items.first?.attributes == ["title": "B", " x ": 1])
  }
}
