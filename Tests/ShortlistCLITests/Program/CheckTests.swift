import Foundation
import ShortlistTestSupport
import Testing

@Suite("The program's check")
struct CheckTests {
  private let home: TemporaryFolder
  private let shortlist: ShortlistBinary
  private let database: String

  init() throws {
    home = try TemporaryFolder()
    database = home.path("list.sqlite")
    var shortlist = ShortlistBinary(home: home)
    shortlist.environment["SHORTLIST_DATABASE"] = database
    self.shortlist = shortlist
    #expect(try shortlist.run("import", "--sample").status == 0)
  }

  @Test("A sound file is one line, or one of JSON, and status 0")
  func sound() throws {
    let outcome = try shortlist.run("check")
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("Sound: 10 items in 2 sections, checked in "))
    let json = try shortlist.run("check", "--json").output
    #expect(
      json.hasPrefix(#"{"status":"sound","items":10,"sections":2,"findings":[],"micros":"#))
  }

  @Test("A damaged file is what is wrong with it, and status 2; it is not changed")
  func damaged() throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: database))
    // Finds the one place in the file where the title is not preceded by the section.
    let title = try #require(
      bytes.indices.first { bytes[$0...].starts(with: "Greenland".utf8) && bytes[$0 - 1] != 0x2F })
    bytes[title] = UInt8(ascii: "g")
    try bytes.write(to: URL(fileURLWithPath: database))
    let outcome = try shortlist.run("check")
    #expect(outcome.status == 2)
    #expect(outcome.lines.count == 2)
    #expect(
      outcome.lines[0]
        == "items: The item “Countries to visit/Greenland” is not what Shortlist wrote.")
    #expect(outcome.lines[1].hasPrefix("Damaged: 10 items"))
    #expect(try shortlist.run("check", "--json").output.contains(#""part":"items","damage":true"#))
    #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == bytes)
    let repair = try shortlist.run("check", "--repair")
    #expect(repair.status == 1)
    #expect(repair.errors == "Repaired: rebuilt from 10 items.\n")
    #expect(try shortlist.run("check").status == 0)
    #expect(try shortlist.run("search", "greenl").lines.last == "  greenland")
  }
}
