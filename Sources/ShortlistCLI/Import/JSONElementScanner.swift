/// Finds where one JSON value ends, in bytes that come piece by piece.
///
/// It looks at brackets and quotation marks only; whether the value is JSON is for ``JSONReader``
/// to say, once it lies there in one piece.
struct JSONElementScanner {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Whether the value can end without a bracket or a quotation mark of its own: a number, a word.
  private var isBare = false

  /// The number of bytes up to the end of the value; `nil` when it goes on after them.
  mutating func end(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    for (count, byte) in bytes.enumerated() {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          if depth == 0 { return count + 1 }
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        if isBare { return count }
        isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if isBare { return count }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return count }
        depth -= 1
        if depth == 0 { return count + 1 }
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0 { return count }
      default:
        if depth == 0 { isBare = true }
      }
    }
    return nil
  }
}
