import Shortlist
import ShortlistTestSupport

extension SeededGenerator {
  private static let names = ["kind", "year", "is open", "tags"]
  private static let texts = [
    "lake", "Lake", "LÁKE", "river", "Río", "rio", "a, b", "\"x\\y\"", "7", "1987", "true", "",
  ]
  private static let numbers: [Double] = [-1e300, -2, 0, 0.5, 7, 1987, 1987.25, 1e16]

  /// Returns some attributes of an item, with few different values.
  mutating func attributes() -> [String: AttributeValue] {
    var attributes: [String: AttributeValue] = [:]
    for name in some(Self.names, number(1...3)) {
      if once(in: 4) {
        let values = Set((0..<number(2...3)).map { _ in attributeValue() })
        attributes[name] = values.count > 1 ? .list(Array(values)) : values.first
      } else {
        attributes[name] = attributeValue()
      }
    }
    return attributes
  }

  private mutating func attributeValue() -> AttributeValue {
    switch number(0...5) {
    case 0...2: .text(pick(Self.texts))
    case 3: .boolean(once(in: 2))
    default: .number(pick(Self.numbers))
    }
  }

  /// Returns a filter of up to so many levels.
  mutating func filter(levels: Int = 3) -> AttributeFilter {
    let name = once(in: 12) ? "unknown" : pick(Self.names)
    switch number(0...(levels > 1 ? 9 : 5)) {
    case 0...2: return .equals(name, attributeValue())
    case 3: return .equals(name, .list([attributeValue(), attributeValue()]))
    case 4:
      return .compares(name, pick(AttributeFilter.Comparison.allCases), attributeValue())
    case 5: return .exists(name)
    case 6: return .not(filter(levels: levels - 1))
    case 7: return .all(filters(levels: levels - 1))
    default: return .any(filters(levels: levels - 1))
    }
  }

  /// Returns several filters or none. A text cannot tell one from a list of one.
  private mutating func filters(levels: Int) -> [AttributeFilter] {
    (0..<pick([0, 2, 3])).map { _ in filter(levels: levels) }
  }

  /// Lets a query filter, sort and count by attributes.
  mutating func addAttributes(to query: inout SearchQuery) {
    if once(in: 3) { query.filter = filter() }
    if once(in: 4) {
      let name = once(in: 6) ? "unknown" : pick(Self.names)
      query.sort = AttributeSort(name, once(in: 2) ? .ascending : .descending)
    }
    if once(in: 3) { query.facets = some(Self.names + ["unknown"], number(1...3)) }
    if once(in: 8) { query.text = "" }
  }
}
