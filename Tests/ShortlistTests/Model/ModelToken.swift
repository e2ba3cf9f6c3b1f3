/// A token of the model.
struct ModelToken: Hashable {
  enum Kind: Int, Hashable {
    case word, beside, joined, tail, single
  }

  /// The folded text, as UTF-8: compared byte by byte, not by canonical equivalence.
  var text: [UInt8]
  var kind: Kind
  /// Where it stands; a joined word stands also at its last part's position.
  var position: Int
  var lastPosition: Int
  /// Tokens of one group were typed as one.
  var group: Int
  /// The bytes of the original text.
  var start: Int
  var end: Int
  /// Where in ``text`` a substring may begin.
  var substringStarts: [Int]
}

extension ModelToken: CustomStringConvertible {
  var string: String { String(decoding: text, as: UTF8.self) }

  var description: String { "\(kind) \(string)@\(position) \(start)..<\(end) group \(group)" }
}
