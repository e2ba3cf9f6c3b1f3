import CShortlist

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A prepared statement. It borrows its connection, which owns it.
final class Statement {
  let handle: OpaquePointer
  private unowned let connection: Connection

  init(_ sql: String, on connection: Connection) throws(ShortlistError) {
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = sqlite3_prepare_v3(connection.handle, sql, -1, flags, &prepared, nil)
    guard code == SQLITE_OK, let prepared else {
      throw ShortlistError(
        sqliteCode: code, detail: String(cString: sqlite3_errmsg(connection.handle)))
    }
    handle = prepared
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Makes the statement ready to run again; its values stay.
  func reset() { sqlite3_reset(handle) }

  /// Moves to the next row; returns `false` at the end.
  func step() throws(ShortlistError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  /// Returns the error of the last step, and makes the statement ready to run again.
  func error(_ code: Int32) -> ShortlistError {
    let detail = String(cString: sqlite3_errmsg(connection.handle))
    sqlite3_reset(handle)
    return ShortlistError(sqliteCode: code, detail: detail)
  }

  /// Runs a statement that returns no rows, and makes it ready again.
  func run() throws(ShortlistError) {
    while try step() {}
    reset()
  }

  /// Binds UTF-8 without copying it: it must stay until the statement has run, and be unbound then.
  func bind(borrowed text: UnsafeRawBufferPointer, at index: Int32) throws(ShortlistError) {
    try connection.check(
      shortlist_bind_borrowed_text(
        handle, index, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int64(text.count)))
  }

  /// Binds a text without copying it, while `body` runs the statement and unbinds it.
  func bind(
    borrowed text: String, at index: Int32, _ body: () throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(ShortlistError) in
        try bind(borrowed: UnsafeRawBufferPointer(bytes), at: index)
        try body()
      }
    }
    try result.get()
  }

  func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, value) }

  func bind(_ value: Double, at index: Int32) { sqlite3_bind_double(handle, index, value) }

  func bind(_ value: String, at index: Int32) throws(ShortlistError) {
    var value = value
    let code = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        shortlist_bind_text(handle, index, $0.baseAddress, Int64($0.count))
      }
    }
    try connection.check(code)
  }

  /// Binds a copy of UTF-8.
  func bind(utf8: UnsafeBufferPointer<CChar>, at index: Int32) throws(ShortlistError) {
    try connection.check(
      shortlist_bind_text(handle, index, utf8.baseAddress, Int64(utf8.count)))
  }

  func bind(blob: [UInt8], at index: Int32) throws(ShortlistError) {
    let code = blob.withUnsafeBytes {
      shortlist_bind_blob(handle, index, $0.baseAddress, Int64($0.count))
    }
    try connection.check(code)
  }

  /// Binds a copy of some bytes.
  func bind(blob: UnsafeRawBufferPointer, at index: Int32) throws(ShortlistError) {
    try connection.check(
      shortlist_bind_blob(handle, index, blob.baseAddress, Int64(blob.count)))
  }

  func bind(_ value: Data?, at index: Int32) throws(ShortlistError) {
    guard let value else { return unbind(at: index) }
    let code = value.withUnsafeBytes {
      shortlist_bind_blob(handle, index, $0.baseAddress, Int64($0.count))
    }
    try connection.check(code)
  }

  /// Binds numbers as 8 bytes each, for ``numbers(_:)``.
  func bind(numbers: [Int64], at index: Int32) throws(ShortlistError) {
    try bind(blob: Self.bytes(of: numbers), at: index)
  }

  /// Returns numbers as 8 bytes each, for ``numbers(_:)``.
  static func bytes(of numbers: [Int64]) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian, Array.init) }
  }

  /// Returns the numbers of a column; `nil` if it does not hold numbers of 8 bytes.
  func numbers(_ column: Int32) -> [Int64]? { Self.numbers(bytes(column)) }

  /// Returns numbers from 8 bytes each; `nil` if some are left over.
  static func numbers(_ bytes: UnsafeRawBufferPointer) -> [Int64]? {
    let size = MemoryLayout<Int64>.size
    guard bytes.count.isMultiple(of: size) else { return nil }
    return stride(from: 0, to: bytes.count, by: size).map {
      Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Int64.self))
    }
  }

  /// Binds docids, for the table-valued function `shortlist_listed_docids`.
  func bind(docids: [Int64], at index: Int32) throws(ShortlistError) {
    try connection.check(
      shortlist_bind_docids(handle, index, docids, Int64(docids.count)))
  }

  /// Unbinds all values.
  func unbindAll() { sqlite3_clear_bindings(handle) }

  /// Unbinds a value.
  func unbind(at index: Int32) { sqlite3_bind_null(handle, index) }

  func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// Returns the text of a column, with invalid UTF-8 repaired.
  func text(_ column: Int32) -> String { Self.text(bytes(column)) }

  /// Returns bytes of a column as text, with invalid UTF-8 repaired.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    bytes.isEmpty ? "" : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the bytes of a column, valid until the next step.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    // Not as text: that would append a NUL, and return nothing when memory runs out.
    let value = sqlite3_column_value(handle, column)
    let bytes = sqlite3_value_blob(value)
    return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func data(_ column: Int32) -> Data? {
    guard !isNull(column) else { return nil }
    guard let bytes = sqlite3_column_blob(handle, column) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_column_bytes(handle, column)))
  }
}
