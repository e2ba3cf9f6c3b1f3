/// A piece of a query between white space, before it is split into words.
struct QueryChunk: Hashable {
  /// What stands behind the operators, without quotes.
  var text: String
  /// All of it, as it was typed.
  var raw: String
  var isPhrase = false
  /// Whether a phrase has its second quote.
  var isClosed = false
  var isExcluded = false
  var field: Field?
  /// Whether no white space stands before it, as before a quote that follows a word.
  var isAttached = false

  /// Whether this is the operator between two alternatives.
  var isOr: Bool { raw == "OR" }

  /// The longest chunk that is used, in characters (Unicode scalars).
  static let maximumLength = 1_000
  /// The most chunks that are looked at: far more than the words of a query, because many chunks
  /// may hold none.
  static let maximumCount = 1_024

  /// Splits a text at white space and control characters, outside of quotes.
  ///
  /// Never fails: a quote that is not closed runs to the end, and what makes no sense as an
  /// operator is text. `isCut` tells whether there would be more.
  static func chunks(of text: String) -> (chunks: [QueryChunk], endsInSpace: Bool, isCut: Bool) {
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
      chunks.append(next(in: scalars, from: &index))
      chunks[chunks.count - 1].isAttached = isAttached
      end = index
    }
    return (chunks, scalars.last.map(isSpace) ?? true, false)
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }

  /// Reads one chunk, which begins at `index`, and moves `index` behind it.
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
