import CLibPQ

/// The rows of a statement, as text.
final class PostgresResult {
  private let handle: OpaquePointer

  /// Takes ownership of a result.
  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { PQclear(handle) }

  /// The number of rows.
  var count: Int { Int(PQntuples(handle)) }

  /// Whether the statement copies from the client.
  var isCopyingIn: Bool { PQresultStatus(handle) == PGRES_COPY_IN }

  /// The error code of five characters, and the message; `nil` if the statement succeeded.
  var failure: (state: String, message: String)? {
    switch PQresultStatus(handle) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_COPY_IN, PGRES_EMPTY_QUERY: return nil
    default:
      let state = PQresultErrorField(handle, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
      let message = PQresultErrorField(handle, Int32(UInt8(ascii: "M"))).map { String(cString: $0) }
      return (state ?? "", message ?? "The server gave no reason.")
    }
  }

  func isNull(_ row: Int, _ column: Int) -> Bool {
    PQgetisnull(handle, Int32(row), Int32(column)) != 0
  }

  /// The bytes of a value, valid as long as `self`.
  func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8> {
    let length = Int(PQgetlength(handle, Int32(row), Int32(column)))
    guard let value = PQgetvalue(handle, Int32(row), Int32(column)) else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), count: length)
  }

  func text(_ row: Int, _ column: Int) -> String {
    String(decoding: bytes(row, column), as: UTF8.self)
  }

  /// Returns an integer; 0 for NULL.
  func integer(_ row: Int, _ column: Int) -> Int64 {
    var value: Int64 = 0
    var isNegative = false
    for byte in bytes(row, column) {
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else {
        value = value &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
      }
    }
    return isNegative ? -value : value
  }

  func double(_ row: Int, _ column: Int) -> Double { Double(text(row, column)) ?? 0 }
}
