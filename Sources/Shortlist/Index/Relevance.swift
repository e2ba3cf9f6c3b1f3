#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
