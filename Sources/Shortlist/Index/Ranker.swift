import CShortlist
import CShortlistIndex

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What scoring needs to know of one match, and what it leaves there.
final class Ranker {
  /// A phrase of a match expression, and the columns in which it counts, as bits.
  struct Phrase {
    let clause: Int
    let columns: UInt8
  }

  let handle: OpaquePointer

  /// - Parameters:
  ///   - phrases: in the order of the match expression; those of a clause together.
  ///   - idf: the weight of each clause.
  ///   - weights: the weight of each column, at most 4.
  ///   - normalised: the column whose length counts; `nil` for none.
  ///   - titleColumns: those of titles and keywords, as bits.
  /// - Throws: ``ShortlistError/Code/outOfMemory``.
  init(
    phrases: [Phrase], idf: [Double], weights: [Double], normalised: Int?, titleColumns: UInt8
  ) throws(ShortlistError) {
    var settings = shortlist_rank_settings()
    withUnsafeMutableBytes(of: &settings.weights) { bytes in
      bytes.withMemoryRebound(to: Double.self) { columns in
        for (index, weight) in weights.prefix(columns.count).enumerated() {
          columns[index] = weight
        }
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

  /// From now on, rows of a section, or of any, that do not reach `threshold` need no score.
  func prune(_ section: Int64?, below threshold: Double) {
    shortlist_ranking_prune(handle, section ?? Int64.min, threshold)
  }

  /// The clauses that the last row had, as bits.
  var matched: UInt64 { shortlist_ranking_matched(handle, 0) }

  /// The clauses that its titles or keywords had.
  var matchedInTitles: UInt64 { shortlist_ranking_matched(handle, 1) }
}

extension Statement {
  /// Lends a ranker to the statement, which must not outlive it while it runs.
  func bind(_ ranker: Ranker, at index: Int32) {
    _ = shortlist_bind_ranking(handle, index, ranker.handle)
  }

  /// Ends the loan.
  func unbindRanker(at index: Int32) { unbind(at: index) }
}

/// How well an item answers a question in prose, by BM25F.
///
/// Σ idf(*t*) · *f* / (*k₁* + *f*) over the clauses *t* of the query, where *f* = Σ *w* · *count* / *B*
/// over the fields; *w* is the weight of a field and *count* how often *t* stands there. *B* is
/// 1 − *b* + *b* · *length* / *mean* for the body, in words, and 1 for the other fields: titles,
/// keywords and subtitles are short, and what their length says is in the static order. The mean
/// is over the items that stand in `item_texts`. idf(*t*) = ln(1 + (*N* − *n* + 0.5) / (*n* + 0.5))
/// for a clause that stands in *n* of *N* items; the "1 +" keeps it above 0.
///
/// A clause with alternatives counts as the one with the greatest *f*. *n* is exact for a word; the
/// smallest of its words' for a phrase; the sum of what it begins for a prefix, at most *N*; the
/// greatest of its alternatives' for a clause.
///
/// Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009,
/// doi:10.1561/1500000019, sections 3.4 and 3.5, with the usual *k₁* and *b*.
enum Relevance {
  static let k1 = 1.2
  static let b = 0.75

  /// The weight of a field: a word in the title says most.
  static func weight(_ field: Field) -> Double {
    switch field {
    case .title: 5
    case .keywords: 3
    case .subtitle: 2
    case .body: 1
    }
  }

  static func idf(items n: Int, of all: Int) -> Double {
    let n = Double(max(0, min(n, all)))
    return log(1 + (Double(all) - n + 0.5) / (n + 0.5))
  }
}
