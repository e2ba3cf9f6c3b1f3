/// A number of items for a term.
@_spi(SearchEngines) public struct TermStatistics: Sendable, Hashable {
  /// The term.
  public let term: String
  /// The number of items that contain it in some field, or a difference of such numbers.
  public var items: Int
  /// The number of items that contain it in the title or the keywords, or a difference.
  public var titles: Int

  /// Makes a number.
  public init(term: String, items: Int, titles: Int) {
    self.term = term
    self.items = items
    self.titles = titles
  }
}

/// The differences that changed items make to the statistics of terms.
@_spi(SearchEngines) public final class TermChanges {
  private let counts: TermCounts

  /// Begins with no differences.
  ///
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  public init() throws(ShortlistError) { counts = try TermCounts(stems: false) }

  /// Counts the terms of an added item.
  ///
  /// - Throws: as ``IndexedItem/init(_:)`` does.
  public func add(_ item: Item) throws(ShortlistError) { try counts.add(ItemTexts(item)) }

  /// Discounts the terms of a removed item.
  ///
  /// - Throws: as ``IndexedItem/init(_:)`` does.
  public func remove(_ item: Item) throws(ShortlistError) {
    try counts.add(ItemTexts(item), step: -1)
  }

  /// Returns the differences that are not 0, in the byte order of the terms, and begins again.
  ///
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  public func take() throws(ShortlistError) -> [TermStatistics] {
    var changes: [TermStatistics] = []
    try counts.take { (term) throws(ShortlistError) in
      let text = term.text.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
      changes.append(
        TermStatistics(term: text, items: Int(term.items), titles: Int(term.titles)))
    }
    return changes
  }
}

/// All terms of an index, to find those that contain a substring or resemble a word.
@_spi(SearchEngines) public final class TermList: Sendable {
  let dictionary: TermDictionary

  /// Makes a list of terms, in any order; those without items are left out.
  ///
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  /// - Complexity: O(*n* · log *n*) for *n* terms, about 1 µs for each.
  public init(_ terms: some Sequence<TermStatistics>) throws(ShortlistError) {
    dictionary = try TermDictionary(terms.lazy.map { ($0.term, $0.items, $0.titles) })
  }

  /// The number of terms.
  public var count: Int { dictionary.count }

  /// The terms in byte order.
  public var terms: [TermStatistics] {
    var terms: [TermStatistics] = []
    dictionary.forEach { term in
      let text = term.text.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
      terms.append(TermStatistics(term: text, items: Int(term.items), titles: Int(term.titles)))
    }
    return terms
  }
}
