import CShortlist
import CShortlistIndex

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The settings for scoring the matches of a query, and the clauses that the last one had.
final class Ranker {
  /// A phrase of a match expression, with the columns in which it counts, as bits.
  struct Phrase {
    let clause: Int
    let columns: UInt8
  }

  let handle: OpaquePointer

  /// - Parameters:
  ///   - phrases: in the order of the match expression; those of a clause together.
  ///   - idf: the weight of each clause.
  ///   - weights: the weight of each column, at most 8.
  ///   - normalised: the column whose length counts; `nil` for none.
  ///   - titleColumns: those of titles and keywords, as bits.
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  init(
    phrases: [Phrase], idf: [Double], weights: [Double], normalised: Int?, titleColumns: UInt8
  ) throws(ShortlistError) {
    var settings = shortlist_rank_settings()
    settings.columns = Int32(weights.count)
    withUnsafeMutableBytes(of: &settings.weights) { bytes in
      bytes.withMemoryRebound(to: Double.self) { columns in
        for (index, weight) in weights.enumerated() { columns[index] = weight }
      }
    }
    settings.k1 = Relevance.k1
    settings.b = Relevance.b
    settings.normalised = Int32(normalised ?? -1)
    settings.section_shift = Int32(DocID.placeBits)
    settings.title_columns = UInt32(titleColumns)
    let made = phrases.map {
      shortlist_rank_phrase(clause: Int32($0.clause), columns: UInt32($0.columns))
    }
    guard
      let handle = shortlist_ranking_create(
        &settings, made, Int32(made.count), idf, Int32(idf.count))
    else { throw ShortlistError(sqliteCode: SQLITE_NOMEM, detail: "ranking") }
    self.handle = handle
  }

  deinit { shortlist_ranking_free(handle) }

  /// From now on, leaves rows of a section, or of any, without a score if they do not reach
  /// `threshold`.
  func prune(_ section: Int64?, below threshold: Double) {
    shortlist_ranking_prune(handle, section ?? Int64.min, threshold)
  }

  /// The clauses that the last row matched, as bits.
  var matched: UInt64 { shortlist_ranking_matched(handle, 0) }

  /// The clauses that its title or keywords matched, as bits.
  var matchedInTitles: UInt64 { shortlist_ranking_matched(handle, 1) }
}

extension Statement {
  /// Lends a ranker to the statement. The ranker must stay alive while the statement runs.
  func bind(_ ranker: Ranker, at index: Int32) {
    _ = shortlist_bind_ranking(handle, index, ranker.handle)
  }

  /// Takes the ranker back.
  func unbindRanker(at index: Int32) { unbind(at: index) }
}

/// The relevance of an item for a question in prose, by BM25F.
///
/// Σ idf(*t*) · *f* / (*k₁* + *f*) over the clauses *t* of the query, where *f* = Σ *w* · *count* /
/// *B* over the fields. *w* is the weight of a field, and *count* the number of times *t* occurs
/// there. *B* is 1 − *b* + *b* · *length* / *mean* for the body, in words, where the mean is over
/// the items in `item_texts`. It is 1 for titles, keywords and subtitles, which are short; the
/// static order already reflects their length. idf(*t*) = ln(1 + (*N* − *n* + 0.5) / (*n* + 0.5))
/// for a clause in *n* of *N* items; the "1 +" keeps it above 0.
///
/// A clause with alternatives counts as the one with the greatest *f*. *n* is exact for a word. It
/// is the smallest of the words for a phrase, the sum of the completions, at most *N*, for a
/// prefix, and the greatest of the alternatives for a clause.
///
/// Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009,
/// doi:10.1561/1500000019, sections 3.4 and 3.5, with the usual *k₁* and *b*.
enum Relevance {
  static let k1 = 1.2
  static let b = 0.75

  /// The weight of a field: a word in the title counts most.
  static func weight(_ field: Field) -> Double {
    switch field {
    case .title: 5
    case .keywords: 3
    case .subtitle: 2
    case .body: 1
    }
  }

  /// Returns the weight of a field in a query with weights of its own. A word in a field of weight 0
  /// must still score more than a word that is missing, or it would not match.
  static func weight(_ field: Field, _ weights: [Field: Double]) -> Double {
    guard let weight = weights[field], !weight.isNaN else { return self.weight(field) }
    return weight < leastWeight ? nothing : min(weight, 100)
  }

  /// Weights below this one count as 0, and scores below ``leastScore`` come only from such fields.
  private static let leastWeight = 1e-100
  private static let nothing = 1e-250
  private static let leastScore = 1e-200

  /// Returns the relevance of a score, in 0...1, given the best there is.
  static func relevance(of score: Double, best: Double) -> Double {
    score < leastScore ? 0 : min(score / best, 1)
  }

  static func idf(items n: Int, of all: Int) -> Double {
    let n = Double(max(0, min(n, all)))
    return log(1 + (Double(all) - n + 0.5) / (n + 0.5))
  }
}
