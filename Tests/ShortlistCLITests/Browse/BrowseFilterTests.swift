import Foundation
@testable import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("The filter of browse")
struct BrowseFilterTests {
  private static let years = ["Rome": -753, "Iceland": 874, "Ireland": 795, "India": 1950.0]

  private func browsing(_ query: SearchQuery = "") throws -> Browsing {
    try Browsing(
      years: Self.years, configuration: SearchSessionConfiguration(query: query))
  }

  private func items(_ browsing: Browsing) throws -> [String] {
    try browsing.shown().dropFirst(4).dropLast()
      .filter { $0.hasPrefix("  ") || $0.hasPrefix("› ") }
      .map { String($0.dropFirst(2)) }.filter { !$0.hasPrefix("Filter") }
  }

  @Test("f in the list opens a line; Enter applies it, and an empty line ends the filter")
  func editing() throws {
    let browsing = try browsing()
    try browsing.press(.down, .text("f"))
    #expect(try browsing.shown()[4] == "  Filter  continent = Europe AND year >= 2010")
    #expect(try browsing.shown().last?.hasPrefix("⏎ apply  esc cancel") == true)
    try browsing.type("year > 0")
    #expect(try items(browsing).contains("Greenland"))
    try browsing.press(.enter)
    #expect(browsing.model.state.filter == .compares("year", .greater, 0))
    #expect(try items(browsing).sorted() == ["Iceland", "India", "Ireland"])
    #expect(try browsing.shown()[4] == "  Filter  year > 0")
    #expect(try browsing.shown().last?.contains("3 matches") == true)
    // A search is narrowed by it, and Cancel leads back to what meets it.
    try browsing.press(.text("/"))
    try browsing.type("i")
    #expect(try items(browsing).sorted() == ["Iceland", "India", "Ireland"])
    try browsing.type("c")
    #expect(try items(browsing) == ["Iceland"])
    try browsing.press(.escape)
    #expect(try items(browsing).count == 3)
    try browsing.press(.down, .text("f"), .control("u"), .enter)
    #expect(browsing.model.state.filter == nil)
    #expect(try items(browsing).contains("Greenland"))
    #expect(try !browsing.shown().contains { $0.contains("Filter") })
  }

  @Test("Esc leaves the filter as it was")
  func cancelling() throws {
    let browsing = try browsing()
    try browsing.press(.down, .text("f"))
    try browsing.type("year > 0")
    try browsing.press(.enter, .text("f"))
    try browsing.type("00 zzz")
    try browsing.press(.escape)
    #expect(browsing.model.state.filter == .compares("year", .greater, 0))
    #expect(try browsing.shown()[4] == "  Filter  year > 0")
    try browsing.press(.text("f"))
    #expect(browsing.model.filterLine?.field.text == "year > 0")
  }

  @Test("A filter that cannot be read says why, and changes nothing")
  func mistakes() throws {
    let browsing = try browsing()
    try browsing.press(.down, .text("f"))
    try browsing.type("year > 0")
    try browsing.press(.enter, .text("f"))
    try browsing.type(" AND")
    browsing.columns = 100
    try browsing.press(.enter)
    #expect(
      try browsing.shown().last?.hasSuffix(
        "The filter cannot be read: it ends where it needs an attribute.") == true)
    #expect(try browsing.shown()[4] == "  Filter  year > 0 AND")
    #expect(browsing.model.state.filter == .compares("year", .greater, 0))
    try browsing.type(" year < 800")
    try browsing.press(.enter)
    #expect(try items(browsing) == ["Ireland"])
  }

  @Test("A list without attributes has no filter, so that f is typed into the search bar")
  func noAttributes() throws {
    let browsing = try Browsing()
    try browsing.press(.down)
    #expect(!browsing.model.hints.contains("f filter"))
    try browsing.press(.text("f"))
    #expect(browsing.model.filterLine == nil)
    #expect(browsing.model.field.text == "f")
  }

  @Test("The filter and the order given at the start are shown, and the list follows them")
  func start() throws {
    let browsing = try browsing(
      SearchQuery(
        "", layout: .flat, filter: .exists("year"), sort: AttributeSort("year", .descending)))
    #expect(try browsing.shown()[4] == "  Filter  \"year\" EXISTS  sorted by year:desc")
    #expect(
      try items(browsing).map { $0.components(separatedBy: "  ")[0] } == [
        "India", "Iceland", "Ireland", "Rome",
      ])
    try browsing.press(.down)
    #expect(browsing.model.hints.contains("f filter"))
    try browsing.press(.enter)
    #expect(try browsing.shown().contains { $0.contains("attribute year = 1950") })
    try browsing.press(.escape)
    // A change of the items is seen in the list of the filter.
    try browsing.repository.remove(["India"])
    try browsing.change()
    #expect(try items(browsing).first?.hasPrefix("Iceland") == true)
  }

  @Test("The line is there on the smallest screen", arguments: 1...8)
  func smallScreens(rows: Int) throws {
    let browsing = try browsing()
    try browsing.press(.down)
    browsing.rows = rows
    try browsing.press(.text("f"))
    try browsing.type("year")
    #expect(try browsing.shown().contains { $0.hasPrefix("  Filter  year") })
    try browsing.click("Filter")
    #expect(browsing.model.filterLine == nil)
  }
}
