/// Checks the tables of attributes against each other.
struct AttributeCheck {
  private let copy: Connection
  /// Whether the hashes are those of this version's folding.
  private let comparesHashes: Bool

  init(_ copy: Connection, hashes: Bool) {
    self.copy = copy
    comparesHashes = hashes
  }

  /// Returns a sentence for each kind of fault.
  ///
  /// - Complexity: O(*n*) for *n* items and values with attributes.
  func faults() throws(ShortlistError) -> [String] {
    let known = try checkedValues()
    var faults = known.faults
    var (unknown, displaced, lost) = (0, 0, 0)
    let rows = try copy.statement(
      """
      SELECT docid, packed, docid IN (SELECT docid FROM item) FROM item_attribute ORDER BY docid
      """)
    defer { rows.reset() }
    var blocks = try BlockReader(copy)
    while try rows.step() {
      let packed = try PackedAttributes(rows.bytes(1))
      if !known.hold(packed) { unknown += 1 }
      if rows.int64(2) == 0 { lost += 1 }
      if try !blocks.takes(rows.int64(0), packed) { displaced += 1 }
    }
    if unknown > 0 {
      faults.append("\(unknown) items have attributes or values that are not listed.")
    }
    if lost > 0 { faults.append("\(lost) rows of attributes belong to no item.") }
    let isAtEnd = try blocks.isAtEnd()
    if displaced > 0 || !isAtEnd {
      faults.append("The blocks of attributes are not those of the items.")
    }
    return faults
  }

  /// The attributes, and the codes of the values of each.
  private struct Known {
    var codes: [Int64: Set<Int64>] = [:]
    var faults: [String] = []

    func hold(_ packed: PackedAttributes) -> Bool {
      packed.values.allSatisfy { attribute, value in
        guard let codes = codes[attribute] else { return false }
        if case .code(let code) = value { return codes.contains(code) }
        return true
      }
    }
  }

  private func checkedValues() throws(ShortlistError) -> Known {
    var known = Known()
    for (number, name) in try AttributeCatalog(for: copy).names() {
      known.codes[number] = []
      if name.isEmpty { known.faults.append("The attribute \(number) has no name.") }
    }
    let rows = try copy.statement("SELECT attribute, code, value, hash FROM attribute_value")
    defer { rows.reset() }
    var wrong = 0
    while try rows.step() {
      let (attribute, code) = (rows.int64(0), rows.int64(1))
      guard known.codes[attribute] != nil, PackedValue.codes.contains(code),
        let value = AttributeValue(stored: rows.text(2))
      else {
        wrong += 1
        continue
      }
      let hash = try value.storedHash()
      guard !comparesHashes || hash == rows.int64(3) else {
        wrong += 1
        continue
      }
      known.codes[attribute]?.insert(code)
    }
    if wrong > 0 {
      known.faults.append("\(wrong) values of attributes are not what Shortlist wrote.")
    }
    return known
  }
}

/// Reads the blocks in order, item by item.
private struct BlockReader {
  private let copy: Connection
  /// The first docids of the blocks that follow, last first.
  private var firsts: [Int64]
  private var block: AttributeBlock?
  private var range = Int64.min..<Int64.max
  private var index = 0

  init(_ copy: Connection) throws(ShortlistError) {
    self.copy = copy
    let rows = try copy.statement("SELECT DISTINCT first FROM attribute_block ORDER BY first DESC")
    defer { rows.reset() }
    firsts = []
    while try rows.step() { firsts.append(rows.int64(0)) }
  }

  /// Whether the next item of the blocks is this one.
  mutating func takes(_ docid: Int64, _ packed: PackedAttributes) throws(ShortlistError) -> Bool {
    try advance()
    guard let block, index < block.docids.count, block.docids[index] == docid,
      range.contains(docid)
    else {
      return false
    }
    defer { index += 1 }
    for (attribute, values) in block.columns where values[index] != packed[attribute] {
      return false
    }
    return packed.values.allSatisfy { attribute, _ in block.columns[attribute] != nil }
  }

  /// Whether the blocks have no more items.
  mutating func isAtEnd() throws(ShortlistError) -> Bool {
    try advance()
    return block.map { index >= $0.docids.count } ?? true
  }

  /// Moves to the next block when this one is over.
  private mutating func advance() throws(ShortlistError) {
    while block.map({ index >= $0.docids.count }) ?? true, let first = firsts.popLast() {
      block = try AttributeBlock(first: first, on: copy)
      range = first..<max(first, firsts.last ?? .max)
      index = 0
    }
  }
}
