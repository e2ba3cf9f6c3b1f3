/// The most items that an iterator checks when it steps through all of them: the small sections, and
/// as many items of each large one.
///
/// Docids are in order of rank, so these are the best items of a section.
final class CheckQuota {
  /// The most items checked in all.
  static let mostItems = 32_768

  /// The sections that have items, by number, and the most items to check; `.max` for all.
  private let sections: [(number: Int64, most: Int)]
  /// The index of the current section.
  private var index = -1
  /// The number of items that may still be checked in it.
  private(set) var left = 0
  /// The numbers of the sections with items that were not checked.
  private(set) var cut: Set<Int64> = []

  /// Makes a quota for some sections; `nil` if all of their items may be checked.
  init?(_ rows: [SectionRow]) {
    guard rows.reduce(0, { $0 + $1.items }) > Self.mostItems else { return nil }
    let bySize = rows.sorted { $0.items < $1.items }
    var left = Self.mostItems
    sections = bySize.enumerated().map { offset, row in
      let most = max(16, left / (bySize.count - offset))
      left -= min(left, most, row.items)
      // Its items may stand in another order than their docids.
      return (row.number, most < row.items && !row.isShuffled ? most : .max)
    }.sorted { $0.number < $1.number }
  }

  /// Returns the docids to go on with from `docid`, all in one section; `nil` at the end.
  func docids(from docid: Int64) -> ClosedRange<Int64>? {
    enterSection(of: docid)
    if left == 0, index < sections.count {
      cut.insert(sections[index].number)
      enterNextSection()
    }
    guard index < sections.count else { return nil }
    let docids = DocID.range(ofSection: sections[index].number)
    return max(docid, docids.lowerBound)...docids.upperBound
  }

  /// Moves on from a section that has no more items, or none that may be checked. Returns the first
  /// docid of the next one; `nil` at the end.
  func nextSection() -> Int64? {
    if left == 0, index < sections.count { cut.insert(sections[index].number) }
    enterNextSection()
    return index < sections.count
      ? DocID.range(ofSection: sections[index].number).lowerBound : nil
  }

  /// Records that items of the current section were checked.
  func spend(_ items: Int) { left = max(0, left - items) }

  private func enterSection(of docid: Int64) {
    let number = DocID(docid).section
    if index < 0 { enterNextSection() }
    while index < sections.count, sections[index].number < number { enterNextSection() }
  }

  private func enterNextSection() {
    index += 1
    left = index < sections.count ? sections[index].most : 0
  }
}
