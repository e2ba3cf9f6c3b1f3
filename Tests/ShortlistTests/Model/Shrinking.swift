/// Makes failing cases small enough to read.
enum Shrinking {
  /// Returns the text without the parts that the failure does not need.
  static func text(_ text: String, while fails: (String) throws -> Bool) rethrows -> String {
    let scalars = try elements(Array(text.unicodeScalars)) { try fails(string($0)) }
    return string(scalars)
  }

  /// Returns the elements without those that the failure does not need: halves first, then ever
  /// smaller pieces.
  static func elements<Element>(
    _ elements: [Element], while fails: ([Element]) throws -> Bool
  ) rethrows -> [Element] {
    var elements = elements
    var length = max(1, elements.count / 2)
    while true {
      var start = 0
      var isSmaller = false
      while start < elements.count {
        var fewer = elements
        fewer.removeSubrange(start..<min(start + length, elements.count))
        if try fails(fewer) {
          elements = fewer
          isSmaller = true
        } else {
          start += length
        }
      }
      if length == 1 && !isSmaller { return elements }
      length = max(1, length / 2)
    }
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Returns the text as a literal for a test.
  static func literal(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.properties.generalCategory != .control
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return "\"\(scalars.joined())\" (\(text.filter { !$0.unicodeScalars.contains("\u{0}") }))"
  }
}
