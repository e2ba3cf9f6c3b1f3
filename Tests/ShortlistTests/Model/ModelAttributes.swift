import Foundation
import Shortlist

/// Attributes according to the specification, value by value.
enum ModelAttributes {
  /// Whether an item meets a filter.
  static func meets(_ filter: AttributeFilter, _ item: Item) -> Bool {
    switch filter {
    case .all(let filters): filters.allSatisfy { meets($0, item) }
    case .any(let filters): filters.contains { meets($0, item) }
    case .not(let filter): !meets(filter, item)
    case .exists(let name): item.attributes[name] != nil
    case .equals(let name, let wanted):
      values(item, name).contains { value in wanted.elements.contains { equals($0, value) } }
    case .compares(let name, let comparison, let other):
      values(item, name).contains { value in
        switch (value, other) {
        case (.number(let a), .number(let b)): isMet(comparison, a < b, a == b)
        case (.text(let a), .text(let b)):
          isMet(
            comparison, fold(a).utf8.lexicographicallyPrecedes(fold(b).utf8), fold(a) == fold(b))
        default: false
        }
      }
    }
  }

  private static func isMet(
    _ comparison: AttributeFilter.Comparison, _ isLess: Bool, _ isEqual: Bool
  ) -> Bool {
    switch comparison {
    case .less: isLess
    case .lessOrEqual: isLess || isEqual
    case .greater: !isLess && !isEqual
    case .greaterOrEqual: !isLess
    }
  }

  private static func equals(_ wanted: AttributeValue, _ value: AttributeValue) -> Bool {
    if case .text(let text) = value { return fold(text) == fold(wanted.description) }
    return wanted == value
  }

  private static func values(_ item: Item, _ name: String) -> [AttributeValue] {
    item.attributes[name]?.elements ?? []
  }

  /// Folds the letters that the random values have.
  static func fold(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  /// Returns the values of an attribute among items, with the number of items that have each, in the
  /// order of a facet.
  static func counts(_ name: String, of items: [Item]) -> [(value: AttributeValue, count: Int)] {
    var counts: [AttributeValue: Int] = [:]
    var spellings: [AttributeValue: [AttributeValue: Int]] = [:]
    for item in items {
      for value in values(item, name) {
        spellings[key(value), default: [:]][value, default: 0] += 1
      }
      for key in Set(values(item, name).map(key)) { counts[key, default: 0] += 1 }
    }
    return counts.map { key, count in
      let best = spellings[key, default: [:]].min { a, b in
        a.value != b.value ? a.value > b.value : "\(a.key)" < "\(b.key)"
      }
      return (best?.key ?? key, count)
    }.sorted { a, b in
      a.count != b.count
        ? a.count > b.count : ModelSortKey([a.value], false) < ModelSortKey([b.value], false)
    }
  }

  private static func key(_ value: AttributeValue) -> AttributeValue {
    if case .text(let text) = value { .text(fold(text)) } else { value }
  }
}

/// The place of an item in the order of an attribute.
struct ModelSortKey: Hashable, Comparable {
  /// 0 for Booleans, 1 for numbers, 2 for texts, 3 without a value.
  private var kind = 3
  private var number = 0.0
  private var text = ""
  private var isDescending = false

  /// Makes the key of an item's values.
  init(_ values: [AttributeValue], _ isDescending: Bool) {
    self.isDescending = isDescending
    if let first = values.map({ ModelSortKey($0, isDescending) }).min() { self = first }
  }

  private init(_ value: AttributeValue, _ isDescending: Bool) {
    self.isDescending = isDescending
    switch value {
    case .boolean(let value): (kind, number) = (0, value ? 1 : 0)
    case .number(let value): (kind, number) = (1, value)
    case .text(let value): (kind, text) = (2, ModelAttributes.fold(value))
    case .list: break
    }
  }

  static func < (a: ModelSortKey, b: ModelSortKey) -> Bool {
    guard a.kind < 3, b.kind < 3 else { return a.kind < b.kind }
    let (a, b) = a.isDescending ? (b, a) : (a, b)
    if a.kind != b.kind { return a.kind < b.kind }
    return a.number != b.number
      ? a.number < b.number : a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}
