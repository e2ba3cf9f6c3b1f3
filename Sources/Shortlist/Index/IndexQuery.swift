/// A query in two forms: for the pages of an index, and in the language of FTS5. It is always
/// valid, because it contains only quoted tokens.
struct IndexQuery {
  /// Builds the operand of MATCH, which is seldom needed.
  private let makeText: () -> String
  /// The form for the pages of the index; `nil` if only FTS5 can answer, because it needs a field.
  var postings: PostingsQuery?
  /// The argument of `shortlist_fields` if some word is limited to a field: two bytes for each
  /// phrase.
  var fields: [UInt8]?
  /// Whether FTS5 restarts it cheaply. For longer prefixes, it gathers the docids again each time.
  let isCheapToRestart: Bool
  /// The phrases of ``text`` in order, for ranking.
  var phrases: [Ranker.Phrase] = []

  init(
    text: @autoclosure @escaping () -> String, postings: PostingsQuery?,
    fields: [UInt8]? = nil, isCheapToRestart: Bool, phrases: [Ranker.Phrase] = []
  ) {
    makeText = text
    self.postings = postings
    self.fields = fields
    self.isCheapToRestart = isCheapToRestart
    self.phrases = phrases
  }

  /// The operand of MATCH.
  var text: String { makeText() }

  /// Returns the postings query in its materialised form.
  func collected(_ dictionary: TermDictionary?) -> PostingsQuery? {
    guard let dictionary, let postings else { return nil }
    return .collected(postings, dictionary)
  }

  /// Matches all clauses, anywhere in a text. With `stems`, the index holds stems, and a word also
  /// matches its other forms.
  static func words(
    _ clauses: [QueryClause], inTitles: Bool, stems: Bool = false, begun: QueryClause? = nil
  ) -> IndexQuery {
    combined(clauses, isAny: false, inTitles: inTitles, stems: stems, begun: begun)
  }

  /// Matches all clauses, anywhere in a text, for scoring; the ranker handles fields.
  static func scored(_ clauses: [QueryClause], stems: Bool) -> IndexQuery {
    combined(clauses, isAny: false, inTitles: false, stems: stems, leavesFields: true)
  }

  /// Matches any of the clauses, anywhere in a text; the ranker handles fields.
  static func any(_ clauses: [QueryClause], inTitles: Bool, stems: Bool) -> IndexQuery {
    combined(clauses, isAny: true, inTitles: inTitles, stems: stems)
  }

  private static func combined(
    _ clauses: [QueryClause], isAny: Bool, inTitles: Bool, stems: Bool, begun: QueryClause? = nil,
    leavesFields: Bool = false
  ) -> IndexQuery {
    var ranked: [Ranker.Phrase] = []
    var fields: [UInt8] = []
    var isLimited = false
    var isCheap = true
    var postings: [PostingsQuery] = []
    for (offset, clause) in clauses.enumerated() {
      let alternatives = alternatives(of: clause, stems: stems)
      for alternative in alternatives {
        isCheap = isCheap && alternative.isCheapToRestart
        isLimited = isLimited || alternative.field != nil
        let columns = alternative.field?.mask(inTitles: inTitles) ?? 0xff
        fields += [UInt8(offset), columns]
        ranked.append(Ranker.Phrase(clause: offset, columns: columns))
      }
      postings.append(self.postings(of: alternatives, begun: begun))
    }
    return IndexQuery(
      text: text(of: clauses, isAny: isAny, stems: stems),
      postings: isAny ? .any(of: postings) : isLimited && !leavesFields ? nil : .all(of: postings),
      fields: isLimited && !isAny ? fields : nil, isCheapToRestart: isCheap, phrases: ranked)
  }

  /// Matches a clause, anywhere in a text.
  static func postings(of clause: QueryClause) -> PostingsQuery {
    postings(of: clause.alternatives)
  }

  private static func postings(
    of alternatives: [QueryClause.Alternative], begun: QueryClause? = nil
  ) -> PostingsQuery {
    .any(
      of: alternatives.map { alternative in
        if let word = alternative.begunWord, begun?.alternatives.contains(alternative) == true {
          return .longer(word)
        }
        return .phrase(of: alternative.words, isPrefix: alternative.isPrefix)
      })
  }

  private static func alternatives(
    of clause: QueryClause, stems: Bool
  ) -> [QueryClause.Alternative] {
    stems ? clause.alternatives.flatMap(\.withStems) : clause.alternatives
  }

