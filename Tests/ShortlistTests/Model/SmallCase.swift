import Shortlist

/// A disagreement between the model and the library, reduced to a small case.
struct SmallCase {
  let changes: [Change]
  let query: SearchQuery

  /// Returns a report of what remains when everything unnecessary is left out.
  func report() throws -> String {
    var model = ModelIndex()
    for change in changes { change.apply(to: &model) }
    let items = model.items
    let sections = model.sections.map(\.section)
    let synonyms = Change.replaceSynonyms(model.synonyms.sets)
    if try isWrong(sections.map(Change.createSection) + [.upsert(items), synonyms], query) {
      return try smallState(sections, items, model.synonyms.sets)
    }
    let fewer = try Shrinking.elements(changes) { try isWrong($0, query) }
    return try report(fewer, query)
  }

  private func smallState(
    _ sections: [ItemSection], _ items: [Item], _ synonyms: [SynonymSet]
  ) throws -> String {
    var synonyms = synonyms
    func changes(_ items: [Item]) -> [Change] {
      let used = Set(items.map(\.section))
      let filled = sections.filter { used.contains($0.id) }.map(Change.createSection)
      return filled + [.upsert(items)] + (synonyms.isEmpty ? [] : [.replaceSynonyms(synonyms)])
    }
    var query = query
    var items = try Shrinking.elements(items) { try isWrong(changes($0), query) }
    synonyms = try Shrinking.elements(synonyms) { sets in
      try isWrong(changes(items).dropLast() + [.replaceSynonyms(sets)], query)
    }
    query.text = try Shrinking.text(query.text) { text in
      var query = query
      query.text = text
      return try isWrong(changes(items), query)
    }
    let fields: [WritableKeyPath<Item, String>] = [\.title, \.subtitle, \.body]
    for index in items.indices {
      items[index].keywords = try Shrinking.elements(items[index].keywords) { keywords in
        var fewer = items
        fewer[index].keywords = keywords
        return try isWrong(changes(fewer), query)
      }
      for field in fields {
        items[index][keyPath: field] = try Shrinking.text(items[index][keyPath: field]) { text in
          var fewer = items
          fewer[index][keyPath: field] = text
          return try isWrong(changes(fewer), query)
        }
      }
      var lighter = items
      lighter[index].weight = 0
      if try isWrong(changes(lighter), query) { items = lighter }
      for name in items[index].attributes.keys {
        var fewer = items
        fewer[index].attributes[name] = nil
        if try isWrong(changes(fewer), query) { items = fewer }
      }
    }
    return try report(changes(items), query)
  }

  /// Whether the library's answer differs after these changes; `false` if it rejects them.
  private func isWrong(_ changes: [Change], _ query: SearchQuery) throws -> Bool {
    guard
      Settled.contains(query.text, ModelTokenizer(), operators: query.operators)
    else { return false }
    return try difference(changes, query) != nil
  }

  private func difference(_ changes: [Change], _ query: SearchQuery) throws -> String? {
    let repository = try ItemRepository(path: ":memory:")
    defer { repository.blocking.close() }
    var model = ModelIndex()
    for change in changes {
      do { try change.apply(to: repository.blocking) } catch { return nil }
      change.apply(to: &model)
    }
    return try Comparison(model: model, repository: repository.blocking, query: query).difference()
  }

  private func report(_ changes: [Change], _ query: SearchQuery) throws -> String {
    let lines = changes.map { change in
      if case .upsert(let items) = change {
        return items.map { "  " + Self.line($0) }.joined(separator: "\n")
      }
      return "  \(change)"
    }
    return """
      \(try difference(changes, query) ?? "nothing differs when it is repeated")
      query \(Shrinking.literal(query.text)), \(query.layout), limit \(query.limit), \
      groups \(query.maxGroups.map { "\($0)" } ?? "all"), \
      order \(query.order), groups by \(query.groupOrder), totals \(query.totals), \
      scope \(query.sections.map { "\($0)" } ?? "all"), match \(query.match), \
      where \(query.filter.map { "\($0)" } ?? "all"), sort \(query.sort.map { "\($0)" } ?? "none"), \
      facets \(query.facets)
      \(lines.joined(separator: "\n"))
      """
  }

  private static func line(_ item: Item) -> String {
    var line = "item \(item.id) in \(item.section): \(Shrinking.literal(item.title))"
    if !item.subtitle.isEmpty { line += " subtitle \(Shrinking.literal(item.subtitle))" }
    for keyword in item.keywords { line += " keyword \(Shrinking.literal(keyword))" }
    if !item.body.isEmpty { line += " body \(Shrinking.literal(item.body))" }
    if item.weight != 0 { line += " weight \(item.weight)" }
    for (name, value) in item.attributes { line += " \(name): \(value)" }
    return line
  }
}
