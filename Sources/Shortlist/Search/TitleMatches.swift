/// The items that hold all words of a query in title or keywords, where they are few enough to be read
/// at once: then the index is asked for each word once, and for how titles begin only in these items.
struct TitleMatches {
  private let dictionary: TermDictionary
  /// Those that hold the words as whole words; and all, with the last as the beginning of one.
  private let whole, all: DocidSet
  /// Of all, those whose title begins with the words.
  private let begun: DocidSet

  /// `nil` where the index is better read as far as is needed.
  init?(
    of clauses: [QueryClause], _ dictionary: TermDictionary, on connection: Connection
  ) throws(ShortlistError) {
    guard clauses.count > 1, !clauses.contains(where: \.hasField) else { return nil }
    self.dictionary = dictionary
    func docids(_ expression: PostingsQuery) throws(ShortlistError) -> DocidSet? {
      try DocidSet(.collected(expression, dictionary), in: "item_titles", on: connection)
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

  /// What finds the items that do not hold the words as whole words, if that can be told apart.
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

  /// A title that is the words, or begins with them.
  func title(_ expression: PostingsQuery, isWhole: Bool) -> PostingsQuery {
    .collected(
      isWhole ? .all([.docids(begun), .docids(whole), expression]) : .docids(begun), dictionary)
  }
}

extension QueryClause {
  fileprivate var hasField: Bool { alternatives.contains { $0.field != nil } }

  fileprivate var hasPrefix: Bool { alternatives.contains(where: \.isPrefix) }
}
