/// A piece of a query between white space, before it is split into words.
struct QueryChunk: Hashable {
  /// The text after the operators, without quotes.
  var text: String
  /// The whole chunk as typed.
  var raw: String
  var isPhrase = false
  /// Whether a phrase has its closing quote.
  var isClosed = false
  var isExcluded = false
  var field: Field?
  /// Whether the chunk follows the previous one without white space, like a quote right after a
  /// word.
  var isAttached = false

  /// Whether the query has no operators, so that the chunk is all text.
  var isPlain = false

  /// Whether this is the operator between two alternatives.
  var isOr: Bool { !isPlain && raw == "OR" }

  /// The longest chunk that is used in full, in characters (Unicode scalars).
  static let maximumLength = 1_000
  /// The most chunks that are read. The limit is far above that on words, because many chunks may
  /// contain none.
  static let maximumCount = 1_024

  /// Splits a text at white space and control characters outside quotes, or at all of them if the
  /// text has no `operators`.
  ///
  /// Never fails: an unclosed quote runs to the end, and anything that is not a valid operator is
  /// text. `isCut` says whether chunks were dropped.
  static func chunks(
    of text: String, operators: Bool
  ) -> (chunks: [QueryChunk], endsInSpace: Bool, isCut: Bool) {
    let scalars = text.unicodeScalars
    var chunks: [QueryChunk] = []
    var index = scalars.startIndex
    var end: String.UnicodeScalarView.Index?
    while index < scalars.endIndex {
      guard chunks.count < maximumCount else { return (chunks, true, true) }
      guard !isSpace(scalars[index]) else {
        index = scalars.index(after: index)
        continue
      }
      let isAttached = index == end
      chunks.append(
        operators ? next(in: scalars, from: &index) : plain(in: scalars, from: &index))
      chunks[chunks.count - 1].isAttached = isAttached
      end = index
    }
    return (chunks, scalars.last.map(isSpace) ?? true, false)
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }

  /// Reads the chunk that begins at `index`, all of it as text, and moves `index` past it.
  private static func plain(
    in scalars: String.UnicodeScalarView, from index: inout String.UnicodeScalarView.Index
  ) -> QueryChunk {
    let end = scalars[index...].firstIndex(where: isSpace) ?? scalars.endIndex
    let text = String(scalars[index..<end])
    index = end
    return QueryChunk(text: text, raw: text, isPlain: true)
  }

  /// Reads the chunk that begins at `index`, and moves `index` past it.
  private static func next(
    in scalars: String.UnicodeScalarView, from index: inout String.UnicodeScalarView.Index
  ) -> QueryChunk {
    let start = index
    var chunk = QueryChunk(text: "", raw: "")
    if scalars[index] == "-" {
      chunk.isExcluded = true
      index = scalars.index(after: index)
    }
    for field in Field.allCases {
      let name = "\(field.rawValue):"
      if scalars[index...].starts(with: name.unicodeScalars) {
        chunk.field = field
        index = scalars.index(index, offsetBy: name.unicodeScalars.count)
        break
      }
    }
    if index < scalars.endIndex, scalars[index] == "\"" {
      index = scalars.index(after: index)
      let end = scalars[index...].firstIndex(of: "\"")
      chunk.isPhrase = true
      chunk.isClosed = end != nil
      chunk.text = String(scalars[index..<(end ?? scalars.endIndex)])
      index = end.map(scalars.index(after:)) ?? scalars.endIndex
    } else {
      let end = scalars[index...].firstIndex { isSpace($0) || $0 == "\"" } ?? scalars.endIndex
      chunk.text = String(scalars[index..<end])
      index = end
    }
    chunk.raw = String(scalars[start..<index])
    return chunk
  }
}
