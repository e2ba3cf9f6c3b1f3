import Shortlist

/// The counts of an import.
final class ImportReport {
  /// The number of bad records shown one by one.
  static let shownBadRecords = 10

  private(set) var items = 0
  private(set) var badRecords = 0
  private(set) var repairedItems = 0
  private(set) var addedSynonyms = 0
  private(set) var sections: Set<ItemSection.ID> = []
  private var lastSection: ItemSection.ID?
  private let show: (String) -> Void

  /// Creates a report that shows its first bad records with `show`.
  init(show: @escaping (String) -> Void) {
    self.show = show
  }

  func note(_ item: Item) {
    items += 1
    guard item.section != lastSection else { return }
    lastSection = item.section
    sections.insert(item.section)
  }

  func note(badRecord: String) {
    badRecords += 1
    if badRecords <= Self.shownBadRecords { show(badRecord) }
  }

  func note(repairedItems count: Int) {
    repairedItems += count
  }

  func note(addedSynonyms count: Int) {
    addedSynonyms += count
  }

  /// The summary of an import, in sentences; `attributes` are those about attributes.
  func summary(
    _ counts: LoadCounts, elapsed: Duration, attributes: [String] = []
  ) -> [String] {
    var lines: [String] = []
    if badRecords > Self.shownBadRecords {
      lines.append("… and \((badRecords - Self.shownBadRecords).grouped) more")
    }
    let kept = counts.loaded - counts.repeated
    lines.append(
      "Imported \(kept.counted("item")) into \(sections.count.counted("section"))"
        + " in \(elapsed.inSeconds)" + (kept == 0 ? "." : ": \(Self.parts(of: counts))."))
    if items > 0 { lines += attributes }
    if counts.removed > 0 {
      lines.append("Removed \(counts.removed.counted("item")) that are not in the files.")
    }
    if counts.repeated > 0 {
      lines.append(
        "\(counts.repeated.counted("record")) repeated an id; the last record with an id counts.")
    }
    if counts.numbered > 0 {
      lines.append(
        "\(counts.numbered.counted("item")) had the section and title of another one and were told "
          + "apart by their order; use --key to name the columns that identify a record.")
    }
    if addedSynonyms > 0 {
      lines.append("Added \(addedSynonyms.counted("set")) of synonyms.")
    }
    if badRecords > 0 {
      lines.append("Skipped \(badRecords.counted("bad record")).")
    }
    if repairedItems > 0 {
      lines.append(
        "Repaired invalid UTF-8 in \(repairedItems.counted("item")): � marks what could not be read. "
          + "If a file is in Latin-1, convert it first: "
          + "iconv -f WINDOWS-1252 -t UTF-8 FILE.")
    }
    return lines
  }

  /// "3 new, 1 updated, 6 unchanged".
  static func parts(of counts: LoadCounts) -> String {
    [(counts.inserted, "new"), (counts.updated, "updated"), (counts.unchanged, "unchanged")]
      .filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }.joined(separator: ", ")
  }
}
