/// The sections to look in, as ranges of docids.
struct SearchScope {
  /// The numbers of the sections, in order; `nil` for all.
  private let numbers: [Int64]?
  /// The sections that are not there.
  let unknown: [ItemSection.ID]

  init(_ sections: [ItemSection.ID]?, in table: SectionTable) {
    guard let sections else {
      numbers = nil
      unknown = []
      return
    }
    var byID: [ItemSection.ID: Int64] = [:]
    for row in table.rows { byID[row.section.id] = row.number }
    numbers = Set(sections.compactMap { byID[$0] }).sorted()
    unknown = sections.filter { byID[$0] == nil }
  }

  var isEmpty: Bool { numbers?.isEmpty ?? false }

  /// The last docid in scope.
  var upperBound: Int64 {
    guard let numbers else { return .max }
    return numbers.last.map { DocID.range(ofSection: $0).upperBound } ?? -1
  }

  /// The first docid in scope that is not below `docid`; `nil` when there is none.
  func first(from docid: Int64) -> Int64? {
    guard let numbers else { return docid }
    let number = DocID(docid).section
    guard let next = numbers.first(where: { $0 >= number }) else { return nil }
    return max(docid, DocID.range(ofSection: next).lowerBound)
  }
}
