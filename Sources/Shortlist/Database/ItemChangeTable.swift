/// The table `item_change`: the docids of the items that the latest changes inserted, updated or
/// removed.
enum ItemChangeTable {
  /// The number of changes that are stored, and the maximum number of docids of one.
  private static let storedChanges: Int64 = 64
  private static let maximumDocids = 250

  /// Stores the docids of a change, unless there are too many.
  static func add(
    _ docids: [Int64], of change: Int64, on connection: Connection
  ) throws(ShortlistError) {
    let delete = try connection.statement("DELETE FROM item_change WHERE number <= ?1")
    delete.bind(change &- storedChanges, at: 1)
    try delete.run()
    guard docids.count <= maximumDocids else {
      return try LatestChange.docids.remove(on: connection)
    }
    let bytes = Statement.bytes(of: docids)
    try LatestChange.docids.store(bytes, of: change, on: connection)
    let insert = try connection.statement(
      "INSERT OR REPLACE INTO item_change(number, docids) VALUES(?1, ?2)")
    insert.bind(change, at: 1)
    try insert.bind(blob: bytes, at: 2)
    try insert.run()
  }

  /// Returns the docids of all changes after one and up to another; `nil` unless all are stored.
  static func docids(
    after first: Int64, upTo last: Int64, on connection: Connection
  ) throws(ShortlistError) -> [Int64]? {
    guard (0...storedChanges).contains(last &- first) else { return nil }
    guard first < last else { return [] }
    if first == last - 1, let latest = try connection.meta().latest(.docids, of: last) {
      return latest.withUnsafeBytes(Statement.numbers)
    }
    let rows = try connection.statement(
      "SELECT docids FROM item_change WHERE number > ?1 AND number <= ?2")
    rows.bind(first, at: 1)
    rows.bind(last, at: 2)
    defer { rows.reset() }
    var docids: [Int64] = []
    var count: Int64 = 0
    while try rows.step() {
      guard let more = rows.numbers(0) else { return nil }
      docids += more
      count += 1
    }
    return count == last - first ? docids : nil
  }

  /// Whether ``LatestChange`` has the same of a change, if both have it.
  static func agreesWithCopy(
    of change: Int64, on connection: Connection
  ) throws(ShortlistError) -> Bool {
    let row = try connection.statement("SELECT docids FROM item_change WHERE number = ?1")
    row.bind(change, at: 1)
    defer { row.reset() }
    guard try row.step() else { return true }
    return try LatestChange.docids.isSame(as: row.bytes(0), of: change, on: connection)
  }
}
