/// An item as another search engine has to index it, so that an ``EngineQuery`` finds in it what a
/// repository would.
@_spi(SearchEngines) public struct IndexedItem: Sendable {
  /// The tokens of title and keywords, with the ends of the title marked.
  public let titles: [IndexToken]
  /// The tokens of all fields, without marks; `nil` if only title and keywords have text.
  public let texts: [IndexToken]?
  /// The number of words in the body.
  public let bodyLength: Int
  /// The class of weight and title length, in 0..<4096. Smaller ranks higher.
  public let rankClass: Int

  /// Splits the texts of an item.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem`` for a text of 2 GiB or more, or
  ///   ``ShortlistError/Code/outOfMemory``.
  /// - Complexity: O(*n*) for *n* bytes of text.
  public init(_ item: Item) throws(ShortlistError) {
    var titles = IndexTokens()
    try titles.append(item.title, of: .title, hasMarks: true)
    for keyword in item.keywords { try titles.append(keyword, of: .keywords) }
    self.titles = titles.all
    rankClass =
      RankClass(weight: item.weight, length: Tokens.length(item.title)).rawValue
    guard !item.subtitle.isEmpty || !item.body.isEmpty else {
      texts = nil
      bodyLength = 0
      return
    }
    var texts = IndexTokens()
    try texts.append(item.title, of: .title)
    for keyword in item.keywords { try texts.append(keyword, of: .keywords) }
    try texts.append(item.subtitle, of: .subtitle)
    bodyLength = try texts.append(item.body, of: .body)
    self.texts = texts.all
  }

  /// The number of bits of ``rankClass`` below the class of the weight.
  public static let lengthBits = RankClass.lengthBits

  /// Returns the terms of the words in a title, for ``EngineQuery/distinctiveness(ofTitle:typed:titles:)``.
  ///
  /// - Throws: as ``init(_:)`` does.
  public static func terms(ofTitle title: String) throws(ShortlistError) -> Set<String> {
    let tokens = try Tokens(title)
    var terms: Set<String> = []
    for index in tokens.indices where tokens[index].isTerm {
      terms.insert(tokens.text(of: tokens[index]))
    }
    return terms
  }

  /// Returns a text as filters compare it: without case and accents.
  ///
  /// - Throws: as ``init(_:)`` does.
  public static func folded(_ text: String) throws(ShortlistError) -> String {
    try Tokens.folded(text)
  }
}

/// The tokens that this version of the library makes.
@_spi(SearchEngines) public enum EngineTokens {
  /// Changes whenever the same text may give other tokens. An index of another version has to be
  /// filled again.
  public static let version = Int(Meta.tokenizerVersion)
}
