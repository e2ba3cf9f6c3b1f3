import Shortlist

/// The items whose distinctive term is in the query: the rarest word of their title, as typed or
/// after spelling correction.
struct ModelDistinctiveTerms {
  private var lengths: [Item.ID: Int] = [:]

  /// Returns the number of words in an item's title; 63 if its distinctive term is not in the
  /// query.
  func key(of id: Item.ID) -> Int { lengths[id].map { min($0, 62) } ?? 63 }

  /// Finds the items by the typed words, or for tier 6 or 7 by the corrected ones.
  init(_ typed: ModelQuery, _ index: ModelIndex, _ query: SearchQuery, tier: Int = 3) {
    let all = index.documents.values
    let titles = all.map { document in
      ([document.title] + document.keywords).reduce(into: Set<[UInt8]>()) {
        $0.formUnion($1.terms)
      }
    }
    let whole = typed.whole
    let tiers = ModelTiers(whole, query.typos)
    let found = index.items.filter { item in
      guard query.sections?.contains(item.section) ?? true,
        query.filter.map({ ModelAttributes.meets($0, item) }) ?? true,
        let document = index.documents[item.id]
      else { return false }
      let fields = [Field.title, .keywords]
      return tier == 3
        ? tiers.matches(document, in: fields)
        : tiers.typoTier(of: document, in: fields).map { $0 <= tier } ?? false
    }
    guard found.count <= 256 else { return }
    let words =
      tier == 3
      ? ModelSpelling.words(of: whole.clauses.map(\.alternatives))
      : ModelSpelling(whole, index, query.typos).words(ofTier: tier)
    for item in found {
      guard let title = index.documents[item.id]?.title else { continue }
      func count(_ term: [UInt8]) -> Int { titles.count { $0.contains(term) } }
      guard let rarest = title.terms.intersection(words).map(count).min(),
        title.words.subtracting(words).allSatisfy({ count($0) >= rarest })
      else { continue }
      lengths[item.id] = title.length
    }
  }
}

/// The ways to spell a query with words of the index only.
private struct ModelSpelling {
  private let query: ModelQuery
  private let terms: Set<[UInt8]>
  private let typos: TypoTolerance

  init(_ query: ModelQuery, _ index: ModelIndex, _ typos: TypoTolerance) {
    self.query = query
    self.typos = typos
    terms = index.documents.values.flatMap { document in
      Field.allCases.flatMap { document.texts(of: $0) }
    }.reduce(into: Set<[UInt8]>()) { $0.formUnion($1.terms) }
  }

  /// Returns the words of all spellings with one edit (tier 6), or with as many as allowed (tier
  /// 7).
  func words(ofTier tier: Int) -> Set<[UInt8]> {
    let typed = query.clauses.map { $0.alternatives.filter(isPresent) }
    var spellings: [[[ModelAlternative]]] = []
    if tier == 6 {
      for index in typed.indices {
        var spelling = typed
        spelling[index] = edited(query.clauses[index], 1)
        spellings.append(spelling)
      }
      spellings += joinings(typed)
    } else {
      let spelling = zip(typed, query.clauses).map { $0 + edited($1, 2) }
      spellings = [spelling] + joinings(spelling)
    }
    return spellings.filter { !$0.contains(where: \.isEmpty) }
      .reduce(into: Set<[UInt8]>()) { $0.formUnion(Self.words(of: $1)) }
  }

  static func words(of spelling: [[ModelAlternative]]) -> Set<[UInt8]> {
    Set(spelling.flatMap { $0 }.flatMap(\.phrase).map(\.text))
  }

  private func isPresent(_ alternative: ModelAlternative) -> Bool {
    alternative.phrase.allSatisfy { terms.contains($0.text) }
  }

  /// Whether an alternative may match in any field after a correction.
  private func mayMatch(_ alternative: ModelAlternative) -> Bool {
    alternative.field.map { typos.fields?.contains($0) ?? true } ?? true
  }

  private func edited(_ clause: ModelClause, _ allowance: Int) -> [ModelAlternative] {
    guard !clause.isQuoted else { return [] }
    var edited: [ModelAlternative] = []
    for alternative in clause.alternatives where mayMatch(alternative) {
      for place in alternative.tokens.indices {
        for term in terms {
          let word = alternative.tokens[place].text
          guard let edits = ModelTypos.edits(word, term, isPrefix: false, typos),
            (1...allowance).contains(edits)
          else { continue }
          var corrected = alternative
          corrected.tokens[place] = ModelQueryToken(text: term, kind: .word)
          if corrected.tokens.count == 1 || isPresent(corrected) { edited.append(corrected) }
        }
      }
      edited += ModelTiers.splittings(alternative, typos).filter(isPresent)
    }
    return edited
  }

  private func joinings(_ spelling: [[ModelAlternative]]) -> [[[ModelAlternative]]] {
    query.clauses.indices.dropLast().compactMap { index in
      guard let joined = ModelTiers.joined(query.clauses[index], query.clauses[index + 1], typos),
        joined.alternatives.allSatisfy({ isPresent($0) && mayMatch($0) })
      else { return nil }
      var joining = spelling
      joining.replaceSubrange(index...index + 1, with: [joined.alternatives])
      return joining
    }
  }
}
