import CShortlist
import CShortlistIndex

/// The items that meet an ``AttributeFilter``.
///
/// `@unchecked Sendable`: what it finds out about items, it remembers atomically.
final class DocidFilter: @unchecked Sendable {
  private let handle: OpaquePointer
  /// What the filter refers to. Not the index, which caches the filter.
  private let items: AttributeItems
  private let columns: [AttributeColumn]

  /// The most docids that are listed; see ``docids(upTo:)``.
  private static let maximumListed: Int32 = 4_194_304

  /// `hasOthers` tells whether the list has items without attributes.
  init(
    _ filter: AttributeFilter, in index: AttributeIndex, hasOthers: Bool,
    on connection: Connection
  ) throws(ShortlistError) {
    var compiler = FilterCompiler(index, connection)
    try compiler.append(filter)
    items = index.items
    columns = compiler.columns
    var made: OpaquePointer?
    let code = compiler.withNodes { nodes in
      shortlist_attribute_filter_create(
        index.items.handle, nodes, Int32(nodes.count), hasOthers, &made)
    }
    guard code == SQLITE_OK, let made else { throw AttributeIndex.error(code) }
    handle = made
  }

  deinit { shortlist_attribute_filter_free(handle) }

  /// The filter for postings, valid as long as `self`.
  var docids: shortlist_docid_filter { shortlist_attribute_filter_docids(handle) }

  /// Whether an item meets the filter. `place` is the place of the item asked about before.
  func accepts(_ docid: Int64, near place: inout Int32) -> Bool {
    let docids = docids
    let bits = docids.accepted(docids.context, docid >> Int64(SHORTLIST_WORD_BITS), &place)
    return bits >> UInt64(docid & Int64(SHORTLIST_WORD_MASK)) & 1 != 0
  }

  /// Whether items without attributes meet the filter.
  var acceptsOthers: Bool { shortlist_attribute_filter_accepts_others(handle) }

  /// The number of items that meet the filter; `nil` if items without attributes do.
  var count: Int? {
    guard !acceptsOthers else { return nil }
    return Int(shortlist_attribute_filter_count(handle))
  }

  /// Whether so few items meet the filter that finding them one by one takes less than reading all
  /// items.
  var acceptsFew: Bool { count.map { $0 <= 65_536 } ?? false }

  /// Returns all docids up to `last`, in ascending order; `nil` if items without attributes meet the
  /// filter, or if there are too many.
  func docids(upTo last: Int64) throws(ShortlistError) -> [Int64]? {
    guard !acceptsOthers else { return nil }
    var docids: UnsafeMutablePointer<Int64>?
    var count: Int32 = 0
    let code = shortlist_attribute_filter_list(handle, Self.maximumListed, &docids, &count)
    guard code == SQLITE_OK else { throw AttributeIndex.error(code) }
    defer { sqlite3_free(docids) }
    guard count < Self.maximumListed else { return nil }
    let listed = UnsafeBufferPointer(start: docids, count: Int(count))
    return Array(listed.prefix { $0 <= last })
  }
}

/// Turns a filter into nodes for the columns of an index.
private struct FilterCompiler {
  private let index: AttributeIndex
  private let connection: Connection
  private var nodes: [shortlist_filter_node] = []
  /// The codes of the nodes that have some, by the index of the node.
  private var codes: [Int: [UInt8]] = [:]
  private(set) var columns: [AttributeColumn] = []

  init(_ index: AttributeIndex, _ connection: Connection) {
    self.index = index
    self.connection = connection
  }

  mutating func append(_ filter: AttributeFilter) throws(ShortlistError) {
    switch filter {
    case .all(let filters):
      let start = nodes.count
      append(SHORTLIST_FILTER_ALL, children: filters.count)
      for filter in filters { try append(filter) }
      joinRanges(of: start)
    case .any(let filters):
      append(SHORTLIST_FILTER_ANY, children: filters.count)
      for filter in filters { try append(filter) }
    case .not(let filter):
      append(SHORTLIST_FILTER_NOT, children: 1)
      try append(filter)
    case .exists(let name):
      guard let column = try column(name) else { return appendNothing() }
      append(SHORTLIST_FILTER_EXISTS, column)
    case .equals(let name, let value):
      guard let column = try column(name) else { return appendNothing() }
      try append(Set(value.elements), in: column)
    case .compares(let name, let comparison, let value):
      guard let column = try column(name) else { return appendNothing() }
      try append(comparison, value, in: column)
    }
  }

