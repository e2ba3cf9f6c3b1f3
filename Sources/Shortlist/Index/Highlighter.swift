/// Finds what a query matched in the fields of an item.
struct Highlighter {
  /// A phrase as folded bytes.
  private struct Phrase {
    let words: [[UInt8]]
    let isPrefix: Bool
    let field: Field?
    /// For each word, the most edits; empty when none may have any.
    var allowances: [Int] = []
  }

  private let phrases: [Phrase]
  /// The phrases of hits that were found with one edit, and with more.
  private let misspelt: [Rung: [Phrase]]

  /// Prepares for the hits of a query; `withTypos` when some are on rungs 6 and 7.
  init(_ query: ParsedQuery, withTypos: Bool = false) {
    phrases = query.clauses.flatMap(\.alternatives).map { alternative in
      Phrase(
        words: alternative.words.map { Array($0.utf8) }, isPrefix: alternative.isPrefix,
        field: alternative.field)
    }
    guard withTypos else {
      misspelt = [:]
      return
    }
    let spellings = TypoSpellings(query)
    misspelt = [.typo: 1, .typos: .max].mapValues { most in
      spellings.alternatives.map { alternative in
        Phrase(
          words: alternative.words.map { Array($0.utf8) }, isPrefix: alternative.isPrefix,
          field: alternative.field,
          allowances: spellings.allowances(of: alternative).map { min($0, most) })
      }
    }
  }

  /// The matched ranges of all fields, from left to right, none overlapping another. On the rung
  /// `.fragment`, words are marked wherever they are inside of others.
  func highlights(in item: Item, rung: Rung) throws(ShortlistError) -> [Highlight] {
    var highlights: [Highlight] = []
    func add(_ text: String, _ field: Field, keyword: Int = 0) throws(ShortlistError) {
      guard !text.isEmpty else { return }
      for range in try ranges(in: text, field: field, rung: rung) {
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        let end = text.utf8.index(start, offsetBy: range.count)
        highlights.append(Highlight(field: field, keyword: keyword, range: start..<end))
      }
    }
    try add(item.title, .title)
    if rung != .fragment { try add(item.subtitle, .subtitle) }
    for (offset, keyword) in item.keywords.enumerated() {
      try add(keyword, .keywords, keyword: offset)
    }
    if rung == .text || misspelt[rung] != nil { try add(item.body, .body) }
    return highlights
  }

  /// The matched ranges of one text, in bytes.
  func ranges(
    in text: String, field: Field, rung: Rung
  ) throws(ShortlistError) -> [Range<Int>] {
    let tokens = try Tokens(text)
    var ranges: [Range<Int>] = []
    for phrase in misspelt[rung] ?? phrases where phrase.field == nil || phrase.field == field {
      for index in tokens.indices {
        if rung == .fragment {
          for word in phrase.words {
            ranges += Self.occurrences(of: word, in: tokens[index], of: tokens)
          }
        } else if let range = Self.match(phrase, at: index, in: tokens) {
          ranges.append(range)
        }
      }
    }
    return Self.merge(ranges)
  }

  /// The range of a phrase that begins with the token at `index`.
  private static func match(
    _ phrase: Phrase, at index: Int, in tokens: borrowing Tokens
  ) -> Range<Int>? {
    var index = index
    var range: Range<Int>?
    for (offset, word) in phrase.words.enumerated() {
      let isLast = offset == phrase.words.count - 1
      let position = tokens[index].position
      let allowance = phrase.allowances.isEmpty ? 0 : phrase.allowances[offset]
      guard
        let (token, length) = token(
          word, isPrefix: isLast && phrase.isPrefix, allowance: allowance, from: index, in: tokens)
      else { return nil }
      let source = tokens.source(of: 0..<length, in: token)
      range = (range?.lowerBound ?? source.lowerBound)..<source.upperBound
      guard !isLast else { break }
      guard let next = (index..<tokens.count).first(where: { tokens[$0].position > position })
      else { return nil }
      index = next
    }
    return range
  }

  /// The token equal to a word, or beginning with it, among those at the position of `index`; else
  /// one that does so with the fewest edits. And how many of its bytes are like the word.
  private static func token(
    _ word: [UInt8], isPrefix: Bool, allowance: Int, from index: Int, in tokens: borrowing Tokens
  ) -> (Token, Int)? {
    let position = tokens[index].position
    var best: (token: Token, length: Int, edits: Int)?
    for index in index..<tokens.count {
      let token = tokens[index]
      guard token.position == position else { break }
      let bytes = tokens.bytes(of: token)
      if isPrefix ? token.length >= word.count : token.length == word.count,
        bytes.starts(with: word)
      {
        return (token, word.count)
      }
      if allowance > 0,
        let found = Typos.match(word, bytes, isPrefix: isPrefix, allowance: allowance),
        found.edits < best?.edits ?? .max
      {
        best = (token, found.length, found.edits)
      }
    }
    return best.map { ($0.token, $0.length) }
  }

  /// Where a word stands inside of a token, without overlaps.
  private static func occurrences(
    of word: [UInt8], in token: Token, of tokens: borrowing Tokens
  ) -> [Range<Int>] {
    let bytes = tokens.bytes(of: token)
    var ranges: [Range<Int>] = []
    var start = 0
    while start + word.count <= bytes.count {
      if bytes[start..<start + word.count].elementsEqual(word) {
        ranges.append(tokens.source(of: start..<start + word.count, in: token))
        start += word.count
      } else {
        start += 1
      }
    }
    return ranges
  }

  /// From left to right; those that overlap become one.
  private static func merge(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }) {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
