import Foundation
@_spi(SearchEngines) import Shortlist

/// The number of matches with a value, among those that are equal when folded.
private struct FacetCount {
  var items = 0
  /// The number of matches with each spelling.
  var spellings: [AttributeValue: Int] = [:]
}

extension PostgresSearch {
  /// Counts the values of attributes among all matches.
  func facets() throws(ShortlistError) -> [Facet] {
    guard !query.facets.isEmpty else { return [] }
    return try query.facets.map { (name) throws(ShortlistError) in
      try Facet(attribute: name, values: wasInterrupted ? [] : values(of: name))
    }
  }

  private func values(of name: String) throws(ShortlistError) -> [Facet.Value] {
    guard !sets.isEmpty else { return [] }
    var statement = Statement()
    let attribute = statement.add(PostgresValue(name), "text")
    let condition = Condition.all([base, .any(sets), exclusion.negated]).sql(&statement)
    let rows = try connection.query(
      "SELECT attributes -> \(attribute) AS value, count(*) FROM shortlist.item "
        + "WHERE attributes IS NOT NULL AND \(condition) GROUP BY value", statement.parameters)
    var counts: [AttributeValue: FacetCount] = [:]
    for row in 0..<rows.count where !rows.isNull(row, 0) {
      let data = Data(buffer: rows.bytes(row, 0))
      guard let value = try? JSONDecoder().decode(AttributeValue.self, from: data) else { continue }
      let items = Int(rows.integer(row, 1))
      var known: Set<AttributeValue> = []
      for element in value.elements {
        let key = try Self.folded(element)
        counts[key, default: FacetCount()].spellings[element, default: 0] += items
        if known.insert(key).inserted { counts[key]?.items += items }
      }
    }
    return counts.sorted { a, b in
      a.value.items != b.value.items
        ? a.value.items > b.value.items : Self.precedes(a.key, b.key)
    }.prefix(query.maxFacetValues).map { key, count in
      let best = count.spellings.min { a, b in
        a.value != b.value ? a.value > b.value : "\(a.key)" < "\(b.key)"
      }
      return Facet.Value(value: best?.key ?? key, total: .exactly(count.items))
    }
  }

  private static func folded(_ value: AttributeValue) throws(ShortlistError) -> AttributeValue {
    guard case .text(let text) = value else { return value }
    return .text(try IndexedItem.folded(text))
  }

  /// Orders Booleans before numbers, and these before texts, each ascending.
  private static func precedes(_ a: AttributeValue, _ b: AttributeValue) -> Bool {
    switch (a, b) {
    case (.boolean(let a), .boolean(let b)): !a && b
    case (.number(let a), .number(let b)): a < b
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    default: kind(a) < kind(b)
    }
  }

  private static func kind(_ value: AttributeValue) -> Int {
    switch value {
    case .boolean: 0
    case .number: 1
    case .text: 2
    case .list: 3
    }
  }
}

extension Data {
  /// Copies bytes.
  init(buffer: UnsafeBufferPointer<UInt8>) { self.init(buffer) }
}