  private mutating func column(_ name: String) throws(ShortlistError) -> AttributeColumn? {
    guard let column = try index.column(name, on: connection) else { return nil }
    columns.append(column)
    return column
  }

  private mutating func append(
    _ kind: Int, children: Int = 0, _ column: AttributeColumn? = nil
  ) {
    nodes.append(
      shortlist_filter_node(
        kind: Int32(kind), children: Int32(children), column: column?.handle, codes: nil,
        code_count: 0, low: 0, high: 0, includes_low: false, includes_high: false))
  }

  /// Joins the only two children of a node, from `start` on, if both are ranges of the same numbers:
  /// one comparison then does for both.
  private mutating func joinRanges(of start: Int) {
    guard nodes.count == start + 3, nodes[start + 1].column == nodes[start + 2].column,
      nodes[start + 1].kind == SHORTLIST_FILTER_RANGE,
      nodes[start + 2].kind == SHORTLIST_FILTER_RANGE
    else { return }
    var (range, other) = (nodes[start + 1], nodes[start + 2])
    if other.low > range.low || other.low == range.low && !other.includes_low {
      (range.low, range.includes_low) = (other.low, other.includes_low)
    }
    if other.high < range.high || other.high == range.high && !other.includes_high {
      (range.high, range.includes_high) = (other.high, other.includes_high)
    }
    nodes.replaceSubrange(start..., with: [range])
  }

  private mutating func appendNothing() { append(SHORTLIST_FILTER_ANY) }

  private mutating func append(_ codes: Set<Int64>, of column: AttributeColumn) {
    var table = [UInt8](repeating: 0, count: Int(codes.max() ?? 0) + 1)
    for code in codes { table[Int(code)] = 1 }
    self.codes[nodes.count] = table
    append(SHORTLIST_FILTER_CODES, column)
  }

  private mutating func append(_ range: ValueRange, in column: AttributeColumn) {
    append(SHORTLIST_FILTER_RANGE, column)
    nodes[nodes.count - 1].low = range.low
    nodes[nodes.count - 1].high = range.high
    nodes[nodes.count - 1].includes_low = range.includesLow
    nodes[nodes.count - 1].includes_high = range.includesHigh
  }

  /// Appends a condition for items with one of some codes, or with a number in one of some ranges.
  private mutating func append(
    _ codes: Set<Int64>, or ranges: [ValueRange], in column: AttributeColumn
  ) {
    let children = (codes.isEmpty ? 0 : 1) + ranges.count
    if children != 1 { append(SHORTLIST_FILTER_ANY, children: children) }
    if !codes.isEmpty { append(codes, of: column) }
    for range in ranges { append(range, in: column) }
  }

  /// Appends a condition for items with one of some values.
  private mutating func append(
    _ values: Set<AttributeValue>, in column: AttributeColumn
  ) throws(ShortlistError) {
    var codes: Set<Int64> = []
    var numbers: [Double] = []
    var wanted: Set<AttributeValue> = []
    for value in values {
      if case .number(let number) = value { numbers.append(number) }
      if case .boolean = value {
        codes.formUnion(try self.codes(of: column, hash: value.storedHash()) { $0 == value })
      }
      // A number or a Boolean may also be written as a text.
      let folded = try Tokens.folded(value.description)
      wanted.formUnion([value, .text(folded)])
      codes.formUnion(
        try self.codes(of: column, hash: AttributeValue.hash(folded)) {
          (value) throws(ShortlistError) in try value.foldedValue() == .text(folded)
        })
    }
    codes.formUnion(
      try self.codes(of: column, hash: AttributeValue.hashOfLists) {
        (list) throws(ShortlistError) in
        for element in list.elements {
          if wanted.contains(try element.foldedValue()) { return true }
        }
        return false
      })
    append(codes, or: numbers.map { ValueRange(low: $0, high: $0) }, in: column)
  }