  private static func text(of clauses: [QueryClause], isAny: Bool, stems: Bool) -> String {
    clauses.map { clause in
      let phrases = alternatives(of: clause, stems: stems).map {
        phrase($0.words, isPrefix: $0.isPrefix)
      }
      return combined(phrases, by: " OR ")
    }.joined(by: isAny ? " OR " : " AND ")
  }

  /// Matches all clauses of any of the queries, anywhere in a text. There must be only one query if
  /// words are limited to fields. May leave out items that contain a prefix of `begun` as a whole
  /// word, and items that are not among `candidates`, if given.
  static func any(
    of queries: [[QueryClause]], inTitles: Bool, among candidates: DocidSet?,
    begun: QueryClause? = nil, _ dictionary: TermDictionary?
  ) -> IndexQuery {
    let all = queries.map { clauses in
      var all = words(clauses, inTitles: inTitles, begun: begun)
      if candidates == nil, clauses.count > 1, let read = all.collected(dictionary) {
        all.postings = read
      }
      return all
    }
    var any = any(of: all)
    if let candidates, let dictionary, let postings = any.postings {
      any.postings = .collected(.all([.docids(candidates), postings]), dictionary)
    }
    return any
  }

  /// Matches any of the queries. If there are several, none may have words that are limited to
  /// fields.
  static func any(of queries: [IndexQuery]) -> IndexQuery {
    guard queries.count != 1 else { return queries[0] }
    return IndexQuery(
      text: queries.map { "(\($0.text))" }.joined(by: " OR "),
      postings: .any(of: queries.compactMap(\.postings)), fields: nil,
      isCheapToRestart: queries.allSatisfy(\.isCheapToRestart))
  }

  /// Matches the clauses in order from the first word of a title: up to its end, or with the last
  /// word as typed. `nil` when a clause is limited to a field other than the title.
  static func title(_ clauses: [QueryClause], isWhole: Bool) -> IndexQuery? {
    guard let choices = QueryClause.titleChoices(clauses) else { return nil }
    var isCheap = true
    var parts: [String] = []
    var postings: [PostingsQuery] = []
    for choice in choices {
      guard let last = choice.last else { continue }
      var words = QueryClause.titleWords(choice, isWhole: isWhole)
      guard let first = words.first else { continue }
      let isPrefix = last.isPrefix && !isWhole
      if isPrefix { isCheap = isCheap && last.isCheapToRestart }
      words[0] = Tokens.markedFirst(first)
      if isWhole, let end = words.popLast() { words.append(end + Tokens.end) }
      parts.append(phrase(words, isPrefix: isPrefix))
      let ordered = PostingsQuery.phrase(of: words, isPrefix: isPrefix)
      postings.append(words.count == 1 ? .marked(ordered, word: first) : ordered)
    }
    return IndexQuery(
      text: parts.joined(by: " OR "), postings: .any(of: postings), fields: nil,
      isCheapToRestart: isCheap)
  }

  /// Matches all titles with the words of this one; if it has more than eight, those that begin
  /// with the same eight. `nil` when it has none.
  static func titled(_ title: String) throws(ShortlistError) -> IndexQuery? {
    let most = 8
    var phrase = try Tokens(title).phrase(field: nil)
    phrase.isPrefix = false
    guard !phrase.tokens.isEmpty else { return nil }
    let isWhole = phrase.tokens.count <= most
    phrase.tokens = Array(phrase.tokens.prefix(most))
    return self.title([QueryClause(alternatives: [phrase])], isWhole: isWhole)
  }

  private static func combined(_ parts: [String], by operation: String) -> String {
    parts.count == 1 ? parts[0] : "(\(parts.joined(by: operation)))"
  }

  private static func phrase(_ words: [String], isPrefix: Bool) -> String {
    "\"\(Tokens.verbatim)\(words.joined(by: " "))\"\(isPrefix ? "*" : "")"
  }
}

extension QueryClause.Alternative {
  /// The only word, if longer words with this prefix can be told from the word itself.
  var begunWord: String? {
    let words = words
    guard isPrefix, words.count == 1, let word = words.first, !IndexTable.listsPrefix(word) else {
      return nil
    }
    return word
  }

  /// Whether FTS5 has a list of its own for it.
  fileprivate var isCheapToRestart: Bool {
    !isPrefix || words.last.map(IndexTable.listsPrefix) ?? true
  }
}
