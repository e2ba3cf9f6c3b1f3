import CShortlist
import CShortlistIndex

/// What to look for in the pages of an index.
indirect enum PostingsQuery {
  case term(String)
  /// Any term that begins so.
  case prefix(String)
  /// The same, where the items that hold the prefix itself as a word are known; more than three characters,
  /// and only in something collected.
  case longer(String)
  /// Any of some terms of the dictionary.
  case found(FoundTerms)
  case any([PostingsQuery])
  case all([PostingsQuery])
  /// Terms and prefixes, one after the other.
  case phrase([PostingsQuery])
  /// Few items at most, whose docids are read at once; the rarest part first, as the dictionary tells.
  case collected(PostingsQuery, TermDictionary)
  /// Only in something collected.
  case docids(DocidSet)

  /// Any of some, or the only one.
  static func any(of parts: [PostingsQuery]) -> PostingsQuery {
    parts.count == 1 ? parts[0] : .any(parts)
  }

  /// All of some, or the only one.
  static func all(of parts: [PostingsQuery]) -> PostingsQuery {
    parts.count == 1 ? parts[0] : .all(parts)
  }

  /// Some words one after the other, or the only one; the last may be the beginning of a word.
  static func phrase(of words: [String], isPrefix: Bool) -> PostingsQuery {
    var parts = words.map(PostingsQuery.term)
    if isPrefix, let last = words.last { parts[parts.count - 1] = .prefix(last) }
    return parts.count == 1 ? parts[0] : .phrase(parts)
  }

  /// Appends the expression and then its parts, and the bytes of its terms. Of those in something
  /// collected, it is said in how many items they stand, or in how many titles.
  private func append(
    to parts: inout [shortlist_query_node], _ bytes: inout [CChar], inTitles: Bool,
    _ dictionary: TermDictionary? = nil, isInPhrase: Bool = false
  ) {
    func append(
      _ kind: Int, _ inner: [PostingsQuery], _ own: TermDictionary? = nil,
      isInPhrase: Bool = false
    ) {
      parts.append(
        shortlist_query_node(
          kind: Int32(kind), length: Int32(inner.count), bytes: nil, count: -1))
      for part in inner {
        part.append(
          to: &parts, &bytes, inTitles: inTitles, own ?? dictionary, isInPhrase: isInPhrase)
      }
    }
    func known(_ text: UnsafeBufferPointer<CChar>, _ kind: Int, isPrefix: Bool) -> Int32? {
      let isPrefix = isPrefix || kind != SHORTLIST_POSTINGS_TERM
      guard let count = dictionary?.count(of: text, asPrefix: isPrefix, inTitles: inTitles) else {
        return nil
      }
      guard kind == SHORTLIST_POSTINGS_LONGER else { return count }
      return count - (dictionary?.count(of: text, asPrefix: false, inTitles: inTitles) ?? 0)
    }
    func append(
      _ kind: Int, _ text: some Collection<CChar>, characters: Int, count: Int32?
    ) {
      let start = bytes.count
      bytes.append(CChar(UInt8(ascii: "0")) + CChar(characters))
      bytes += text
      let count =
        count
        ?? bytes.withUnsafeBufferPointer { bytes in
          let text = UnsafeBufferPointer(rebasing: bytes[(start + 1)...])
          return known(text, kind, isPrefix: characters > 0)
        }
      parts.append(
        shortlist_query_node(
          kind: Int32(kind), length: Int32(bytes.count - start), bytes: nil,
          count: count ?? -1))
    }
    func append(_ kind: Int, _ text: String, characters: Int) {
      append(
        kind, text.utf8.lazy.map { CChar(bitPattern: $0) }, characters: characters, count: nil)
    }
    switch self {
    case .term(let text): append(SHORTLIST_POSTINGS_TERM, text, characters: 0)
    case .found(let terms):
      parts.append(
        shortlist_query_node(
          kind: Int32(SHORTLIST_POSTINGS_ANY_TERM), length: Int32(terms.count), bytes: nil,
          count: -1))
      terms.forEach { text, titles in
        append(SHORTLIST_POSTINGS_TERM, text, characters: 0, count: titles)
      }
    case .prefix(let text):
      let characters = text.unicodeScalars.count
      if characters <= IndexTable.longestListed {
        append(SHORTLIST_POSTINGS_TERM, text, characters: characters)
      } else if dictionary != nil, !isInPhrase {
        // The word itself may be asked for again.
        append(SHORTLIST_POSTINGS_ANY, [.term(text), .longer(text)])
      } else {
        append(SHORTLIST_POSTINGS_PREFIX, text, characters: 0)
      }
    case .longer(let text): append(SHORTLIST_POSTINGS_LONGER, text, characters: 0)
    case .docids(let docids): parts.append(docids.part)
    case .any(let inner): append(SHORTLIST_POSTINGS_ANY, inner)
    case .all(let inner): append(SHORTLIST_POSTINGS_ALL, inner)
    case .phrase(let inner): append(SHORTLIST_POSTINGS_PHRASE, inner, isInPhrase: true)
    case .collected(let inner, let dictionary):
      append(SHORTLIST_POSTINGS_MATERIALISED, [inner], dictionary)
    }
  }

  /// Lends the expression and its parts in the form that the pages are asked in, until `work` returns. It
  /// keeps alive what they borrow.
  func withParts<Result>(
    in table: String, _ work: ([shortlist_query_node]) -> Result
  ) -> Result {
    var parts: [shortlist_query_node] = []
    var bytes: [CChar] = []
    append(to: &parts, &bytes, inTitles: table == "item_titles")
    return withExtendedLifetime(self) {
      bytes.withUnsafeBufferPointer { bytes in
        var start = 0
        for index in parts.indices where parts[index].kind <= SHORTLIST_POSTINGS_LONGER {
          parts[index].bytes = bytes.baseAddress.map { $0 + start }
          start += Int(parts[index].length)
        }
        return work(parts)
      }
    }
  }
}
