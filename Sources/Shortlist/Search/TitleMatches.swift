/// The items that contain all words of a query in title or keywords, if few enough to materialise.
/// The index is then asked for each word once, and for the beginnings of titles only in these
/// items.
struct TitleMatches {
  private let dictionary: TermDictionary
  /// The items with the words as whole words, and all, where the last word may be a prefix.
  private let whole, all: DocidSet
  /// The items whose title begins with the words.
  private let begun: DocidSet

  /// `nil` when it is better to read the index only as far as needed.
  init?(
    of clauses: [QueryClause], among accepted: DocidFilter?, _ dictionary: TermDictionary,
    on connection: Connection
  ) throws(ShortlistError) {
    guard clauses.count > 1, !clauses.contains(where: \.hasField) else { return nil }
    self.dictionary = dictionary
    func docids(_ expression: PostingsQuery) throws(ShortlistError) -> DocidSet? {
      try DocidSet(
        .collected(expression, dictionary), in: "item_titles", among: accepted, on: connection)
    }
    guard let whole = try docids(.all(clauses.map { IndexQuery.postings(of: $0.whole) }))
    else { return nil }
    self.whole = whole
    if !clauses.contains(where: \.hasPrefix) {
      all = whole
    } else if let others = Self.others(clauses) {
      guard let all = try docids(.any([.docids(whole), others])) else { return nil }
      self.all = all
    } else {
      guard let all = try docids(.all(clauses.map(IndexQuery.postings))) else { return nil }
      self.all = all
    }
    guard let title = IndexQuery.title(clauses, isWhole: false)?.postings, !all.isEmpty else {
      begun = all
      return
    }
    guard let begun = try docids(.all([.docids(all), title])) else { return nil }
    self.begun = begun
  }

  /// Returns a query for items without the words as whole words; `nil` if it cannot tell these
  /// apart.
  private static func others(_ clauses: [QueryClause]) -> PostingsQuery? {
    guard let last = clauses.last, !clauses.dropLast().contains(where: \.hasPrefix) else {
      return nil
    }
    var longer: [PostingsQuery] = []
    for alternative in last.alternatives where alternative.isPrefix {
      guard let word = alternative.begunWord else { return nil }
      longer.append(.longer(word))
    }
    return .all(clauses.dropLast().map(IndexQuery.postings) + [.any(of: longer)])
  }

  var words: PostingsQuery { .collected(.docids(all), dictionary) }

  var wholeWords: PostingsQuery { .collected(.docids(whole), dictionary) }

  /// Returns a query for titles that equal the words, or begin with them.
  func title(_ expression: PostingsQuery, isWhole: Bool) -> PostingsQuery {
    .collected(
      isWhole ? .all([.docids(begun), .docids(whole), expression]) : .docids(begun), dictionary)
  }
}

extension QueryClause {
  fileprivate var hasField: Bool { alternatives.contains { $0.field != nil } }

  fileprivate var hasPrefix: Bool { alternatives.contains(where: \.isPrefix) }
}
