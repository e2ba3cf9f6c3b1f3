extension TokenizedText {
  /// Splits a text into tokens, in order of position.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem`` for a text of 2 GiB or more.
  /// - Complexity: O(*n*) for *n* bytes of text.
  public static func tokens(of text: String) throws(ShortlistError) -> [Token] {
    let tokens = try Tokens(text)
    return tokens.indices.map { index in
      let token = tokens[index]
      let start = text.utf8.index(text.startIndex, offsetBy: token.range.lowerBound)
      return Token(
        text: tokens.text(of: token),
        range: start..<text.utf8.index(start, offsetBy: token.range.count),
        position: token.position, kind: Token.Kind(token.kind))
    }
  }
}

extension TokenizedText.Token.Kind {
  fileprivate init(_ kind: Token.Kind) {
    self =
      switch kind {
      case .word: .word
      case .beside: .beside
      case .joined: .joined
      case .tail: .tail
      case .single: .single
      }
  }
}
