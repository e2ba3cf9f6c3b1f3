/// A query with its misspelt words spelled as in an item: whole, with capitals and accents.
struct CorrectedText {
  /// A word of the query that may be misspelt.
  private struct Word {
    /// The range of the typed word, in bytes of the query.
    let range: Range<Int>
    let text: String
    let isPrefix: Bool
  }

  /// A word of the item.
  private struct Spelling {
    let bytes: [UInt8]
    /// The word as the item spells it.
    let written: Substring
    /// The number of the text in the item, and the word's position there.
    let text: Int
    let position: Int

    /// Whether it equals the word, or begins with it.
    func matches(_ word: String, isPrefix: Bool) -> Bool {
      isPrefix ? bytes.starts(with: word.utf8) : bytes.elementsEqual(word.utf8)
    }
  }

  private let query: String
  private let words: [Word]

  init(_ query: String, operators: Bool) throws(ShortlistError) {
    self.query = query
    let (chunks, endsInSpace, _) = QueryChunk.chunks(of: query, operators: operators)
    var words: [Word] = []
    var start = 0
    var scalars = query.unicodeScalars[...]
    for (index, chunk) in chunks.enumerated() {
      // Chunks follow each other, with only white space between them.
      while let space = scalars.first, QueryChunk.isSpace(space) {
        start += UTF8.width(space)
        scalars.removeFirst()
      }
      let length = chunk.raw.utf8.count
      defer {
        start += length
        scalars = scalars.dropFirst(chunk.raw.unicodeScalars.count)
      }
      guard !chunk.isPhrase, !chunk.isExcluded || chunks.count == 1 else { continue }
      let offset = start + length - chunk.text.utf8.count
      let tokens = try Tokens(chunk.text)
      for token in tokens.indices.map({ tokens[$0] }) where token.kind == .word {
        words.append(
          Word(
            range: token.range.lowerBound + offset..<token.range.upperBound + offset,
            text: tokens.text(of: token),
            isPrefix: index == chunks.count - 1 && !endsInSpace
              && token.position == tokens[tokens.count - 1].position))
      }
    }
    self.words = words
  }

  /// Returns the query in the item's spelling; `nil` if nothing would change.
  func spelled(as item: Item) throws(ShortlistError) -> String? {
    let spellings = try Self.spellings(of: item)
    var bytes = Array(query.utf8)
    var isChanged = false
    for (index, word) in words.enumerated().reversed() {
      guard !spellings.contains(where: { $0.matches(word.text, isPrefix: word.isPrefix) })
      else { continue }
      if let found = Self.correction(of: word, in: spellings) {
        bytes.replaceSubrange(word.range, with: found.utf8)
      } else if index + 1 < words.count,
        let joined = Self.joined(word, words[index + 1], in: spellings)
      {
        let both = word.range.lowerBound..<words[index + 1].range.upperBound
        bytes.replaceSubrange(both, with: joined.utf8)
      } else {
        continue
      }
      isChanged = true
    }
    return isChanged ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private static func spellings(of item: Item) throws(ShortlistError) -> [Spelling] {
    var spellings: [Spelling] = []
    for (number, text) in Field.byImportance.flatMap({ item[$0] }).enumerated() {
      let tokens = try Tokens(text)
      for index in tokens.indices {
        let token = tokens[index]
        let start = text.utf8.index(text.startIndex, offsetBy: token.range.lowerBound)
        let end = text.utf8.index(start, offsetBy: token.range.count)
        spellings.append(
          Spelling(
            bytes: Array(tokens.bytes(of: token)), written: text[start..<end], text: number,
            position: token.position))
      }
    }
    return spellings
  }

  /// Returns the item's word with the fewest edits, or the two words that were run together.
  private static func correction(of word: Word, in spellings: [Spelling]) -> String? {
    let allowance = Typos.allowance(of: word.text)
    guard allowance > 0 else { return nil }
    var best: (edits: Int, written: Substring)?
    for spelling in spellings {
      let found = spelling.bytes.withUnsafeBufferPointer {
        Typos.match(Array(word.text.utf8), $0, isPrefix: word.isPrefix, allowance: allowance)
      }
      guard let found, found.edits < best?.edits ?? .max else { continue }
      best = (found.edits, spelling.written)
    }
    if let best, best.edits == 1 { return String(best.written) }
    return split(word, in: spellings) ?? best.map { String($0.written) }
  }

  private static func split(_ word: Word, in spellings: [Spelling]) -> String? {
    let scalars = word.text.unicodeScalars
    for index in scalars.indices.dropFirst() {
      let (first, second) = (String(scalars[..<index]), String(scalars[index...]))
      for a in spellings where a.matches(first, isPrefix: false) {
        let b = spellings.first { b in
          b.text == a.text && b.position == a.position + 1
            && b.matches(second, isPrefix: word.isPrefix)
        }
        if let b { return "\(a.written) \(b.written)" }
      }
    }
    return nil
  }

  private static func joined(_ a: Word, _ b: Word, in spellings: [Spelling]) -> String? {
    let joined = a.text + b.text
    guard Typos.allowance(of: joined) > 0 else { return nil }
    return spellings.first { $0.matches(joined, isPrefix: b.isPrefix) }.map { String($0.written) }
  }
}

/// Finds the corrections of one query's words, and caches them.
final class Corrector {
  let dictionary: TermDictionary
  let tolerance: TypoTolerance
  /// The words that may be prefixes of longer ones.
  private let begun: Set<String>
  /// Whether some word has more corrections by prefix than the limit allows.
  private(set) var leavesOut = false
  private var edited:
    [(clause: QueryClause, allowance: Int, alternatives: [QueryClause.Alternative])] = []

  init(
    _ dictionary: TermDictionary, for clauses: [QueryClause], _ tolerance: TypoTolerance
  ) {
    self.dictionary = dictionary
    self.tolerance = tolerance
    begun = Set(clauses.flatMap(\.alternatives).filter(\.isPrefix).compactMap { $0.words.last })
  }

  /// Returns the words that may have been meant, with at most `allowance` edits, from
  /// ``TermDictionary``.
  func corrections(
    of word: String, isPrefix: Bool, allowance: Int
  ) throws(ShortlistError) -> [Correction] {
    let found = try dictionary.corrections(
      of: word, allowance: allowance, withBeginnings: begun.contains(word))
    leavesOut = leavesOut || found.beginnings.count >= TermDictionary.maximumCorrections
    return isPrefix ? found.beginnings : found.words
  }

  /// Returns the result of `make` for a clause and an allowance, computed once.
  func once(
    _ clause: QueryClause, _ allowance: Int,
    _ make: () throws(ShortlistError) -> [QueryClause.Alternative]
  ) throws(ShortlistError) -> [QueryClause.Alternative] {
    let known = edited.first { $0.allowance == allowance && $0.clause == clause }
    if let known { return known.alternatives }
    let made = try make()
    edited.append((clause, allowance, made))
    return made
  }
}
