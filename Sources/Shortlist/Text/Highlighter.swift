/// Finds the matches of a query in the fields of an item.
final class Highlighter {
  /// A phrase as folded bytes.
  private struct Phrase {
    /// The clause it belongs to.
    let clause: Int
    let words: [[UInt8]]
    /// The stem of each word that may occur in another form.
    let stems: [[UInt8]?]
    let isPrefix: Bool
    let field: Field?
    /// Whether its first word must not have symbols beside it.
    var isPlain = false
    /// The maximum number of edits of each word; empty when none may have any.
    var allowances: [Int] = []

    var isEmpty: Bool { words.first?.isEmpty ?? true }

    /// The first byte of every text it matches, since a stem and its word share it; `nil` when
    /// texts may differ.
    var first: UInt8? { allowances.first ?? 0 > 0 ? nil : words[0].first }
  }

  /// Phrases, grouped by their first bytes.
  private struct Phrases {
    /// Phrases that may begin with any byte, then the others by first byte.
    private let all: [Phrase]
    /// The index of the first phrase that begins with each byte, or a greater one.
    private let starts: [Int]

    init(_ phrases: [Phrase]) {
      all = phrases.sorted { $0.first.map(Int.init) ?? -1 < $1.first.map(Int.init) ?? -1 }
      var starts: [Int] = []
      starts.reserveCapacity(257)
      for (index, phrase) in all.enumerated() {
        guard let first = phrase.first else { continue }
        while starts.count <= first { starts.append(index) }
      }
      while starts.count <= 256 { starts.append(all.count) }
      self.starts = starts
    }

    /// Calls `body` for each phrase that may begin with a byte.
    func forEach(beginningWith byte: UInt8, _ body: (Phrase) -> Void) {
      for index in 0..<starts[0] { body(all[index]) }
      for index in starts[Int(byte)]..<starts[Int(byte) + 1] { body(all[index]) }
    }
  }

  private let phrases: [Phrase]
  private let phrasesByByte: Phrases
  /// The phrases for hits with one edit, and for hits with more.
  private let misspelt: (once: Phrases, more: Phrases)?
  /// Finders for the phrases of a field, if all of them are single words without other forms.
  private let titleFinder, subtitleFinder, keywordFinder, bodyFinder: WordFinder?

  /// Creates a highlighter for `clauses`; with `stems`, other forms of words match as well. Items
  /// of tiers 6 and 7 need `spellings`.
  init(_ clauses: [QueryClause], stems: Bool, spellings: TypoSpellings? = nil) {
    let phrases = clauses.enumerated().flatMap { clause, value in
      value.alternatives.map { alternative in
        let words = alternative.words.map { Array($0.utf8) }
        return Phrase(
          clause: clause, words: words,
          stems: words.map { stems && !alternative.isExact ? Tokens.stem($0) : nil },
          isPrefix: alternative.isPrefix, field: alternative.field)
      }
    }.filter { !$0.isEmpty }
    self.phrases = phrases
    phrasesByByte = Phrases(phrases)
    misspelt = spellings.map { spellings in
      (Self.phrases(spellings, atMost: 1), Self.phrases(spellings, atMost: .max))
    }
    titleFinder = Self.finder(of: phrases, in: .title)
    let isForAll = phrases.allSatisfy { $0.field == nil }
    subtitleFinder = isForAll ? titleFinder : Self.finder(of: phrases, in: .subtitle)
    keywordFinder = isForAll ? titleFinder : Self.finder(of: phrases, in: .keywords)
    bodyFinder = isForAll ? titleFinder : Self.finder(of: phrases, in: .body)
  }

  private static func finder(of phrases: [Phrase], in field: Field) -> WordFinder? {
    let phrases = phrases.filter { $0.field == nil || $0.field == field }
    guard
      phrases.allSatisfy({ $0.words.count == 1 && $0.stems[0] == nil })
    else { return nil }
    return WordFinder(phrases.map { .init(bytes: $0.words[0], isPrefix: $0.isPrefix) })
  }