  /// Returns the codes with a hash whose values meet a condition.
  private func codes(
    of column: AttributeColumn, hash: Int64,
    where condition: (AttributeValue) throws(ShortlistError) -> Bool
  ) throws(ShortlistError) -> Set<Int64> {
    let rows = try connection.statement(
      "SELECT code, value FROM attribute_value WHERE attribute = ?1 AND hash = ?2")
    defer { rows.reset() }
    rows.bind(column.attribute, at: 1)
    rows.bind(hash, at: 2)
    var codes: Set<Int64> = []
    while try rows.step() {
      let code = rows.int64(0)
      // A code that no item has need not be looked for, whatever it is.
      guard code > 0, code < column.codeCount else { continue }
      guard let value = AttributeValue(stored: rows.text(1)) else { throw PackedReader.damaged }
      if try condition(value) { codes.insert(code) }
    }
    return codes
  }

  /// Appends a condition for items with a value that compares with another.
  private mutating func append(
    _ comparison: AttributeFilter.Comparison, _ value: AttributeValue, in column: AttributeColumn
  ) throws(ShortlistError) {
    switch value {
    case .number(let number):
      let codes = try self.codes(of: column, hash: AttributeValue.hashOfLists) { list in
        list.elements.contains { element in
          if case .number(let other) = element { comparison.holds(other, number) } else { false }
        }
      }
      append(codes, or: [ValueRange(comparison, number)], in: column)
    case .text(let text):
      let folded = Array(try Tokens.folded(text).utf8)
      let elements = try column.dictionary(on: connection).elements
      append(
        Set(
          elements.indices.filter { code in
            elements[code].contains { element in
              guard case .text = element.value else { return false }
              return comparison.holds(element.folded.utf8, folded)
            }
          }.map(Int64.init)), of: column)
    case .boolean, .list: appendNothing()
    }
  }

  /// Lends the nodes, valid until `work` returns.
  func withNodes<Result>(_ work: ([shortlist_filter_node]) -> Result) -> Result {
    var table: [UInt8] = []
    var starts: [Int: Int] = [:]
    for (index, codes) in codes {
      starts[index] = table.count
      table += codes
    }
    return table.withUnsafeBufferPointer { table in
      var nodes = nodes
      for (index, start) in starts {
        nodes[index].codes = table.baseAddress.map { $0 + start }
        nodes[index].code_count = Int32(codes[index]?.count ?? 0)
      }
      return work(nodes)
    }
  }
}

/// A range of numbers.
private struct ValueRange {
  var low = -Double.infinity
  var high = Double.infinity
  var includesLow = true
  var includesHigh = true

  /// Makes the range from one number to another.
  init(low: Double, high: Double) { (self.low, self.high) = (low, high) }

  /// Makes the range of the numbers that compare so with a number.
  init(_ comparison: AttributeFilter.Comparison, _ number: Double) {
    switch comparison {
    case .less: (high, includesHigh) = (number, false)
    case .lessOrEqual: high = number
    case .greater: (low, includesLow) = (number, false)
    case .greaterOrEqual: low = number
    }
  }
}

extension AttributeValue {
  /// The value with its text folded.
  fileprivate func foldedValue() throws(ShortlistError) -> AttributeValue {
    if case .text(let text) = self { .text(try Tokens.folded(text)) } else { self }
  }
}

extension AttributeFilter.Comparison {
  /// Whether two texts are in this order, byte by byte.
  fileprivate func holds(_ a: String.UTF8View, _ b: [UInt8]) -> Bool {
    switch self {
    case .less: a.lexicographicallyPrecedes(b)
    case .lessOrEqual: !b.lexicographicallyPrecedes(a)
    case .greater: b.lexicographicallyPrecedes(a)
    case .greaterOrEqual: !a.lexicographicallyPrecedes(b)
    }
  }
}
