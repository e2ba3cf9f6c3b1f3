import Shortlist

/// The keys of a query in a request.
struct PipeQuery {
  private var query = SearchQuery("")
  /// Whether the query has a text, the only thing that it must have.
  private(set) var hasText = false
  // Their defaults depend on the layout, which may come later.
  private var limit: Int?
  private var totals: SearchQuery.Totals?

  /// Reads the value of a key; returns `false`, without reading it, if no query has such a key.
  mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws -> Bool {
    switch key {
    case "q":
      query.text = try reader.string()
      hasText = true
    case "limit": limit = try reader.count(key)
    case "maxGroups": query.maxGroups = try reader.count(key)
    case "layout":
      query.layout = try reader.choice(key, ["grouped": .grouped, "flat": .flat])
    case "sections": query.sections = try reader.strings().map { ItemSection.ID($0) }
    case "match": query.match = try reader.choice(key, ["all": .all, "any": .any])
    case "totals":
      totals =
        try reader.kind() == .number
        ? .bounded(reader.count(key)) : reader.choice(key, ["bounded": nil, "exact": .exact])
    case "order": query.order = try reader.choice(key, ["rank": .rank, "list": .list])
    case "groupOrder":
      query.groupOrder = try reader.choice(
        key, ["best": .bestHit, "bestHit": .bestHit, "sections": .sections])
    case "typos": query.typos = try Self.typos(from: &reader)
    case "operators": query.operators = try reader.bool()
    case "learned": query.usesLearning = try reader.bool()
    case "sectionTitles": query.matchesSectionTitles = try reader.bool()
    case "fieldWeights": query.fieldWeights = try Self.weights(from: &reader)
    case "explain": query.explains = try reader.bool()
    case "budgetMs": query.timeBudget = try Self.budget(from: &reader)
    case "snippetLength": query.snippetLength = try reader.count(key, least: 0)
    case "where": query.filter = try Self.filter(from: &reader)
    case "sort": query.sort = try Self.sort(from: &reader)
    case "facets": query.facets = try reader.strings()
    case "maxFacetValues": query.maxFacetValues = try reader.count(key)
    case "after": query.after = try Self.cursor(from: &reader)
    default: return false
    }
    return true
  }

  /// Returns the query, with the defaults of its layout.
  func finished() throws(BadRequest) -> SearchQuery {
    guard hasText else { throw BadRequest("The request has no “q”.") }
    var query = query
    query.limit = limit ?? SearchQuery.defaultLimit(query.layout)
    query.totals = totals ?? SearchQuery.defaultTotals(query.layout)
    return query
  }

  /// Reads a Boolean, or an object with `letters` and `fields`.
  private static func typos(from reader: inout JSONReader) throws -> TypoTolerance {
    guard try reader.kind() == .object else { return try reader.bool() ? .on : .off }
    var typos = TypoTolerance.on
    var fields: Set<Field>?
    try PipeRequest.object(from: &reader) { key, reader in
      switch key {
      case "letters": typos = .after(letters: try reader.count(key))
      case "fields":
        fields = Set(
          try reader.strings().map { name throws in
            guard let field = Field(rawValue: name) else {
              throw BadRequest("There is no field “\(name)”.")
            }
            return field
          })
      default: throw BadRequest("“typos” has no “\(key.text)”.")
      }
    }
    return fields.map { typos.limited(to: $0) } ?? typos
  }

  /// Reads an object with a weight for each of some fields.
  private static func weights(from reader: inout JSONReader) throws -> [Field: Double] {
    var weights: [Field: Double] = [:]
    try PipeRequest.object(from: &reader) { key, reader in
      guard let field = Field(rawValue: key.text) else {
        throw BadRequest("There is no field “\(key.text)”.")
      }
      let weight = try reader.number()
      guard (0...100).contains(weight) else {
        throw BadRequest("“\(key.text)” must be a weight from 0 to 100.")
      }
      weights[field] = weight
    }
    return weights
  }

  private static func budget(from reader: inout JSONReader) throws -> Duration {
    let milliseconds = try reader.number()
    guard (0...86_400_000).contains(milliseconds) else {
      throw BadRequest("“budgetMs” must be a number from 0 to 86,400,000.")
    }
    return .microseconds(Int64(milliseconds * 1_000))
  }

  /// Reads a filter, or an array of filters that all have to be met.
  private static func filter(from reader: inout JSONReader) throws -> AttributeFilter? {
    let texts = try reader.kind() == .array ? reader.strings() : [reader.string()]
    do throws(ShortlistError) {
      var filters: [AttributeFilter] = []
      for text in texts { filters.append(try AttributeFilter(text)) }
      return filters.count > 1 ? .all(filters) : filters.first
    } catch {
      throw BadRequest(error.message)
    }
  }

  private static func sort(from reader: inout JSONReader) throws -> AttributeSort {
    guard let sort = AttributeSort(try reader.string()) else {
      throw BadRequest("“sort” must name an attribute, as in “year:desc”.")
    }
    return sort
  }

  private static func cursor(from reader: inout JSONReader) throws -> SearchCursor {
    guard let cursor = SearchCursor(try reader.string()) else {
      throw BadRequest("“after” must be the “next” of an earlier response.")
    }
    return cursor
  }
}

extension JSONReader {
  /// Reads a number of things.
  mutating func count(_ key: JSONKey, least: Int = 1) throws -> Int {
    let count = try integer()
    guard count >= least else { throw BadRequest("“\(key.text)” must be \(least) or more.") }
    return count
  }

  /// Reads one of some names.
  fileprivate mutating func choice<Choice>(
    _ key: JSONKey, _ choices: KeyValuePairs<String, Choice>
  ) throws -> Choice {
    let name = try string()
    guard let choice = choices.first(where: { $0.key == name }) else {
      let names = choices.map { "“\($0.key)”" }.joined(separator: " or ")
      throw BadRequest("“\(key.text)” must be \(names).")
    }
    return choice.value
  }
}
