import Shortlist

/// What an import has come across: counted, not kept.
final class ImportReport {
  /// How many bad records are shown one by one.
  static let shownBadRecords = 10

  private(set) var items = 0
  private(set) var badRecords = 0
  private(set) var repairedItems = 0
  private(set) var sections: Set<ItemSection.ID> = []
  private var lastSection: ItemSection.ID?
  private let show: (String) -> Void

  /// Makes a report that shows its first bad records with `show`.
  init(show: @escaping (String) -> Void) {
    self.show = show
  }

  func note(_ item: Item) {
    items += 1
    guard item.section != lastSection else { return }
    lastSection = item.section
    sections.insert(item.section)
  }

  func note(_ record: BadRecord) {
    badRecords += 1
    if badRecords <= Self.shownBadRecords { show(record.description) }
  }

  func note(repairedItems count: Int) {
    repairedItems += count
  }

  /// The end of an import, in sentences.
  func summary(loaded: Int, elapsed: Duration) -> [String] {
    var lines: [String] = []
    if badRecords > Self.shownBadRecords {
      lines.append("… and \((badRecords - Self.shownBadRecords).grouped) more")
    }
    lines.append(
      "Imported \(loaded.counted("item")) into \(sections.count.counted("section"))"
        + " in \(elapsed.inSeconds).")
    if badRecords > 0 {
      lines.append("Skipped \(badRecords.counted("bad record")).")
    }
    if repairedItems > 0 {
      lines.append("Repaired text that was not UTF-8 in \(repairedItems.counted("item")).")
    }
    return lines
  }
}
