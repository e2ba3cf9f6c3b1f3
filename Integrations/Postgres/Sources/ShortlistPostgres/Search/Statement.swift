@_spi(SearchEngines) import Shortlist

/// The parameters of a statement in the making.
struct Statement {
  private(set) var parameters: [PostgresValue] = []
  private var known: [String: String] = [:]

  /// Adds a parameter of a type, and returns its place in the SQL.
  mutating func add(_ value: PostgresValue, _ type: String) -> String {
    let key = type + (value.text ?? "\u{0}")
    if let place = known[key] { return place }
    parameters.append(value)
    let place = "$\(parameters.count)::\(type)"
    known[key] = place
    return place
  }
}

/// A condition on items, as SQL.
struct Condition {
  private let make: (inout Statement) -> String

  init(_ make: @escaping (inout Statement) -> String) { self.make = make }

  init(_ sql: String) { make = { _ in sql } }

  static var always: Condition { Condition("true") }
  static var never: Condition { Condition("false") }

  /// Returns the SQL, and adds its parameters to a statement.
  func sql(_ statement: inout Statement) -> String { make(&statement) }

  static func all(_ parts: [Condition]) -> Condition {
    Condition { statement in
      let parts = parts.map { "(\($0.sql(&statement)))" }
      return parts.isEmpty ? "true" : parts.joined(separator: " AND ")
    }
  }

  static func any(_ parts: [Condition]) -> Condition {
    Condition { statement in
      let parts = parts.map { "(\($0.sql(&statement)))" }
      return parts.isEmpty ? "false" : parts.joined(separator: " OR ")
    }
  }

  /// Met where this condition is not, also where it is unknown.
  var negated: Condition {
    Condition { statement in "(\(self.sql(&statement))) IS NOT TRUE" }
  }

  /// The same condition, which no index can decide: PostgreSQL checks it row by row.
  var checkedByRow: Condition {
    Condition { statement in "(\(self.sql(&statement))) IS TRUE" }
  }

  /// The most alternatives of one query. PostgreSQL evaluates all of them for each item that an index
  /// finds, so several shorter queries are quicker.
  fileprivate static let maximumAlternatives = 64

  /// Met by items whose titles or keywords meet a condition on tokens.
  static func titles(_ tokens: TokenQuery?) -> Condition {
    if case .any(let parts) = tokens, tokens?.isLong == true {
      return .any(
        stride(from: 0, to: parts.count, by: maximumAlternatives).map {
          titles(.any(Array(parts[$0..<min($0 + maximumAlternatives, parts.count)])))
        })
    }
    if case .all(let parts) = tokens, parts.contains(where: \.isLong) {
      return .all(parts.map { titles($0) })
    }
    guard let query = tokens?.tsquery else { return .never }
    return Condition { "titles @@ \($0.add(PostgresValue(query), "tsquery"))" }
  }

  /// Met by items that meet a condition on tokens in any of their fields.
  static func texts(_ tokens: TokenQuery?) -> Condition {
    guard let query = tokens?.tsquery else { return .never }
    return Condition { statement in
      let query = statement.add(PostgresValue(query), "tsquery")
      return "titles @@ \(query) OR texts @@ \(query)"
    }
  }

  static func sections(_ numbers: [Int64]) -> Condition {
    Condition { "section = ANY(\($0.add(PostgresValue(numbers), "int[]")))" }
  }
}

extension TokenQuery {
  /// Whether it has more alternatives than one query should.
  fileprivate var isLong: Bool {
    if case .any(let parts) = self { parts.count > Condition.maximumAlternatives } else { false }
  }

  /// The condition as PostgreSQL's type `tsquery`, in text form; `nil` if nothing can meet it.
  var tsquery: String? {
    switch self {
    case .phrase(let words, let isPrefix, let field):
      guard !words.isEmpty else { return nil }
      var bytes: [UInt8] = []
      for (offset, word) in words.enumerated() {
        if offset > 0 { bytes += " <-> ".utf8 }
        TokenVector.appendQuoted(word, to: &bytes)
        let isOpen = isPrefix && offset == words.count - 1
        if isOpen || field != nil { bytes.append(UInt8(ascii: ":")) }
        if isOpen { bytes.append(UInt8(ascii: "*")) }
        if let field { bytes.append(TokenVector.letter(field)) }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      return words.count > 1 ? "(\(text))" : text
    case .all(let parts):
      let queries = parts.map(\.tsquery)
      guard !queries.isEmpty, !queries.contains(nil) else { return nil }
      return "(\(queries.compactMap(\.self).joined(separator: " & ")))"
    case .any(let parts):
      let queries = parts.compactMap(\.tsquery)
      return queries.isEmpty ? nil : "(\(queries.joined(separator: " | ")))"
    }
  }
}
