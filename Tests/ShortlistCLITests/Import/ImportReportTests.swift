import Shortlist
import Testing

@testable import ShortlistCLI

@Suite("Reports of imports")
struct ImportReportTests {
  @Test("The first ten bad records are shown, the others counted")
  func badRecords() {
    var shown: [String] = []
    let report = ImportReport { shown.append($0) }
    for line in 1...1_234 { report.note(BadRecord(file: "f", line: line, reason: "bad")) }
    #expect(shown == (1...10).map { "f:\($0): bad" })
    #expect(
      report.summary(loaded: 0, elapsed: .zero) == [
        "… and 1,224 more", "Imported 0 items into 0 sections in 0.0 s.",
        "Skipped 1,234 bad records.",
      ])
  }

  @Test("A clean import is one sentence")
  func clean() {
    let report = ImportReport { _ in }
    report.note(Item(section: "A", title: "1"))
    report.note(Item(section: "B", title: "2"))
    report.note(Item(section: "A", title: "3"))
    #expect(
      report.summary(loaded: 153_227, elapsed: .milliseconds(4_120)) == [
        "Imported 153,227 items into 2 sections in 4.1 s."
      ])
  }
}
