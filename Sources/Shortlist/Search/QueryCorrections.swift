/// Other spellings of a query, with its words edited, run together or split.
///
/// Each spelling is a list of clauses, all of which must match. Joining two words, splitting one, or
/// leaving out the symbols beside it, counts as one edit. Only a word long enough for an edit is
/// split, or results from joining.
struct QueryCorrections {
  private let clauses: [QueryClause]
  private let corrector: Corrector
  private var dictionary: TermDictionary { corrector.dictionary }
  /// The alternatives of each clause whose words are in the index. Only they can match.
  private let asTyped: [[QueryClause.Alternative]]

  init(_ clauses: [QueryClause], _ corrector: Corrector) {
    self.clauses = clauses
    self.corrector = corrector
    asTyped = clauses.map { clause in
      clause.alternatives.filter { Self.isPresent($0, in: corrector.dictionary) }
    }
  }

  /// Returns the query with exactly one edit, in every place where one helps.
  func withOneEdit() throws(ShortlistError) -> [[QueryClause]] {
    var spellings = joinings(asTyped)
    for index in clauses.indices {
      guard asTyped.indices.allSatisfy({ $0 == index || !asTyped[$0].isEmpty }) else { continue }
      var alternatives = asTyped
      alternatives[index] = try edited(clauses[index], allowance: 1)
      if let spelling = Self.spelling(alternatives) { spellings.append(spelling) }
    }
    return spellings
  }

  /// Returns the query with each word as typed or edited, and at most two neighbours run together;
  /// empty when that amounts to a single edit.
  func withMoreEdits() throws(ShortlistError) -> [[QueryClause]] {
    var alternatives = asTyped
    var places = 0
    for index in clauses.indices {
      let edited = try edited(clauses[index], allowance: .max)
      guard !edited.isEmpty else { continue }
      alternatives[index] += edited
      places += try edited.count > self.edited(clauses[index], allowance: 1).count ? 2 : 1
    }
    let joinings = joinings(alternatives)
    guard places > 1 || (places == 1 && !joinings.isEmpty) else { return [] }
    return (Self.spelling(alternatives).map { [$0] } ?? []) + joinings
  }

  /// Returns the query with one or more edits. The spellings with more edits also cover those with
  /// one.
  func withAnyEdits() throws(ShortlistError) -> [[QueryClause]] {
    let more = try withMoreEdits()
    return try more.isEmpty ? withOneEdit() : more
  }

  // MARK: One clause

  /// Returns the alternatives of a clause with one word edited or split; none for quoted words.
  private func edited(
    _ clause: QueryClause, allowance: Int
  ) throws(ShortlistError) -> [QueryClause.Alternative] {
    guard !clause.isQuoted else { return [] }
    return try corrector.once(clause, allowance) { () throws(ShortlistError) in
      try corrected(clause, allowance)
    }
  }

  private func corrected(
    _ clause: QueryClause, _ allowance: Int
  ) throws(ShortlistError) -> [QueryClause.Alternative] {
    var edited: [QueryClause.Alternative] = []
    for alternative in clause.alternatives {
      for index in alternative.tokens.indices {
        let isPrefix = alternative.isPrefix && index == alternative.tokens.count - 1
        let word = alternative.tokens[index].text
        let allowance = min(allowance, Typos.allowance(of: word, corrector.tolerance))
        guard allowance > 0 else { continue }
        for correction in try corrector.corrections(
          of: word, isPrefix: isPrefix, allowance: allowance)
        {
          var corrected = alternative
          corrected.tokens[index] = .init(text: correction.text)
          if corrected.tokens.count == 1 || Self.isPresent(corrected, in: dictionary) {
            edited += corrector.tolerance.limited(corrected)
          }
        }
      }
      edited += Self.splittings(of: alternative, corrector.tolerance)
        .filter { Self.isPresent($0, in: dictionary) }.flatMap(corrector.tolerance.limited)
    }
    return edited
  }

