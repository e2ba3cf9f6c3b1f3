import CShortlist

/// The checksum that the SQL function `shortlist_checksum` returns for some values.
struct Checksum {
  private var hash: UInt64 = SHORTLIST_HASH_START

  /// Adds a text in UTF-8.
  mutating func add(text: UnsafeRawBufferPointer) { add(SQLITE_TEXT, text) }

  /// Adds a blob; `nil` is NULL.
  mutating func add(blob: UnsafeRawBufferPointer?) {
    add(
      blob == nil ? SQLITE_NULL : SQLITE_BLOB, blob ?? UnsafeRawBufferPointer(start: nil, count: 0))
  }

  mutating func add(_ number: Double) {
    // SQLite does not store the sign of zero.
    withUnsafeBytes(of: number + 0.0) { add(SQLITE_FLOAT, $0) }
  }

  private mutating func add(_ type: Int32, _ bytes: UnsafeRawBufferPointer) {
    hash = shortlist_hash_value(hash, type, bytes.baseAddress, Int64(bytes.count))
  }

  var value: Int64 { shortlist_checksum(hash) }
}