  /// Returns the phrases for hits whose words have at most `edits` edits each.
  private static func phrases(_ spellings: TypoSpellings, atMost edits: Int) -> Phrases {
    Phrases(
      spellings.alternatives.enumerated().map { offset, alternative in
        let words = alternative.words.map { Array($0.utf8) }
        return Phrase(
          clause: offset, words: words, stems: words.map { _ in nil },
          isPrefix: alternative.isPrefix, field: alternative.field, isPlain: alternative.isPlain,
          allowances: spellings.allowances(of: alternative).map { min($0, edits) })
      }.filter { !$0.isEmpty })
  }

  /// The phrases for hits of a tier with edits; `nil` for other tiers.
  private func misspelt(_ tier: MatchTier) -> Phrases? {
    switch tier {
    case .typo: misspelt?.once
    case .typos: misspelt?.more
    default: nil
    }
  }

  /// Returns the matched ranges of all fields, from left to right and without overlaps, and the
  /// best passage of a matched body, of at most `snippetLength` characters. On the tier
  /// `.substring`, words are marked wherever they occur inside others.
  func highlights(
    title: String, subtitle: String, keywords: [String], body: String, tier: MatchTier,
    snippetLength: Int = 0
  ) throws(ShortlistError) -> (highlights: [Highlight], snippet: Snippet?) {
    var highlights: [Highlight] = []
    try add(title, .title, titleFinder, tier, to: &highlights)
    if tier != .substring {
      try add(subtitle, .subtitle, subtitleFinder, tier, to: &highlights)
    }
    for (offset, keyword) in keywords.enumerated() {
      try add(keyword, .keywords, number: offset, keywordFinder, tier, to: &highlights)
    }
    guard !body.isEmpty, tier == .text || tier == .partial || misspelt(tier) != nil else {
      return (highlights, nil)
    }
    if snippetLength <= 0 || body.utf8.count <= snippetLength, misspelt(tier) == nil,
      let bodyFinder, let count = try bodyFinder.find(in: body)
    {
      // The best passage is the whole body.
      let ranges = (0..<count).map { bodyFinder[$0] }
      for range in ranges { highlights.append(Highlight(.body, range, in: body)) }
      guard count > 0, snippetLength > 0 else { return (highlights, nil) }
      return (highlights, Passage(whole: body).snippet(marking: ranges))
    }
    let tokens = try Tokens(body)
    var matches: [Match] = []
    forEachMatch(in: tokens, field: .body, tier: tier) { matches.append($0) }
    let ranges = Self.merge(matches.map(\.range))
    for range in ranges { highlights.append(Highlight(.body, range, in: body)) }
    let passage = Passage(of: body, tokens: tokens, matches: matches, length: snippetLength)
    return (highlights, passage?.snippet(marking: ranges))
  }

  /// Adds the matches in one text.
  private func add(
    _ text: String, _ field: Field, number: Int = 0, _ finder: WordFinder?, _ tier: MatchTier,
    to highlights: inout [Highlight]
  ) throws(ShortlistError) {
    guard !text.isEmpty else { return }
    if let finder, tier != .substring, tier != .typo, tier != .typos,
      let count = try finder.find(in: text)
    {
      for index in 0..<count {
        highlights.append(Highlight(field, number: number, finder[index], in: text))
      }
      return
    }
    for range in try ranges(in: text, field: field, tier: tier) {
      highlights.append(Highlight(field, number: number, range, in: text))
    }
  }

  /// Returns the matched ranges of one text, in bytes.
  func ranges(
    in text: String, field: Field, tier: MatchTier
  ) throws(ShortlistError) -> [Range<Int>] {
    guard !text.isEmpty else { return [] }
    let tokens = try Tokens(text)
    var ranges: [Range<Int>] = []
    guard tier == .substring else {
      forEachMatch(in: tokens, field: field, tier: tier) { ranges.append($0.range) }
      return Self.merge(ranges)
    }
    for phrase in phrases where phrase.field == nil || phrase.field == field {
      for index in tokens.indices {
        for word in phrase.words {
          ranges += Self.occurrences(of: word, in: tokens[index], of: tokens)
        }
      }
    }
    return Self.merge(ranges)
  }

