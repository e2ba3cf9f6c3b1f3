#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values of attributes in the table `attribute_value`, which holds all that are not a single
/// number.
extension AttributeValue {
  /// The value as JSON, the same for equal values.
  func stored() throws(ShortlistError) -> String {
    do {
      return String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
    } catch {
      throw ShortlistError(
        .invalidItem, "The attribute “\(self)” cannot be written as JSON: \(error)")
    }
  }

  /// Reads a stored value; returns `nil` if the text is not valid.
  init?(stored: String) {
    guard let value = try? JSONDecoder().decode(AttributeValue.self, from: Data(stored.utf8)),
      value.normalized == value
    else { return nil }
    if case .number = value { return nil }
    self = value
  }

  /// A hash that leads to the code of the value: that of a folded text, and the same for all lists.
  func storedHash() throws(ShortlistError) -> Int64 {
    switch self {
    case .text(let text): Self.hash(try Tokens.folded(text))
    case .boolean(let value): value ? -2 : -1
    case .number, .list: Self.hashOfLists
    }
  }

  /// The hash of all lists.
  static let hashOfLists: Int64 = 0

  /// Returns the hash of a folded text: FNV-1a, 1 or more.
  static func hash(_ folded: String) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in folded.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    // Short enough for six bytes in the file.
    return Int64((hash ^ hash >> 32) & 0x7FFF_FFFF_FFFF) | 1
  }
}
