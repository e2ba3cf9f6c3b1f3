/// The key of a value in an object, compared with the keys that are known without making a string.
struct JSONKey {
  /// The bytes between the quotation marks, unless ``unescaped`` holds what they stand for.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The key, when it was written with escapes or is no valid UTF-8.
  let unescaped: String?

  /// The key as text.
  var text: String { unescaped ?? String(decoding: bytes, as: UTF8.self) }

  /// Whether this is the key `name`.
  func matches(_ name: [UInt8]) -> Bool {
    if let unescaped { return unescaped.utf8.elementsEqual(name) }
    return bytes.count == name.count && bytes.elementsEqual(name)
  }

  /// Whether this is the key `name`.
  static func ~= (name: StaticString, key: JSONKey) -> Bool {
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    if let unescaped = key.unescaped { return unescaped.utf8.elementsEqual(name) }
    return key.bytes.count == name.count && key.bytes.elementsEqual(name)
  }
}
