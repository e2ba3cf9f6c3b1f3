import CShortlist
import CShortlistIndex

/// Checks the words of items for substrings.
final class SubstringFilter {
  private let handle: OpaquePointer
  private let item: Statement
  private let budget: OpaquePointer?
  /// Whether the index was asked for only some of the clauses.
  let isPartial: Bool

  /// Creates a filter from the alternatives of each clause.
  init(
    _ clauses: [[[String]]], isPartial: Bool, on connection: Connection
  ) throws(ShortlistError) {
    self.isPartial = isPartial
    budget = connection.budget
    item = try connection.statement("SELECT \(Self.columns) FROM item WHERE docid = ?1")
    let words = Set(clauses.joined().joined()).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(words, words.indices))
    var needed: [Int32] = []
    for alternatives in clauses {
      needed.append(Int32(alternatives.count))
      for alternative in alternatives {
        needed.append(Int32(alternative.count))
        needed += alternative.map { Int32(numbers[$0] ?? 0) }
      }
    }
    let handle = words.joined(by: "").withBytes { texts, _ in
      shortlist_substring_filter_create(
        texts, words.map { Int32($0.utf8.count) }, Int32(words.count), needed,
        Int32(clauses.count))
    }
    guard let handle else { throw ShortlistError(sqliteCode: SQLITE_NOMEM, detail: "searching") }
    self.handle = handle
  }

  deinit { shortlist_substring_filter_free(handle) }

  /// The columns of the rows that it checks.
  static let columns = "docid, title, keywords"

  /// Whether an item matches all clauses; `nil` when the time is over.
  func accepts(_ docid: Int64) throws(ShortlistError) -> Bool? {
    item.bind(docid, at: 1)
    defer { item.reset() }
    var (found, rows) = (docid, Int64(0))
    switch next(item, &found, &rows) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case SQLITE_INTERRUPT: return nil
    case let code: throw item.error(code)
    }
  }

  /// Steps through rows with ``columns``, up to one that matches all clauses. Adds their number to
  /// `rowsRead`.
  ///
  /// - Returns: `SQLITE_ROW`, with the docid; `SQLITE_DONE` after the last row; `SQLITE_INTERRUPT`
  ///   when the time is over; or the code of an error.
  func next(_ rows: Statement, _ docid: inout Int64, _ rowsRead: inout Int64) -> Int32 {
    shortlist_substring_filter_next(handle, rows.handle, budget, &docid, &rowsRead)
  }

  /// Returns the clauses that each of the next rows matches, at most `limit` of them, as bits.
  func sample(_ rows: Statement, limit: Int) throws(ShortlistError) -> [UInt64] {
    var code = SQLITE_OK
    let met = [UInt64](unsafeUninitializedCapacity: limit) { met, count in
      guard let first = met.baseAddress else { return }
      var rowsRead: Int32 = 0
      code = shortlist_substring_filter_sample(
        handle, rows.handle, Int32(limit), first, &rowsRead)
      count = Int(rowsRead)
    }
    guard code == SQLITE_OK else { throw rows.error(code) }
    return met
  }
}
