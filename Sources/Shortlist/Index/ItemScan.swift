import CShortlist

/// Steps through the items of a list in order of docid, and finds those that pass a check of their texts.
final class ItemScan {
  private let filter: SubstringFilter
  /// The most items to check; `nil` for all.
  private let quota: CheckQuota?
  private let upperBound: Int64
  private let items: Statement

  /// Creates a scan of the items up to a docid. `slot` tells apart those that are open at the same time.
  init(
    by filter: SubstringFilter, _ quota: CheckQuota?, upTo upperBound: Int64, slot: Int,
    on connection: Connection
  ) throws(ShortlistError) {
    self.filter = filter
    self.quota = quota
    self.upperBound = upperBound
    items = try connection.statement(
      "SELECT \(SubstringFilter.columns) FROM item WHERE docid BETWEEN ?1 AND ?2 ORDER BY docid LIMIT ?3",
      slot: slot)
  }

  /// Positions the scan before the first item at or after `docid`. Returns `false` if no item is left to
  /// check.
  func start(at docid: Int64) -> Bool {
    items.reset()
    guard let quota else {
      items.bind(docid, at: 1)
      items.bind(upperBound, at: 2)
      items.bind(Int64(-1), at: 3)
      return docid <= upperBound
    }
    guard let docids = quota.docids(from: docid), docids.lowerBound <= upperBound else {
      return false
    }
    items.bind(docids.lowerBound, at: 1)
    items.bind(min(docids.upperBound, upperBound), at: 2)
    items.bind(Int64(quota.left), at: 3)
    return true
  }

  /// Moves to the next item that passes the check. Adds the number of items checked to `rowsRead`.
  ///
  /// - Returns: as ``SubstringFilter/next(_:_:_:)``.
  func next(_ docid: inout Int64, _ rowsRead: inout Int64) -> Int32 {
    while true {
      var rows = Int64(0)
      let code = filter.next(items, &docid, &rows)
      rowsRead += rows
      guard let quota else { return code }
      quota.spend(Int(rows))
      guard code == SQLITE_DONE, let next = quota.nextSection(), start(at: next) else {
        return code
      }
    }
  }

  /// Ends the scan, and returns the statement to the connection.
  func stop() { items.reset() }

  /// Returns the error for a result code.
  func error(_ code: Int32) -> ShortlistError { items.error(code) }
}
