/// A token of the model.
struct ModelToken: Hashable {
  enum Kind: Int, Hashable {
    case word, beside, joined, tail, single, symbol
  }

  /// The folded text, as UTF-8: compared byte by byte, not by canonical equivalence.
  var text: [UInt8]
  var kind: Kind
  /// The position; a joined word is also at its last part's position.
  var position: Int
  var lastPosition: Int
  /// Tokens that were typed as a unit share a group.
  var group: Int
  /// The bytes of the original text.
  var start: Int
  var end: Int
  /// The offsets in ``text`` where a substring may begin.
  var substringStarts: [Int]
}

extension ModelToken: CustomStringConvertible {
  var string: String { String(decoding: text, as: UTF8.self) }

  var description: String { "\(kind) \(string)@\(position) \(start)..<\(end) group \(group)" }
}
