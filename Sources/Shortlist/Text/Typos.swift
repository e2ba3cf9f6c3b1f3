import CShortlist

/// What may be wrong in a folded word, and how much.
///
/// An edit is a letter more, less or another one, or two neighbours swapped. An edit of the first
/// letter counts as two. A word may have no edit below 5 letters, one from 5, and two where it or what
/// was meant has 9 letters or more; none if it holds a digit, or is of a script without spaces.
enum Typos {
  /// The most edits that a word may have.
  static func allowance(of word: String) -> Int {
    word.withBytes { Int(shortlist_typo_allowance($0, $1)) }
  }

  /// The fewest edits between a word and a term; and how many bytes of the term are like the word:
  /// all, or for a prefix the longest beginning with so few edits. `nil` beyond `allowance`.
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
  /// Lends the bytes of the text, and their number.
  func withBytes<Result>(_ work: (UnsafePointer<CChar>, Int32) -> Result) -> Result {
    var text = self
    let count = Int32(clamping: text.utf8.count)
    return text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return work("", 0) }
      return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { work($0, count) }
    }
  }
}

/// Everything that a misspelt query may match, for marking it in an item: its words with edits, split,
/// and run together.
struct TypoSpellings {
  /// The alternatives of all clauses as they were typed, then what they are split and joined to.
  let alternatives: [QueryClause.Alternative]
  /// How many of `alternatives` may have edits.
  private let editable: Set<QueryClause.Alternative>

  init(alternatives: [QueryClause.Alternative], editable: Set<QueryClause.Alternative>) {
    self.alternatives = alternatives
    self.editable = editable
  }

  /// The most edits of each word.
  func allowances(of alternative: QueryClause.Alternative) -> [Int] {
    alternative.words.map { editable.contains(alternative) ? Typos.allowance(of: $0) : 0 }
  }
}
