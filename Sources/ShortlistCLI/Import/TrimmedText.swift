extension StringProtocol {
  /// Without white space at both ends.
  func trimmingSpaces() -> SubSequence {
    let rest = drop(while: \.isWhitespace)
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return rest }
    return rest[...last]
  }
}

extension String {
  /// Whether there is nothing in it but white space: the library keeps no item of such a title.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
