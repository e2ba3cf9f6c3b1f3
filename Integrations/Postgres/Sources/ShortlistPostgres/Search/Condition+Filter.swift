import Foundation
@_spi(SearchEngines) import Shortlist

extension Condition {
  /// Met by items that meet a filter.
  ///
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  static func meets(_ filter: AttributeFilter) throws(ShortlistError) -> Condition {
    switch filter {
    case .all(let filters):
      return .all(try filters.map { (filter) throws(ShortlistError) in try meets(filter) })
    case .any(let filters):
      return .any(try filters.map { (filter) throws(ShortlistError) in try meets(filter) })
    case .not(let filter): return try meets(filter).negated
    case .exists(let name):
      return Condition { "facts ? \($0.add(PostgresValue(name), "text"))" }
    case .equals(let name, let wanted):
      var values: [Condition] = []
      for value in wanted.elements {
        values.append(try has(name, value))
        // A number also equals a text that spells it.
        if value.isText { continue }
        values.append(try has(name, .text(value.description)))
      }
      return .any(values)
    case .compares(let name, let comparison, let value):
      return try compares(name, comparison, value)
    }
  }

  /// Met by items that have a value, or a text that is equal when folded.
  private static func has(
    _ name: String, _ value: AttributeValue
  ) throws(ShortlistError) -> Condition {
    let facts = try ItemFacts.facts([name: value])
    let json = Self.json(facts)
    return Condition { "facts @> \($0.add(PostgresValue(json), "jsonb"))" }
  }

  private static func compares(
    _ name: String, _ comparison: AttributeFilter.Comparison, _ value: AttributeValue
  ) throws(ShortlistError) -> Condition {
    let other: String
    switch value {
    case .number(let number): other = json(number)
    case .text(let text): other = json(try IndexedItem.folded(text))
    case .boolean, .list: return .never
    }
    // Values of other types are not comparable, and meet nothing.
    let path = "$.\(json(name))[*] ? (@ \(comparison.rawValue) \(other))"
    return Condition {
      "jsonb_path_exists(facts, \($0.add(PostgresValue(path), "jsonpath")))"
    }
  }

  /// Returns a value as JSON, without escapes that PostgreSQL does not take.
  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try? encoder.encode(value)
    return data.map { String(decoding: $0, as: UTF8.self) }?
      .replacing("\\u0000", with: "\u{FFFD}") ?? "null"
  }
}

extension AttributeValue {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}