  /// A range of a text that a clause matched.
  struct Match {
    let range: Range<Int>
    let clause: Int
  }

  /// Calls `body` for each match in a text, in the order of their first words.
  private func forEachMatch(
    in tokens: borrowing Tokens, field: Field, tier: MatchTier, _ body: (Match) -> Void
  ) {
    let phrases = misspelt(tier) ?? phrasesByByte
    for index in tokens.indices {
      guard let byte = tokens.bytes(of: tokens[index]).first else { continue }
      phrases.forEach(beginningWith: byte) { phrase in
        guard phrase.field == nil || phrase.field == field,
          let range = match(phrase, at: index, in: tokens)
        else { return }
        body(Match(range: range, clause: phrase.clause))
      }
    }
  }

  /// Returns the range of a phrase that begins with the token at `index`.
  private func match(
    _ phrase: Phrase, at index: Int, in tokens: borrowing Tokens
  ) -> Range<Int>? {
    if phrase.isPlain, tokens.hasSymbol(beside: index) { return nil }
    var index = index
    var range: Range<Int>?
    for offset in phrase.words.indices {
      let isLast = offset == phrase.words.count - 1
      let position = tokens[index].position
      let source = source(
        of: phrase.words[offset], stem: phrase.stems[offset],
        isPrefix: isLast && phrase.isPrefix,
        allowance: phrase.allowances.isEmpty ? 0 : phrase.allowances[offset], from: index,
        in: tokens)
      guard let source else { return nil }
      range = (range?.lowerBound ?? source.lowerBound)..<source.upperBound
      guard !isLast else { break }
      guard let next = (index..<tokens.count).first(where: { tokens[$0].position > position })
      else { return nil }
      index = next
    }
    return range
  }

  /// Returns the range of a token at the position of `index` that equals a word, begins with it or
  /// is another form of it; otherwise of the token with the fewest edits.
  private func source(
    of word: [UInt8], stem: [UInt8]?, isPrefix: Bool, allowance: Int, from index: Int,
    in tokens: borrowing Tokens
  ) -> Range<Int>? {
    let position = tokens[index].position
    var best: (range: Range<Int>, edits: Int)?
    for index in index..<tokens.count {
      let token = tokens[index]
      guard token.position == position else { break }
      let bytes = tokens.bytes(of: token)
      if isPrefix ? token.length >= word.count : token.length == word.count,
        bytes.starts(with: word)
      {
        return tokens.source(of: 0..<word.count, in: token)
      }
      if let stem, bytes.first == stem.first, Tokens.stem(bytes) == stem {
        return tokens.source(of: 0..<token.length, in: token)
      }
      if allowance > 0,
        let found = Typos.match(word, bytes, isPrefix: isPrefix, allowance: allowance),
        found.edits < best?.edits ?? .max
      {
        best = (tokens.source(of: 0..<found.length, in: token), found.edits)
      }
    }
    return best?.range
  }

  /// Returns the ranges of a word inside a token, without overlaps.
  private static func occurrences(
    of word: [UInt8], in token: Tokens.Element, of tokens: borrowing Tokens
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

  /// Sorts ranges from left to right, and merges those that overlap.
  private static func merge(_ ranges: [Range<Int>]) -> [Range<Int>] {
    guard ranges.count > 1 else { return ranges }
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

extension Tokens {
  /// Whether a word has a form with symbols.
  fileprivate func hasSymbol(beside index: Int) -> Bool {
    (index..<count).prefix { self[$0].position == self[index].position }
      .contains { self[$0].kind == .symbol }
  }
}

extension Highlight {
  /// Marks a match in bytes of a text.
  fileprivate init(_ field: Field, number: Int = 0, _ range: Range<Int>, in text: String) {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    self.init(
      field: field, keyword: number,
      range: start..<text.utf8.index(start, offsetBy: range.count))
  }
}
