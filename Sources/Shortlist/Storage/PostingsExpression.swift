import CShortlist

/// What to look for in the pages of an index.
indirect enum PostingsExpression {
  case term(String)
  /// Any term that begins so.
  case prefix(String)
  /// Any of some terms of the vocabulary.
  case found(FoundTerms)
  case any([PostingsExpression])
  case all([PostingsExpression])
  /// Terms and prefixes, one after the other.
  case phrase([PostingsExpression])

  /// Any of some, or the only one.
  static func any(of parts: [PostingsExpression]) -> PostingsExpression {
    parts.count == 1 ? parts[0] : .any(parts)
  }

  /// All of some, or the only one.
  static func all(of parts: [PostingsExpression]) -> PostingsExpression {
    parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Some words one after the other, or the only one; the last may be the beginning of a word.
  static func phrase(of words: [String], isPrefix: Bool) -> PostingsExpression {
    var parts = words.map(PostingsExpression.term)
    if isPrefix, let last = words.last { parts[parts.count - 1] = .prefix(last) }
    return parts.count == 1 ? parts[0] : .phrase(parts)
  }

  /// Appends the expression and then its parts, and the bytes of its terms.
  func append(to parts: inout [shortlist_postings_part], _ bytes: inout [CChar]) {
    func append(_ kind: Int, _ inner: [PostingsExpression]) {
      parts.append(
        shortlist_postings_part(kind: Int32(kind), length: Int32(inner.count), bytes: nil))
      for part in inner { part.append(to: &parts, &bytes) }
    }
    func append(_ kind: Int, _ text: some Collection<CChar>, characters: Int) {
      let start = bytes.count
      bytes.append(CChar(UInt8(ascii: "0")) + CChar(characters))
      bytes += text
      parts.append(
        shortlist_postings_part(
          kind: Int32(kind), length: Int32(bytes.count - start), bytes: nil))
    }
    func append(_ kind: Int, _ text: String, characters: Int) {
      append(kind, text.utf8.lazy.map { CChar(bitPattern: $0) }, characters: characters)
    }
    switch self {
    case .term(let text): append(SHORTLIST_POSTINGS_TERM, text, characters: 0)
    case .found(let terms):
      parts.append(
        shortlist_postings_part(
          kind: Int32(SHORTLIST_POSTINGS_ANY_TERM), length: Int32(terms.count), bytes: nil))
      terms.forEach { append(SHORTLIST_POSTINGS_TERM, $0, characters: 0) }
    case .prefix(let text):
      let characters = text.unicodeScalars.count
      if characters <= IndexTable.longestListed {
        append(SHORTLIST_POSTINGS_TERM, text, characters: characters)
      } else {
        append(SHORTLIST_POSTINGS_PREFIX, text, characters: 0)
      }
    case .any(let inner): append(SHORTLIST_POSTINGS_ANY, inner)
    case .all(let inner): append(SHORTLIST_POSTINGS_ALL, inner)
    case .phrase(let inner): append(SHORTLIST_POSTINGS_PHRASE, inner)
    }
  }
}
