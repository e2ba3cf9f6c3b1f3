import CShortlist
import CShortlistIndex

/// Checks the words of items for substrings.
final class SubstringFilter {
  /// The alternatives of each clause, each with the numbers of the substrings that it needs.
  private let clauses: [[[Int]]]
  private var substrings: [shortlist_substring] = []
  /// The text of all substrings.
  private let bytes: UnsafeMutableBufferPointer<CChar>
  private let texts: Statement
  private let budget: OpaquePointer?
  private var looks: UInt32 = 0
  /// Whether the index was asked for only some of the clauses.
  let isPartial: Bool

  init(
    _ clauses: [[[String]]], isPartial: Bool, on connection: Connection
  ) throws(ShortlistError) {
    self.isPartial = isPartial
    budget = connection.budget
    texts = try connection.statement("SELECT docid, \(Self.columns) FROM item WHERE docid = ?1")
    let words = Set(clauses.joined().joined()).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(words, words.indices))
    self.clauses = clauses.map { $0.map { $0.map { numbers[$0] ?? 0 } } }
    bytes = .allocate(capacity: max(1, words.reduce(0) { $0 + $1.utf8.count }))
    _ = bytes.initialize(from: words.joined().utf8.lazy.map { CChar(bitPattern: $0) })
    var start = 0
    for word in words {
      guard let base = bytes.baseAddress else { break }
      substrings.append(
        shortlist_substring(bytes: base + start, length: Int32(word.utf8.count), found: 0))
      start += word.utf8.count
    }
  }

  deinit { bytes.deallocate() }

  /// The columns of an item that it checks.
  static let columns = "title, keywords"

  /// Whether an item matches all clauses; `nil` when the time is over.
  func accepts(_ docid: Int64) throws(ShortlistError) -> Bool? {
    texts.bind(docid, at: 1)
    defer { texts.reset() }
    return try texts.step() ? accepts(texts) : false
  }

  /// Whether the item of a row, with ``columns`` after its docid, matches all clauses; `nil` when the
  /// time is over.
  func accepts(_ row: Statement) throws(ShortlistError) -> Bool? {
    looks &+= 1
    if looks.isMultiple(of: 64), shortlist_budget_look(budget) != 0 { return nil }
    for index in substrings.indices { substrings[index].found = 0 }
    for column: Int32 in 1...2 {
      let text = row.bytes(column).assumingMemoryBound(to: CChar.self)
      let code = shortlist_find_substrings(
        text.baseAddress, Int64(text.count), &substrings, Int32(substrings.count))
      guard code == SQLITE_OK else {
        throw ShortlistError(sqliteCode: code, detail: "looking at an item")
      }
    }
    return clauses.allSatisfy { alternatives in
      alternatives.contains { $0.allSatisfy { substrings[$0].found != 0 } }
    }
  }
}
