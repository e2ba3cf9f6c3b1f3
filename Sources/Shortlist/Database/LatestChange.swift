/// A copy, in `meta`, of what the latest change touched.
///
/// The tables `item_change` and `dictionary` hold the same. But the first search after a change reads the
/// page of `meta` anyway, and would have to read up to four more for these tables.
enum LatestChange: String, CaseIterable {
  case docids = "latest_docids"
  case terms = "latest_terms"

  /// The maximum size in bytes: two copies and the other rows fit in one page.
  private static let maximumSize = 800

  /// Stores the copy of the change with a number, which becomes its first 8 bytes. If the copy is too
  /// large, only removes the earlier one.
  func store(
    _ bytes: some Collection<UInt8>, of number: Int64, on connection: Connection
  ) throws(ShortlistError) {
    guard bytes.count <= Self.maximumSize else { return try remove(on: connection) }
    let insert = try connection.statement("INSERT OR REPLACE INTO meta(key, value) VALUES(?1, ?2)")
    try insert.bind(rawValue, at: 1)
    try insert.bind(blob: Statement.bytes(of: [number]) + bytes, at: 2)
    try insert.run()
  }

  /// Removes the copy.
  func remove(on connection: Connection) throws(ShortlistError) {
    let delete = try connection.statement("DELETE FROM meta WHERE key = ?1")
    try delete.bind(rawValue, at: 1)
    try delete.run()
  }

  /// Whether the bytes are those of the change with a number, or there is no copy of it.
  func isSame(
    as bytes: UnsafeRawBufferPointer, of number: Int64, on connection: Connection
  ) throws(ShortlistError) -> Bool {
    try connection.meta().latest(self, of: number)?.elementsEqual(bytes) ?? true
  }
}
