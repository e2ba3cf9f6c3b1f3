/// What was found in one section so far.
struct SectionMatches {
  let row: SectionRow
  /// Where the section stands in the list.
  let order: Int
  /// The docids of each step, in order; none is on two steps. Empty until there is one.
  private(set) var found: [[Int64]] = []
  /// The greatest of them.
  private var last = Int64.min
  /// How many items were counted.
  var count = 0
  /// Whether counting ended before the section did.
  var isBounded = false
  /// Whether it is only counted, because enough other sections have better hits.
  var isLeftOut = false

  var total: Total { isBounded ? .atLeast(count) : .exactly(count) }

  /// Whether nothing was found.
  var isEmpty: Bool { !found.contains { !$0.isEmpty } }

  init(row: SectionRow, order: Int) {
    self.row = row
    self.order = order
  }

  /// Whether the docid was found on some step, or on one up to `step`. O(log *n*).
  func holds(_ docid: Int64, upTo step: Step = .partial) -> Bool {
    guard docid <= last else { return false }
    return found[...step.rawValue].contains { docids in
      guard let last = docids.last, docid <= last else { return false }
      var low = 0
      var high = docids.count
      while low < high {
        let middle = (low + high) / 2
        if docids[middle] < docid { low = middle + 1 } else { high = middle }
      }
      return docids[low] == docid
    }
  }

  /// The docids of one step.
  subscript(step: Step) -> [Int64] { found.isEmpty ? [] : found[step.rawValue] }

  /// How many docids were kept on a rung.
  func count(on rung: Rung) -> Int {
    Step.allCases.reduce(0) { $1.rung == rung ? $0 + self[$1].count : $0 }
  }

  /// Whether any of the docids has a misspelt word.
  var hasTypos: Bool {
    guard !found.isEmpty else { return false }
    for index in Step.typoWord.rawValue...Step.typosText.rawValue where !found[index].isEmpty {
      return true
    }
    return false
  }

  /// How many docids were kept on a step and on better ones.
  func count(upTo step: Step) -> Int {
    guard !found.isEmpty else { return 0 }
    var count = 0
    for index in 0...step.rawValue { count += found[index].count }
    return count
  }

  /// Puts other docids, in order, in the place of those of a step.
  mutating func replace(step: Step, by docids: [Int64]) {
    if found.isEmpty { makeRoom() }
    found[step.rawValue] = docids
    last = max(last, docids.last ?? last)
  }

  mutating func append(_ docid: Int64, step: Step) {
    if found.isEmpty { makeRoom() }
    if found[step.rawValue].isEmpty { found[step.rawValue].reserveCapacity(8) }
    found[step.rawValue].append(docid)
    last = max(last, docid)
  }

  private mutating func makeRoom() {
    found = Array(repeating: [], count: Step.partial.rawValue + 1)
  }

  /// Whether a docid of a step is wanted that is not named: while fewer than `limit` were found on it
  /// and on better ones; and after that, while it may change places with the last one taken, which `inOrder` rules out.
  func wants(_ docid: Int64, step: Step, limit: Int, inOrder: Bool = false) -> Bool {
    guard count(upTo: step) >= limit else { return true }
    guard row.isShuffled, !inOrder, let last = self[step].last else { return false }
    return DocID(last).rankClass == DocID(docid).rankClass
  }
}
