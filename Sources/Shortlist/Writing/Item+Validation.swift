extension String {
  /// Whether it is empty or only white space.
  fileprivate var isBlank: Bool {
    // Most titles begin with a letter or a digit of ASCII.
    if let first = utf8.first, (0x30...0x7E).contains(first) { return false }
    return unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }
}

extension Item {
  var rankClass: RankClass { RankClass(weight: weight, length: Tokens.length(title)) }

  /// Whether its id, which the app gave, is like one derived from a section and its title.
  var hasDerivedName: Bool { !hasDerivedID && id.derivedName(title: title) != nil }

  /// Throws when the item cannot be stored as it is.
  func validate() throws(ShortlistError) {
    guard !id.rawValue.isEmpty else {
      throw ShortlistError(.invalidItem, "An item needs an id of at least one character.")
    }
    guard !section.rawValue.isEmpty else {
      throw ShortlistError(.invalidItem, "The item “\(id)” names no section.")
    }
    guard !title.isBlank else {
      throw ShortlistError(
        .invalidItem,
        "The item “\(id)” has no title: give it one that is more than white space.")
    }
    try Self.validate(weight: weight, of: id)
    guard !keywords.contains(where: { $0.unicodeScalars.contains("\u{1F}") }) else {
      throw ShortlistError(
        .invalidItem, "A keyword of item “\(id)” holds the character U+001F, which separates them.")
    }
    try validateAttributes()
  }

  static func validate(weight: Double, of id: ID) throws(ShortlistError) {
    guard Limits.isWeight(weight) else {
      throw ShortlistError(
        .invalidItem, "The weight of item “\(id)” is \(weight): it must be a number, 0 or more.")
    }
  }
}
