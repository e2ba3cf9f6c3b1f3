/// Text made from bytes that ought to be UTF-8.
enum UTF8Text {
  /// The text, with U+FFFD for what is not UTF-8, and whether there was any such thing.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> (String, isRepaired: Bool) {
    if let text = String(validating: bytes, as: UTF8.self) { return (text, false) }
    return (String(decoding: bytes, as: UTF8.self), true)
  }
}
