#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A row of the table `learned_choice`.
struct LearnedChoiceRow {
  let text: String
  let item: Item.ID
  /// The number of choices as of ``time``.
  let strength: Double
  /// The time of the last choice, in seconds since 1970.
  let time: Double

  /// The maximum number of rows.
  static let kept = 1_000
  /// The maximum length of a text, in Unicode scalars. The rest is cut.
  static let longest = 64
  /// The time in which a choice loses half of its strength, in seconds.
  static let halfLife = 30.0 * 86_400

  static let columns = "text, item, strength, time"

  static var now: Double { Date().timeIntervalSince1970 }

  /// Reads a row of ``columns``.
  init(_ statement: Statement) {
    text = statement.text(0)
    item = Item.ID(statement.text(1))
    strength = statement.double(2)
    time = statement.double(3)
  }

  /// Returns the strength at a time; 0 for a row with impossible numbers.
  func strength(at now: Double) -> Double {
    guard strength.isFinite, time.isFinite, strength > 0 else { return 0 }
    return strength * exp2(-max(0, now - time) / Self.halfLife)
  }

  /// Makes room again when there are too many rows: a tenth at a time, because comparing them means
  /// reading all.
  static func removeWeakest(at now: Double, on connection: Connection) throws(ShortlistError) {
    let count = try connection.number("SELECT count(*) FROM learned_choice") ?? 0
    guard count > kept else { return }
    let delete = try connection.statement(
      "DELETE FROM learned_choice WHERE text = ?1 AND item = ?2")
    let weakest = try all(on: connection).sorted { $0.strength(at: now) < $1.strength(at: now) }
    for row in weakest.dropLast(kept - kept / 10) {
      try delete.bind(row.text, at: 1)
      try delete.bind(row.item.rawValue, at: 2)
      try delete.run()
    }
  }

  /// Returns the text under which a choice is stored; empty if it has no words.
  static func key(of text: String) throws(ShortlistError) -> String {
    let key = try Tokens.key(of: text).dropLast()
    return String(String.UnicodeScalarView(key.unicodeScalars.prefix(longest)))
  }

  static let insertion = "INSERT OR REPLACE INTO learned_choice(\(columns)) VALUES(?1, ?2, ?3, ?4)"

  init(text: String, item: Item.ID, strength: Double, time: Double) {
    self.text = text
    self.item = item
    self.strength = strength
    self.time = time
  }

  /// Writes the row with a statement of ``insertion``.
  func write(with insertion: Statement) throws(ShortlistError) {
    try insertion.bind(text, at: 1)
    try insertion.bind(item.rawValue, at: 2)
    insertion.bind(strength, at: 3)
    insertion.bind(time, at: 4)
    try insertion.run()
  }

  /// Returns all rows that a condition selects.
  static func all(
    where condition: String = "1", _ arguments: [String] = [], on connection: Connection
  ) throws(ShortlistError) -> [LearnedChoiceRow] {
    let statement = try connection.statement(
      "SELECT \(columns) FROM learned_choice WHERE \(condition)")
    defer { statement.reset() }
    for (index, argument) in arguments.enumerated() {
      try statement.bind(argument, at: Int32(index + 1))
    }
    var rows: [LearnedChoiceRow] = []
    while try statement.step() { rows.append(LearnedChoiceRow(statement)) }
    return rows
  }

  /// Returns the docids of the items chosen for texts that begin with `key`, or with which it
  /// begins, and their strengths.
  static func strengths(
    for key: String, on connection: Connection
  ) throws(ShortlistError) -> [Int64: Double] {
    guard !key.isEmpty else { return [:] }
    let now = now
    // Equal strings may be different ids: "é" can be written in two ways.
    var strengths: [[UInt8]: Double] = [:]
    func add(_ rows: [LearnedChoiceRow]) {
      for row in rows {
        strengths[Array(row.item.rawValue.utf8), default: 0] += row.strength(at: now)
      }
    }
    add(try all(where: "text >= ?1 AND text < ?2", [key, key + "\u{10FFFF}"], on: connection))
    for length in 1..<key.unicodeScalars.count {
      let beginning = String(String.UnicodeScalarView(key.unicodeScalars.prefix(length)))
      add(try all(where: "text = ?1", [beginning], on: connection))
    }
    let find = try connection.statement("SELECT docid FROM item WHERE id = ?1")
    defer { find.reset() }
    var found: [Int64: Double] = [:]
    for (item, strength) in strengths where strength > 0 {
      try find.bind(String(decoding: item, as: UTF8.self), at: 1)
      if try find.step() { found[find.int64(0)] = strength }
      find.reset()
    }
    return found
  }
}
