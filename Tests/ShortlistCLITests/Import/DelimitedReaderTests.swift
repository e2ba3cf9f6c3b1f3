import Foundation
import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("Importing CSV and TSV")
struct DelimitedReaderTests {
  @Test("The first row names the columns, in any order and capitals; others are attributes")
  func columns() throws {
    let reading = try Reading(
      "Weight, TITLE ,other,keywords,id,section,subtitle,body,payload\n"
        + "2.5,Greece,x,Hellas; Grèce ;,gr,Europe,s,b,{}\n,Rome,,,,,,,\n", as: .csv)
    #expect(
      reading.items == [
        Item(
          id: "gr", section: "Europe", title: "Greece", subtitle: "s",
          keywords: ["Hellas", "Grèce"], body: "b", weight: 2.5, payload: Data("{}".utf8),
          attributes: ["other": "x"]),
        Item(section: "Items", title: "Rome"),
      ])
    #expect(reading.bad.isEmpty)
  }

  @Test(
    "RFC 4180: quoted fields hold separators, quotation marks and line ends",
    arguments: ["\n", "\r\n", "\r"])
  func quoting(end: String) throws {
    let rows = [
      "title,body", "\"a,b\",\"say \"\"hi\"\"\"", "\"two\nlines\",\"\"", "5\" disk,x", "\"\"\"\",y",
      "last,\"\"",
    ]
    for text in [rows.joined(separator: end), rows.joined(separator: end) + end] {
      for chunkSize in [1, 2, 3, 1 << 20] {
        let reading = try Reading(text, as: .csv, chunkSize: chunkSize)
        #expect(reading.titles == ["a,b", "two\nlines", "5\" disk", "\"", "last"])
        #expect(reading.items.map(\.body) == ["say \"hi\"", "", "x", "y", ""])
        #expect(reading.bad.isEmpty)
      }
    }
  }

  @Test("Tabs separate in TSV, commas do not")
  func tabs() throws {
    let reading = try Reading("title\tweight\nWashington, D.C.\t7\n", as: .tsv)
    #expect(reading.items == [Item(section: "Items", title: "Washington, D.C.", weight: 7)])
  }

  @Test("A bad row is reported with the line it begins on, and the next one is read")
  func badRows() throws {
    let reading = try Reading(
      """
      title,weight

      A,1
      B
      C,1,2
      ,1
      "D
      E",x
      "F"g,1
      G,-1
      H,1e999
      I,+1
      J,0x1
      K,nan
      L,1

      """, as: .csv)
    #expect(reading.titles == ["A", "L"])
    #expect(
      reading.bad == [
        "4: 1 fields, but the first row has 2", "5: 3 fields, but the first row has 2",
        "6: there is no title", "7: the weight is not a number",
        "9: there is text after a closing quotation mark",
        "10: the weight is not a finite number of 0 or more",
        "11: the weight is not a finite number of 0 or more", "12: the weight is not a number",
        "13: the weight is not a number", "14: the weight is not a number",
      ])
  }

  @Test("A quotation mark that is never closed is reported where it was opened")
  func openQuote() throws {
    for chunkSize in [1, 1 << 20] {
      let reading = try Reading("title\nA\n\"B\nC\nD", as: .csv, chunkSize: chunkSize)
      #expect(reading.titles == ["A"])
      #expect(reading.bad == ["3: a quotation mark opened here is never closed"])
    }
  }

  @Test("Rows that are too long are passed over, quotation marks included", arguments: [1, 4_096])
  func longRows(chunkSize: Int) throws {
    let long = String(repeating: "x,\n", count: 1_000)
    let text =
      "title,body\n1,a\n\"\(long)\"\"\",b\n2,\(String(repeating: "y", count: 2_000))\n3,c\n"
    let reading = try Reading(text, as: .csv, chunkSize: chunkSize, limit: 1_000)
    #expect(reading.titles == ["1", "3"])
    #expect(reading.bad == ["3: longer than 16 MiB", "1004: longer than 16 MiB"])
  }

  @Test("100,000 columns are no harder than ten")
  func manyColumns() throws {
    let header = "title" + String(repeating: ",x", count: 99_999)
    let row = "A" + String(repeating: ",1", count: 99_999)
    #expect(try Reading("\(header)\n\(row)\n", as: .csv).titles == ["A"])
    let commas = String(repeating: ",", count: 1_000_000)
    #expect(try Reading(commas, as: .csv).failure == "the first row has 1000001 columns")
    #expect(
      try Reading("title\n\(commas)\n", as: .csv).bad == [
        "2: 1000001 fields, but the first row has 1"
      ])
  }

  @Test(
    "A table whose columns say nothing clear is refused",
    arguments: [
      (
        "name,weight\nA,1",
        "there is no title column; use --map title=NAME to choose one of “name”, “weight”"
      ),
      (
        "name;weight;x;y;z;a\nA,1",
        "there is no title column; use --map title=NAME to choose one of “name”, “weight”, “x”, "
          + "“y”, “z”, …"
      ),
      ("\u{7F}ELF\u{2}\u{1}\n\u{0}\u{0}x\n", "this is a binary file, not a table"),
      ("title,Title\nA,B", "two columns hold the title"),
      ("\"title\nA", "cannot read the first row: a quotation mark opened here is never closed"),
    ])
  func badHeaders(text: String, failure: String) throws {
    let reading = try Reading(text, as: .csv)
    #expect(reading.failure == failure)
    #expect(reading.items.isEmpty && reading.bad.isEmpty)
  }

  @Test("Columns may have other names")
  func mapping() throws {
    let reading = try Reading(
      "geonameid,Name,population\n7,Bern,134591\n", as: .csv,
      map: ["id=geonameid,title=name", "weight=population"])
    #expect(reading.items == [Item(id: "7", section: "Items", title: "Bern", weight: 134_591)])
    let swapped = try Reading("id,title\nBern,x\n", as: .csv, map: ["title=id"])
    #expect(
      swapped.items == [Item(section: "Items", title: "Bern", attributes: ["title": "x"])])
  }

  @Test("The first row shows what separates the columns", arguments: [",", ";", "\t", "|"])
  func separators(separator: String) throws {
    let text = "\nbody,\"Title\",weight\n\"a;b|c\td\",A,1\n".replacing(",", with: separator)
    let reading = try Reading(text, as: .csv)
    #expect(
      reading.items == [Item(section: "Items", title: "A", body: "a;b|c\td", weight: 1)])
    let mapped = try Reading(
      "name;x\nA;1\n".replacing(";", with: separator), as: .csv, map: ["title=name"])
    #expect(mapped.titles == ["A"])
  }

  @Test("--key makes ids of columns, whether or not they are also taken for something else")
  func keys() throws {
    let reading = try Reading(
      "title,state,ZIP,id\nSpringfield,IL,62701,1\nSpringfield,MA,01101,1\nNowhere,,,1\n", as: .csv,
      key: ["zip", "state"])
    #expect(reading.items.map(\.id.rawValue) == ["62701/IL", "01101/MA"])
    #expect(reading.bad == ["4: the fields that --key names are empty"])
    #expect(reading.items.allSatisfy { !$0.hasDerivedID })
    let one = try Reading("title\na/b\\c\n", as: .csv, key: ["title"])
    #expect(one.items.map(\.id.rawValue) == ["a/b\\c"])
    let two = try Reading("title,x\na/b,c\n\"a\",b/c\n", as: .csv, key: ["title,x"])
    #expect(two.items.map(\.id.rawValue) == ["a\\/b/c", "a/b\\/c"])
    #expect(
      try Reading("title\nA\n", as: .csv, key: ["zip"]).failure
        == "there is no column zip, which --key names")
    let lines = #"{"zip":62701,"title":"A"}"# + "\n" + #"{"title":"B","zip":null}"# + "\n"
    let json = try Reading(lines, as: .ndjson, key: ["zip", "title"])
    #expect(json.items.map(\.id.rawValue) == ["62701/A", "/B"])
  }

  @Test("Bytes that are no UTF-8 are repaired; zeros and a byte order mark do no harm")
  func oddBytes() throws {
    let bytes =
      [0xEF, 0xBB, 0xBF] + Array("title\nZ".utf8) + [0xFC] + Array("rich\na\u{0}b\n".utf8)
    let reading = try Reading(bytes, as: .csv)
    #expect(reading.titles == ["Z\u{FFFD}rich", "a\u{0}b"])
    #expect(reading.repaired == 1)
  }

  @Test("An empty file has no items", arguments: ["", "\n", "title", "title\n", "title\n\n\n"])
  func emptyFile(text: String) throws {
    let reading = try Reading(text, as: .csv)
    #expect(reading.items.isEmpty && reading.bad.isEmpty && reading.failure == nil)
  }
}