  /// Splits a word into two adjacent ones, at each place between its letters. Words with symbols
  /// lose these instead.
  static func splittings(
    of alternative: QueryClause.Alternative, _ tolerance: TypoTolerance
  ) -> [QueryClause.Alternative] {
    if let plain = alternative.withoutSymbols { return [plain] }
    guard alternative.tokens.count == 1,
      Typos.allowance(of: alternative.tokens[0].text, tolerance) > 0
    else { return [] }
    let scalars = alternative.tokens[0].text.unicodeScalars
    return scalars.indices.dropFirst().map { index in
      var split = alternative
      split.tokens = [scalars[..<index], scalars[index...]].map {
        .init(text: String($0))
      }
      return split
    }
  }

  /// Whether all words of an alternative may be in the index.
  private static func isPresent(
    _ alternative: QueryClause.Alternative, in dictionary: TermDictionary
  ) -> Bool {
    let words = alternative.words
    return zip(words.indices, alternative.tokens).allSatisfy { (index, token) in
      token.kind != .word
        || dictionary.holds(
          words[index], asPrefix: alternative.isPrefix && index == words.count - 1)
    }
  }

  // MARK: Several clauses

  /// Returns the clauses with these alternatives; `nil` when one has none.
  private static func spelling(_ alternatives: [[QueryClause.Alternative]]) -> [QueryClause]? {
    guard alternatives.allSatisfy({ !$0.isEmpty }) else { return nil }
    return alternatives.map { QueryClause(alternatives: $0) }
  }

  /// Returns the spellings with two neighbouring words run together and these alternatives for the
  /// others.
  private func joinings(_ alternatives: [[QueryClause.Alternative]]) -> [[QueryClause]] {
    clauses.indices.dropLast().compactMap { index in
      guard
        let joined = Self.joined(clauses[index], clauses[index + 1], corrector.tolerance),
        Self.isPresent(joined, in: dictionary)
      else { return nil }
      var joining = alternatives
      joining.replaceSubrange(index...index + 1, with: [corrector.tolerance.limited(joined)])
      return Self.spelling(joining)
    }
  }

  /// Joins two words into one, unless they were quoted, hyphenated or limited to different fields.
  static func joined(
    _ a: QueryClause, _ b: QueryClause, _ tolerance: TypoTolerance
  ) -> QueryClause.Alternative? {
    guard !a.isQuoted, !b.isQuoted, a.alternatives.count == 1, b.alternatives.count == 1,
      let first = a.alternatives.first, let second = b.alternatives.first,
      first.tokens.count == 1, second.tokens.count == 1, first.field == second.field
    else { return nil }
    var joined = second
    joined.tokens = [.init(text: first.tokens[0].text + second.tokens[0].text)]
    return Typos.allowance(of: joined.tokens[0].text, tolerance) > 0 ? joined : nil
  }
}

extension TypoSpellings {
  init(_ query: ParsedQuery, _ tolerance: TypoTolerance) {
    let clauses = query.clauses
    let unquoted = clauses.filter { !$0.isQuoted }.flatMap(\.alternatives)
    let editable = unquoted.flatMap(tolerance.limited)
    let typed = clauses.flatMap(\.alternatives)
    let others =
      unquoted.flatMap { QueryCorrections.splittings(of: $0, tolerance) }
      + zip(clauses, clauses.dropFirst()).compactMap {
        QueryCorrections.joined($0, $1, tolerance)
      }
    self.init(
      alternatives: typed + (tolerance.fields == nil ? [] : editable)
        + others.flatMap(tolerance.limited),
      editable: Set(editable), tolerance)
  }
}

extension TypoTolerance {
  /// Returns an alternative with a correction, for each field in which it may match.
  func limited(_ alternative: QueryClause.Alternative) -> [QueryClause.Alternative] {
    guard let fields else { return [alternative] }
    guard alternative.field == nil else {
      return alternative.field.map(fields.contains) == true ? [alternative] : []
    }
    return Field.allCases.filter(fields.contains).map { field in
      var limited = alternative
      limited.field = field
      return limited
    }
  }
}
