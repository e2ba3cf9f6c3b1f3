import CShortlist
import CShortlistIndex

/// The order of items by an attribute.
struct AttributeOrder {
  /// The place of an item in the order.
  struct Key: Hashable, Comparable {
    /// 0 to 2 for the kind of value, and 3 without one.
    let kind: UInt64
    /// The place among the values of the kind.
    let value: UInt64

    /// The key of items without the attribute, the last.
    static let none = Key(kind: 3, value: 0)

    static func < (a: Key, b: Key) -> Bool { (a.kind, a.value) < (b.kind, b.value) }

    /// The key as numbers in the same order, for a cursor.
    var numbers: [Int64] { [Int64(kind), Int64(bitPattern: value ^ 1 << 63)] }
  }

  private let index: AttributeIndex
  /// `nil` if the list has no such attribute.
  private let column: AttributeColumn?
  private let isDescending: Bool
  /// The keys of the codes from 0 on.
  private let codes: [shortlist_sort_key]

  /// Prepares the order.
  ///
  /// - Complexity: O(*v* · log *v*) for *v* different values that are not single numbers.
  init(
    _ sort: AttributeSort, in index: AttributeIndex, on connection: Connection
  ) throws(ShortlistError) {
    self.index = index
    isDescending = sort.direction == .descending
    column = try index.column(sort.attribute, on: connection)
    let elements = try column?.dictionary(on: connection).elements ?? []
    codes = Self.keys(elements, isDescending)
  }

  private static func keys(
    _ elements: [[AttributeDictionary.Element]], _ isDescending: Bool
  ) -> [shortlist_sort_key] {
    var places: [String: UInt64] = [:]
    let texts = Set(elements.joined().map(\.folded))
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for (place, text) in texts.enumerated() { places[text] = UInt64(place) }
    func key(of element: AttributeDictionary.Element) -> shortlist_sort_key {
      let (kind, value): (UInt64, UInt64)
      switch element.value {
      case .number(let number): return shortlist_sort_key_of_number(number, isDescending)
      case .boolean(let boolean): (kind, value) = (0, boolean ? 1 : 0)
      case .text, .list: (kind, value) = (2, places[element.folded] ?? 0)
      }
      return shortlist_sort_key(
        kind: isDescending ? 2 - kind : kind, value: isDescending ? ~value : value)
    }
    return elements.map { elements in
      elements.map(key).min { ($0.kind, $0.value) < ($1.kind, $1.value) }
        ?? shortlist_sort_key(kind: Key.none.kind, value: Key.none.value)
    }
  }

  /// Returns the place of an item. `place` is where to look for it: that of the item before.
  func key(of docid: Int64, near place: inout Int32) -> Key {
    guard let column else { return .none }
    let key = shortlist_sort_key_of(
      index.items.handle, column.handle, codes, Int32(codes.count), isDescending, docid, &place)
    return Key(kind: key.kind, value: key.value)
  }

  /// Finds the first `limit` items, in no order, among those that some iterators find from their
  /// heads up to `last`, and counts these. Equal items come in the order of their rank classes, then
  /// of their docids. All iterators must count blindly.
  ///
  /// - Returns: `nil` when the time runs out.
  func first(
    _ limit: Int, of iterators: [DocidIterator], upTo last: Int64, on connection: Connection
  ) throws(ShortlistError) -> (docids: [Int64], count: Int)? {
    guard let column else { return nil }
    var sorted = [shortlist_sorted_docid](
      repeating: shortlist_sorted_docid(), count: limit)
    var (found, count): (Int32, Int64) = (0, 0)
    let code = try DocidIterator.visit(iterators) { streams, failed in
      shortlist_sort_docids(
        &streams, Int32(streams.count), last, index.items.handle, column.handle, codes,
        Int32(codes.count), isDescending, DocID.rankClassMask, Int32(limit), connection.budget,
        &sorted, &found, &count, &failed)
    }
    guard code == SQLITE_OK else { return nil }
    return (sorted.prefix(Int(found)).map(\.docid), Int(count))
  }
}
