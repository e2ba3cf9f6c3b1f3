/// The sections to search, as ranges of docids.
struct SearchScope {
  /// The numbers of the sections, in order; `nil` for all.
  private let numbers: [Int64]?
  /// The numbers of sections to leave out.
  private var others: Set<Int64> = []
  /// The requested sections that do not exist.
  let unknown: [ItemSection.ID]

  init(_ sections: [ItemSection.ID]?, on connection: Connection) throws(ShortlistError) {
    guard let sections else {
      numbers = nil
      unknown = []
      return
    }
    var numbers: Set<Int64> = []
    var unknown: [ItemSection.ID] = []
    for id in sections {
      if let number = try SectionTable.number(of: id, on: connection) {
        numbers.insert(number)
      } else {
        unknown.append(id)
      }
    }
    self.numbers = numbers.sorted()
    self.unknown = unknown
  }

  /// Makes a scope of sections with these numbers, in order.
  init(numbers: [Int64]) {
    self.numbers = numbers
    unknown = []
  }

  /// Returns the scope without the sections with these numbers.
  func without(_ numbers: Set<Int64>) -> SearchScope {
    var scope = self
    scope.others = numbers
    return scope
  }

  /// Whether a section is in scope.
  func contains(_ number: Int64) -> Bool {
    let start = DocID.range(ofSection: number).lowerBound
    return first(from: start) == start
  }

  var isEmpty: Bool { numbers?.isEmpty ?? false }

  /// The last docid in scope.
  var upperBound: Int64 {
    guard let numbers else { return .max }
    return numbers.last.map { DocID.range(ofSection: $0).upperBound } ?? -1
  }

  /// Returns the first docid in scope at or above `docid`; `nil` when there is none. O(log *n*) for
  /// *n* sections.
  func first(from docid: Int64) -> Int64? {
    guard !others.isEmpty else { return firstWanted(from: docid) }
    var next = firstWanted(from: docid)
    while let docid = next, others.contains(DocID(docid).section) {
      next = firstWanted(
        from: DocID.behind(DocID.range(ofSection: DocID(docid).section).upperBound))
    }
    return next
  }

  private func firstWanted(from docid: Int64) -> Int64? {
    guard let numbers else { return docid }
    let number = DocID(docid).section
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    guard low < numbers.count else { return nil }
    return max(docid, DocID.range(ofSection: numbers[low]).lowerBound)
  }
}
