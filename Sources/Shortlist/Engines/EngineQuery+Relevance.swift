#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A term of a query, or the beginning of one.
@_spi(SearchEngines) public struct QueryTerm: Sendable, Hashable {
  /// The folded text.
  public let text: String
  /// Whether longer terms match as well.
  public let isPrefix: Bool

  /// Makes a term.
  public init(text: String, isPrefix: Bool) {
    self.text = text
    self.isPrefix = isPrefix
  }
}

/// Scores items for tier 4 by ``Relevance``, as a repository does.
@_spi(SearchEngines) public struct TextRanker: Sendable {
  /// Numbers about all items of an index.
  public struct Statistics: Sendable {
    /// The number of items.
    public let items: Int
    /// The mean number of words in the bodies of items with a subtitle or a body.
    public let meanBodyLength: Double

    /// Makes statistics of the number of items, and of those with ``IndexedItem/texts`` and the sum
    /// of their ``IndexedItem/bodyLength``.
    public init(items: Int, withTexts texts: Int, wordsInBodies words: Int) {
      self.items = items
      meanBodyLength = words > 0 && texts > 0 ? Double(words) / Double(texts) : 1
    }
  }

  private let clauses: [QueryClause]
  private let idf: [Double]
  private let weights: [Field: Double]
  private let mean: Double

  /// Prepares to score the matches of a query.
  ///
  /// - Parameters:
  ///   - query: the query.
  ///   - counts: for each of ``EngineQuery/terms``, the number of items that contain it; for a prefix,
  ///     the sum over the terms.
  ///   - statistics: numbers about all items.
  public init(_ query: EngineQuery, _ counts: [QueryTerm: Int], _ statistics: Statistics) {
    clauses = query.parsed.clauses
    mean = statistics.meanBodyLength
    weights = Dictionary(
      uniqueKeysWithValues: Field.allCases.map {
        ($0, Relevance.weight($0, query.query.fieldWeights))
      })
    idf = clauses.map { clause in
      let most = clause.alternatives.map { $0.terms.map { counts[$0] ?? 0 }.min() ?? 0 }.max()
      return Relevance.idf(items: most ?? 0, of: statistics.items)
    }
  }

  /// Returns the relevance of an item, in 0...1.
  ///
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  public func relevance(of item: Item) throws(ShortlistError) -> Double {
    let texts = try ItemText.texts(of: item)
    let length = texts.last { $0.field == .body }?.length ?? 0
    let norm = 1 - Relevance.b + Relevance.b * Double(length) / mean
    var score = 0.0
    for (clause, idf) in zip(clauses, idf) {
      let frequency = clause.alternatives.map { self.frequency($0, texts, norm) }.max() ?? 0
      score += idf * frequency / (Relevance.k1 + frequency)
    }
    return Relevance.relevance(of: score, best: idf.reduce(0, +))
  }

  private func frequency(
    _ alternative: QueryClause.Alternative, _ texts: [ItemText], _ norm: Double
  ) -> Double {
    var short = 0.0
    var body = 0.0
    for text in texts where alternative.field == nil || alternative.field == text.field {
      let count = text.count(of: alternative.words, isPrefix: alternative.isPrefix)
      let weighed = Double(count) * (weights[text.field] ?? 0)
      if text.field == .body { body += weighed } else { short += weighed }
    }
    return short + body / norm
  }
}

extension EngineQuery {
  /// The terms whose numbers a ``TextRanker`` needs.
  public var terms: Set<QueryTerm> { Set(clauseTerms.flatMap { $0 }.flatMap { $0 }) }

  /// The terms of each clause, by alternative. A match has all terms of an alternative of each clause, so
  /// their numbers tell how many items can match.
  public var clauseTerms: [[[QueryTerm]]] {
    parsed.clauses.map { $0.alternatives.map(\.terms) }
  }
}

extension QueryClause.Alternative {
  /// The terms of the phrase.
  fileprivate var terms: [QueryTerm] {
    let words = words
    return words.enumerated().map { offset, word in
      QueryTerm(text: word, isPrefix: isPrefix && offset == words.count - 1)
    }
  }
}
