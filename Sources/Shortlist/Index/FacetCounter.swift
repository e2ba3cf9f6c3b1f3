import CShortlist
import CShortlistIndex

/// Counts the values of an attribute among some items.
final class FacetCounter {
  fileprivate let handle: OpaquePointer
  private let index: AttributeIndex
  private let column: AttributeColumn

  /// `nil` if the list has no such attribute.
  init?(
    _ name: String, in index: AttributeIndex, on connection: Connection
  ) throws(ShortlistError) {
    guard let column = try index.column(name, on: connection) else { return nil }
    guard
      let handle = shortlist_facet_counter_create(
        index.items.handle, column.handle, Int32(column.codeCount))
    else { throw AttributeIndex.outOfMemory }
    self.handle = handle
    self.index = index
    self.column = column
  }

  deinit { shortlist_facet_counter_free(handle) }

  /// Counts an item.
  func add(_ docid: Int64) { shortlist_facet_counter_add(handle, docid) }

  /// Counts the items that some iterators find from their heads up to `last`. All of them must count
  /// blindly.
  ///
  /// - Returns: whether all items were counted. Otherwise every value has reached `bound`, or the
  ///   time ran out.
  static func count(
    _ iterators: [DocidIterator], upTo last: Int64, in counters: [FacetCounter], bound: Int,
    on connection: Connection
  ) throws(ShortlistError) -> Bool {
    let handles = counters.map(\.handle)
    var isComplete = true
    let code = try DocidIterator.visit(iterators) { streams, failed in
      shortlist_count_facets(
        &streams, Int32(streams.count), last, handles, Int32(handles.count), Int64(bound),
        connection.budget, &isComplete, &failed)
    }
    return isComplete && code == SQLITE_OK
  }

  /// A value, and the number of items that have it.
  struct Count {
    var value: AttributeValue
    var count: Int
    /// The folded text; empty for other values.
    let folded: String
  }

  /// Returns the values that some item has, in no order. Texts with the same folded text count
  /// together, under the most frequent of them.
  func counts(on connection: Connection) throws(ShortlistError) -> [Count] {
    let elements = try column.dictionary(on: connection).elements
    let codes = UnsafeBufferPointer(
      start: shortlist_facet_counter_codes(handle), count: column.codeCount)
    var counts: [AttributeValue: Count] = [:]
    var spellings: [AttributeValue: (key: AttributeValue, count: Int)] = [:]
    for code in elements.indices.dropFirst() where codes[code] > 0 {
      let count = Int(codes[code])
      var known: Set<AttributeValue> = []
      for element in elements[code] {
        spellings[element.value, default: (element.key, 0)].count += count
        guard known.insert(element.key).inserted else { continue }
        counts[
          element.key, default: Count(value: element.value, count: 0, folded: element.folded)
        ].count += count
      }
    }
    for (value, spelling) in spellings {
      guard let best = counts[spelling.key]?.value, best != value else { continue }
      let most = spellings[best]?.count ?? 0
      let isFirst = value.description.utf8.lexicographicallyPrecedes(best.description.utf8)
      if spelling.count > most || spelling.count == most && isFirst {
        counts[spelling.key]?.value = value
      }
    }
    for (number, count) in try numbers() {
      let value = AttributeValue.number(number)
      counts[value, default: Count(value: value, count: 0, folded: "")].count += count
    }
    return Array(counts.values)
  }

  private func numbers() throws(ShortlistError) -> [Double: Int] {
    var found: UnsafePointer<Double>?
    var count: Int32 = 0
    let code = shortlist_facet_counter_numbers(handle, &found, &count)
    guard code == SQLITE_OK else { throw AttributeIndex.error(code) }
    var numbers: [Double: Int] = [:]
    for number in UnsafeBufferPointer(start: found, count: Int(count)) {
      numbers[number, default: 0] += 1
    }
    return numbers
  }
}

extension AttributeDictionary.Element {
  /// The value by which equal ones count together.
  fileprivate var key: AttributeValue {
    if case .text = value { .text(folded) } else { value }
  }
}
