extension Tokens {
  /// What two texts share that say the same: their words, folded, with a space behind each.
  static func key(of text: String) throws(ShortlistError) -> String {
    let tokens = try Tokens(text)
    var key = ""
    for index in tokens.indices {
      switch tokens[index].kind {
      case .word, .single, .tail: key += tokens.text(of: tokens[index]) + " "
      case .beside, .joined: break
      }
    }
    return key
  }
}
