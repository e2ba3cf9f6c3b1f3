extension SynonymSet {
  /// Checks that the set can be added to a list.
  ///
  /// - Throws: ``ShortlistError/Code/invalidValue`` for a set of fewer than two different terms, or of
  ///   more than 32, and for a term without a word, of more than 8 words or of more than 256 bytes.
  public func validate() throws(ShortlistError) { _ = try CheckedSynonymSet(self) }
}

/// A set of synonyms as it may be stored, with a key that equal sets share.
struct CheckedSynonymSet {
  /// Without terms that are equal to earlier ones.
  let set: SynonymSet
  let key: [[UInt8]]

  /// Checks a set.
  ///
  /// - Throws: ``ShortlistError/Code/invalidValue``.
  init(_ set: SynonymSet) throws(ShortlistError) {
    let source = try set.source.map { (term) throws(ShortlistError) in try Self.folded(term) }
    var terms: [String] = []
    var keys: [[UInt8]] = []
    for term in set.terms {
      let folded = try Self.folded(term)
      guard folded != source, !keys.contains(folded) else { continue }
      keys.append(folded)
      terms.append(term)
      guard keys.count <= SynonymSet.maximumTerms else {
        throw Self.invalid(
          "A set of synonyms has at most \(SynonymSet.maximumTerms) words or phrases.")
      }
    }
    guard keys.count >= (source == nil ? 2 : 1) else {
      throw Self.invalid(
        set.source.map { "“\($0)” needs a synonym other than itself." }
          ?? "A set of synonyms needs at least two different words or phrases.")
    }
    self.set = set.source.map { SynonymSet(terms, for: $0) } ?? SynonymSet(terms)
    key = [source ?? []] + keys.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Wraps a stored set, even if this tokenizer finds no words in its terms, or more.
  init(stored set: SynonymSet) {
    if let checked = try? CheckedSynonymSet(set) {
      self = checked
    } else {
      self.set = set
      key = [Array((set.source ?? "").utf8)] + set.terms.map { Array($0.utf8) }
    }
  }

  /// Checks a term and returns it folded.
  private static func folded(_ term: String) throws(ShortlistError) -> [UInt8] {
    guard term.utf8.count <= SynonymSet.maximumLength else {
      throw invalid(
        "“\(term.prefix(20))…” is too long for a synonym: it has more than "
          + "\(SynonymSet.maximumLength) bytes.")
    }
    guard !term.utf8.contains(SynonymSet.separator) else {
      throw invalid("A synonym cannot contain the separator U+001F.")
    }
    let key = try Tokens.key(of: term)
    let words = key.utf8.count { $0 == UInt8(ascii: " ") }
    guard words > 0 else {
      throw invalid("“\(term)” cannot be a synonym, because it has no word to look for.")
    }
    guard words <= SynonymSet.maximumWords else {
      throw invalid(
        "“\(term)” has \(words) words; a synonym has at most \(SynonymSet.maximumWords).")
    }
    return Array(key.utf8)
  }

  private static func invalid(_ message: String) -> ShortlistError {
    ShortlistError(.invalidValue, message)
  }
}
