import CShortlist

/// The rules for typos in a folded word.
///
/// An edit inserts, removes or replaces a letter, or swaps two neighbours. An edit of the first
/// letter counts as two. A word of fewer than 5 letters may have none, and other words one. Two are
/// allowed if the word, or the one meant, has 9 letters or more. Words with a digit, or in a script
/// without spaces, may have none.
enum Typos {
  /// Returns the maximum number of edits in a word that a query forgives.
  static func allowance(of word: String, _ tolerance: TypoTolerance) -> Int {
    tolerance.allows(word) ? allowance(of: word) : 0
  }

  /// Returns the maximum number of edits in a word.
  static func allowance(of word: String) -> Int {
    word.withBytes { Int(shortlist_typo_allowance($0, $1)) }
  }

  /// The length of the shortest word that may have an edit, in letters.
  static let shortestWord = Int(shortlist_typo_one_edit)

  /// Returns the maximum number of edits between a word and a term.
  static func allowance(of word: String, for term: String) -> Int {
    let longer = max(word.unicodeScalars.count, term.unicodeScalars.count)
    return min(allowance(of: word), longer < shortlist_typo_two_edits_of_either ? 1 : 2)
  }

  /// Returns the fewest edits between a word and a term, and the number of the term's bytes that
  /// match: all, or for a prefix those of the longest beginning with so few edits. `nil` beyond
  /// `allowance`.
  static func match(
    _ word: [UInt8], _ term: UnsafeBufferPointer<UInt8>, isPrefix: Bool, allowance: Int
  ) -> (edits: Int, length: Int)? {
    var length: Int32 = 0
    let edits = word.withUnsafeBufferPointer { word in
      word.withMemoryRebound(to: CChar.self) { word in
        term.withMemoryRebound(to: CChar.self) { term -> Int32 in
          guard let text = word.baseAddress, let base = term.baseAddress else { return .max }
          return shortlist_typo_distance(
            text, Int32(word.count), base, Int32(term.count), isPrefix ? 1 : 0, &length)
        }
      }
    }
    return edits <= allowance ? (Int(edits), Int(length)) : nil
  }
}

extension String {
  /// Lends the bytes of the text and their number to `work`.
  func withBytes<Result>(_ work: (UnsafePointer<CChar>, Int32) -> Result) -> Result {
    var text = self
    let count = Int32(clamping: text.utf8.count)
    return text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return work("", 0) }
      return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { work($0, count) }
    }
  }
}

/// The alternatives that a misspelt query may match, for highlighting them: its words edited, split
/// and run together.
struct TypoSpellings {
  /// The alternatives of all clauses as typed, then those made by splitting and joining.
  let alternatives: [QueryClause.Alternative]
  /// The members of `alternatives` that may have edits.
  private let editable: Set<QueryClause.Alternative>
  private let tolerance: TypoTolerance

  init(
    alternatives: [QueryClause.Alternative], editable: Set<QueryClause.Alternative>,
    _ tolerance: TypoTolerance
  ) {
    self.alternatives = alternatives
    self.editable = editable
    self.tolerance = tolerance
  }

  /// Returns the maximum number of edits of each word.
  func allowances(of alternative: QueryClause.Alternative) -> [Int] {
    alternative.words.map {
      editable.contains(alternative) ? Typos.allowance(of: $0, tolerance) : 0
    }
  }
}
