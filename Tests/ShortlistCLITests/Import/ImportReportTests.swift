import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("Reports of imports")
struct ImportReportTests {
  @Test("The first ten bad records are shown, the others counted")
  func badRecords() {
    var shown: [String] = []
    let report = ImportReport { shown.append($0) }
    for line in 1...1_234 { report.note(badRecord: "f:\(line): bad") }
    #expect(shown == (1...10).map { "f:\($0): bad" })
    #expect(
      report.summary(LoadCounts(), elapsed: .zero) == [
        "… and 1,224 more", "Imported 0 items into 0 sections in 0.0 s.",
        "Skipped 1,234 bad records.",
      ])
  }

  @Test("A clean import is one sentence, with what became of the items")
  func clean() throws {
    let report = ImportReport { _ in }
    let items = ["A", "B", "A"].enumerated().map { number, section in
      Item(section: ItemSection.ID(section), title: "\(number)")
    }
    items.forEach { report.note($0) }
    let repository = try ItemRepository(path: ":memory:").blocking
    try repository.load(items.prefix(1))
    #expect(
      report.summary(try repository.load(items).counts, elapsed: .milliseconds(4_120)) == [
        "Imported 3 items into 2 sections in 4.1 s: 2 new, 1 unchanged."
      ])
  }

  @Test("Ids that come again, items without one, and items that are gone have their sentences")
  func repeated() throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    let counts = try repository.load([
      Item(id: "1", section: "A", title: "x"), Item(id: "1", section: "A", title: "y"),
      Item(section: "A", title: "z"), Item(section: "A", title: "z"),
    ]).counts
    let report = ImportReport { _ in }
    #expect(
      report.summary(counts, elapsed: .zero) == [
        "Imported 3 items into 0 sections in 0.0 s: 3 new.",
        "1 record repeated an id; the last record with an id counts.",
        "1 item had the section and title of another one and were told apart by their order; "
          + "use --key to name the columns that identify a record.",
      ])
    let replaced = try repository.replaceSection(
      ItemSection(id: "A"), with: [Item(id: "1", section: "A", title: "y")])
    #expect(
      report.summary(replaced, elapsed: .zero)[1] == "Removed 2 items that are not in the files.")
  }
}
