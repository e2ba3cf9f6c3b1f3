import Shortlist

/// Completes a text by comparing it with every item.
struct ModelCompletions {
  struct Completion: Hashable {
    var text: String
    var kind: Shortlist.Completion.Kind
    var weight: Double

    init(_ text: String, _ kind: Shortlist.Completion.Kind, weight: Double) {
      self.text = text
      self.kind = kind
      self.weight = weight
    }

    init(_ completion: Shortlist.Completion) {
      self.init(completion.text, completion.kind, weight: completion.weight)
    }
  }

  private let index: ModelIndex
  private let text: String
  private let limit: Int
  /// The items in scope with their ranks.
  private let items: [(item: Item, rank: ModelRank)]
  private let query: ModelQuery

  init(_ index: ModelIndex, _ text: String, limit: Int, in sections: [ItemSection.ID]?) {
    self.index = index
    self.text = text
    self.limit = limit
    query = ModelQuery(text, index.tokenizer)
    items = index.sections.enumerated().filter {
      sections?.contains($1.section.id) ?? true
    }.flatMap { place, section in
      section.items.enumerated().map { position, item in
        let rank = ModelRank(
          tier: 0, weightClass: ModelRank.weightClass(item.weight),
          lengthClass: ModelRank.lengthClass(ModelRank.length(item.title)), section: place,
          position: position)
        return (item, rank)
      }
    }.sorted { $0.rank < $1.rank }
  }

  /// Returns titles and terms in turns.
  func all() -> [Completion] {
    guard !query.clauses.isEmpty, !items.isEmpty else { return [] }
    var known: Set<[String]> = [key(text)]
    let titles = Array(self.titles(&known).prefix(limit))
    let terms = self.terms(&known).prefix(max(limit / 2, limit - titles.count))
    let turns = (0..<limit).flatMap { turn in
      [titles.dropFirst(turn).first, terms.dropFirst(turn).first].compactMap(\.self)
    }
    return Array(turns.prefix(limit))
  }

  /// The words by which completions are told apart.
  private func key(_ text: String) -> [String] {
    ModelQueryParser.inOrder(index.tokenizer.tokens(of: text)).map {
      String(decoding: $0.text, as: UTF8.self)
    }
  }

  private func titles(_ known: inout Set<[String]>) -> [Completion] {
    let tiers = ModelTiers(query)
    var titles: [Completion] = []
    for (item, _) in items where titles.count < limit {
      guard let document = index.documents[item.id], tiers.beginsTitle(document),
        known.insert(key(item.title)).inserted
      else { continue }
      titles.append(Completion(item.title, .title, weight: item.weight))
    }
    return titles
  }

  private func terms(_ known: inout Set<[String]>) -> [Completion] {
    guard query.clauses.last?.alternatives.last?.endsInPrefix == true,
      let end = text.unicodeScalars.last, !end.properties.isWhitespace,
      end.properties.generalCategory != .control,
      let last = index.tokenizer.tokens(of: text).last(where: {
        [.word, .single, .symbol].contains($0.kind)
      })
    else { return [] }
    var counts: [[UInt8]: Int] = [:]
    for document in index.documents.values {
      let terms = Field.allCases.flatMap(document.texts).reduce(into: Set()) {
        $0.formUnion($1.terms)
      }
      for term in terms where term.starts(with: last.text) && term != last.text {
        counts[term, default: 0] += 1
      }
    }
    let before = String(decoding: Array(text.utf8)[..<last.start], as: UTF8.self)
    let frequent = counts.sorted { a, b in
      a.value != b.value ? a.value > b.value : a.key.lexicographicallyPrecedes(b.key)
    }
    var terms: [Completion] = []
    for (term, count) in frequent.prefix(2 * limit + known.count) {
      guard !known.contains(key(before + String(decoding: term, as: UTF8.self))),
        let word = written(term, after: before, last), known.insert(key(before + word)).inserted
      else { continue }
      terms.append(Completion(before + word, .term, weight: Double(count)))
    }
    return terms
  }

  /// Returns a term as the first of the four best items writes it: first those with the words in
  /// title and keywords, then any.
  private func written(_ term: [UInt8], after before: String, _ last: ModelToken) -> String? {
    let whole = before + String(decoding: term, as: UTF8.self) + " "
    var clauses = ModelQuery(whole, index.tokenizer).clauses
    guard var completed = clauses.popLast() else { return nil }
    completed.alternatives.removeAll { $0.phrase.last?.text != term }
    guard !completed.alternatives.isEmpty else { return nil }
    if completed.alternatives.count == 1, completed.alternatives[0].field == nil,
      let previous = clauses.last, previous.alternatives.count == 1,
      previous.alternatives[0].field == nil
    {
      clauses.removeLast()
      completed.alternatives[0].tokens.insert(
        contentsOf: previous.alternatives[0].tokens, at: 0)
    }
    clauses.append(completed)
    for fields in [[Field.title, .keywords], Field.allCases] {
      let found = items.filter { item, _ in
        guard let document = index.documents[item.id] else { return false }
        return clauses.allSatisfy { ModelTiers.matches($0, document, in: fields) }
      }
      for (item, _) in found.prefix(4) {
        for field in [Field.title, .keywords, .subtitle, .body] {
          for text in item[field] {
            for alternative in completed.alternatives
            where alternative.field == nil || alternative.field == field {
              if let word = written(alternative.phrase, in: text, last) { return word }
            }
          }
        }
      }
    }
    return nil
  }

  private func written(
    _ phrase: [ModelQueryToken], in text: String, _ last: ModelToken
  ) -> String? {
    let tokens = ModelText(text, index.tokenizer)
    guard let token = tokens.last(of: phrase) else { return nil }
    var end = token.end
    let group = tokens.group(of: token)
    if token.kind == .joined {
      guard
        let part = group.first(where: { $0.kind == .word && $0.position == token.position }),
        part.text.count < last.text.count
      else { return nil }
      end = group.map(\.end).max() ?? end
    } else if last.kind == .single {
      guard group.first == token, group.count <= 32 else { return nil }
      end = group.map(\.end).max() ?? end
    }
    return String(decoding: Array(text.utf8)[token.start..<end], as: UTF8.self)
  }
}
