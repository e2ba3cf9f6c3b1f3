import CShortlist
import CShortlistIndex

/// A query over the pages of an index.
indirect enum PostingsQuery {
  case term(String)
  /// Any term with this prefix.
  case prefix(String)
  /// Any term with this prefix, when the items with the prefix itself as a word are found
  /// elsewhere. It has more than three characters, and must be inside a materialised node.
  case longer(String)
  /// Terms and prefixes marked as the first or last word of a title, which the dictionary does not
  /// have, and the word without the marks: at most as many titles match.
  case marked(PostingsQuery, word: String)
  /// Any of these terms of the dictionary.
  case found(FoundTerms)
  case any([PostingsQuery])
  case all([PostingsQuery])
  /// Terms and prefixes, next to each other in this order.
  case phrase([PostingsQuery])
  /// A small match set, to be materialised. The dictionary tells which node is rarest and comes
  /// first. With `most`, which counts only in a search with a filter, the set is small if its terms
  /// are in that many items at most.
  case collected(PostingsQuery, TermDictionary, most: Int32? = nil)
  /// Must be inside a materialised node.
  case docids(DocidSet)

  /// Matches any of the nodes; a single one stands for itself.
  static func any(of parts: [PostingsQuery]) -> PostingsQuery {
    parts.count == 1 ? parts[0] : .any(parts)
  }

  /// Matches all of the nodes; a single one stands for itself.
  static func all(of parts: [PostingsQuery]) -> PostingsQuery {
    parts.count == 1 ? parts[0] : .all(parts)
  }

  /// The same for a search with a filter: materialised if its terms are in at most so many items.
  func narrowed(_ dictionary: TermDictionary, atMost most: Int) -> PostingsQuery {
    .collected(inner, dictionary, most: Int32(clamping: most))
  }

  /// The same, to be part of a materialised node.
  private var inner: PostingsQuery {
    switch self {
    case .collected(let inner, _, _): inner.inner
    case .any(let parts): .any(parts.map(\.inner))
    case .all(let parts): .all(parts.map(\.inner))
    default: self
    }
  }

  /// Matches adjacent words, or a single one; the last may be a prefix.
  static func phrase(of words: [String], isPrefix: Bool) -> PostingsQuery {
    var parts = words.map(PostingsQuery.term)
    if isPrefix, let last = words.last { parts[parts.count - 1] = .prefix(last) }
    return parts.count == 1 ? parts[0] : .phrase(parts)
  }

  /// What the nodes around a node say about it.
  private struct Surroundings {
    /// The dictionary, inside a materialised node.
    var dictionary: TermDictionary?
    /// Whether that is narrowed by a filter.
    var isNarrowed = false
    var isInPhrase = false
    /// The word without its marks.
    var unmarked: String?
  }

  /// Appends the node, then its children, and the bytes of its terms. Inside a materialised node,
  /// each term comes with the number of items, or of titles, that contain it.
  private func append(
    to parts: inout [shortlist_query_node], _ bytes: inout [CChar], inTitles: Bool,
    _ surroundings: Surroundings = Surroundings()
  ) {
    let dictionary = surroundings.dictionary
    func append(
      _ kind: Int, _ inner: [PostingsQuery], most: Int32? = nil,
      in own: Surroundings? = nil
    ) {
      parts.append(
        shortlist_query_node(
          kind: Int32(kind), length: Int32(inner.count), bytes: nil, count: most ?? -1))
      for part in inner {
        part.append(to: &parts, &bytes, inTitles: inTitles, own ?? surroundings)
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
          let isPrefix = characters > 0
          guard var word = surroundings.unmarked else {
            return known(text, kind, isPrefix: isPrefix)
          }
          return word.withUTF8 { word in
            word.withMemoryRebound(to: CChar.self) { known($0, kind, isPrefix: isPrefix) }
          }
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
    case .marked(let inner, let word):
      var inside = surroundings
      inside.unmarked = word
      inner.append(to: &parts, &bytes, inTitles: inTitles, inside)
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
      } else if dictionary != nil, !surroundings.isInPhrase, !surroundings.isNarrowed {
        // Another node may need the word itself.
        append(SHORTLIST_POSTINGS_ANY, [.term(text), .longer(text)])
      } else {
        append(SHORTLIST_POSTINGS_PREFIX, text, characters: 0)
      }
    case .longer(let text): append(SHORTLIST_POSTINGS_LONGER, text, characters: 0)
    case .docids(let docids): parts.append(docids.part)
    case .any(let inner): append(SHORTLIST_POSTINGS_ANY, inner)
    case .all(let inner): append(SHORTLIST_POSTINGS_ALL, inner)
    case .phrase(let inner):
      var inside = surroundings
      inside.isInPhrase = true
      append(SHORTLIST_POSTINGS_PHRASE, inner, in: inside)
    case .collected(let inner, let dictionary, let most):
      append(
        SHORTLIST_POSTINGS_MATERIALISED, [inner], most: most,
        in: Surroundings(dictionary: dictionary, isNarrowed: most != nil))
    }
  }

  /// Lends the query to `work` as a flat list of nodes, valid until it returns, and keeps
  /// everything alive that the nodes borrow.
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
