import Shortlist

/// An error in a request, with a sentence to show.
struct BadRequest: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// One line of input to `pipe`: a query as a JSON object, of which only `q` is required.
///
/// Unknown keys are ignored, so that clients may add their own.
struct PipeRequest {
  private var text: String?
  private var limit: Int?
  private var maxGroups: Int?
  private var layout = SearchQuery.Layout.grouped
  private var sections: [ItemSection.ID]?
  private var match = SearchQuery.Match.all
  private var totals: SearchQuery.Totals?
  private var order = SearchQuery.Order.rank
  private var groupOrder = SearchQuery.GroupOrder.bestHit
  private var typos = true
  private var explains = false
  private var budget = Duration.seconds(1)
  private var snippetLength: Int?
  private var after: SearchCursor?

  private init() {}

  /// Parses a line into a query.
  static func query(_ line: UnsafeBufferPointer<UInt8>) throws(BadRequest) -> SearchQuery {
    var reader = JSONReader(line)
    var request = PipeRequest()
    do {
      try reader.beginObject()
      var isFirst = true
      while let key = try reader.nextKey(isFirst: &isFirst) { try request.read(key, from: &reader) }
      try reader.finish()
    } catch let error as JSONSyntaxError {
      throw BadRequest("The request is not valid: \(error.reason) (at byte \(error.offset + 1)).")
    } catch {
      throw error as? BadRequest ?? BadRequest("\(error)")
    }
    guard let text = request.text else { throw BadRequest("The request has no “q”.") }
    return request.query(text)
  }

  private func query(_ text: String) -> SearchQuery {
    SearchQuery(
      text, in: sections, limit: limit, maxGroups: maxGroups, layout: layout, order: order,
      groupOrder: groupOrder, match: match, totals: totals, typos: typos, timeBudget: budget,
      snippetLength: snippetLength ?? 160, after: after, explains: explains)
  }

  private mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws {
    do {
      try readValue(of: key, from: &reader)
    } catch let error as JSONSyntaxError {
      throw JSONSyntaxError(reason: "“\(key.text)”: \(error.reason)", offset: error.offset)
    }
  }

  private mutating func readValue(of key: JSONKey, from reader: inout JSONReader) throws {
    // `null` counts as an absent key, as in the JSON of most languages.
    guard try reader.kind() != .null else {
      try reader.null()
      return
    }
    switch key {
    case "q": text = try reader.string()
    case "limit": limit = try Self.count("limit", from: &reader)
    case "maxGroups": maxGroups = try Self.count("maxGroups", from: &reader)
    case "layout":
      layout = try Self.choice("layout", ["grouped": .grouped, "flat": .flat], from: &reader)
    case "sections": sections = try Self.sections(from: &reader)
    case "match": match = try Self.choice("match", ["all": .all, "any": .any], from: &reader)
    case "totals":
      totals =
        try reader.kind() == .number
        ? .bounded(Self.count("totals", from: &reader))
        : Self.choice("totals", ["bounded": nil, "exact": .exact], from: &reader)
    case "order": order = try Self.choice("order", ["rank": .rank, "list": .list], from: &reader)
    case "groupOrder":
      groupOrder = try Self.choice(
        "groupOrder", ["best": .bestHit, "bestHit": .bestHit, "sections": .sections], from: &reader)
    case "typos": typos = try reader.bool()
    case "explain": explains = try reader.bool()
    case "budgetMs": budget = try Self.budget(from: &reader)
    case "snippetLength":
      snippetLength = try Self.count("snippetLength", from: &reader, least: 0)
    case "after": after = try Self.cursor(from: &reader)
    default: _ = try reader.skipValue()
    }
  }

  private static func count(
    _ key: String, from reader: inout JSONReader, least: Int = 1
  ) throws -> Int {
    let count = try reader.integer()
    guard count >= least else { throw BadRequest("“\(key)” must be \(least) or more.") }
    return count
  }

  private static func budget(from reader: inout JSONReader) throws -> Duration {
    let milliseconds = try reader.number()
    guard (0...86_400_000).contains(milliseconds) else {
      throw BadRequest("“budgetMs” must be a number from 0 to 86,400,000.")
    }
    return .microseconds(Int64(milliseconds * 1_000))
  }

  private static func sections(from reader: inout JSONReader) throws -> [ItemSection.ID] {
    var sections: [ItemSection.ID] = []
    try reader.beginArray()
    var isFirst = true
    while try reader.nextElement(isFirst: &isFirst) {
      sections.append(ItemSection.ID(try reader.string()))
    }
    return sections
  }

  private static func cursor(from reader: inout JSONReader) throws -> SearchCursor {
    guard let cursor = SearchCursor(try reader.string()) else {
      throw BadRequest("“after” must be the “next” of an earlier response.")
    }
    return cursor
  }

  private static func choice<Choice>(
    _ key: String, _ choices: KeyValuePairs<String, Choice>, from reader: inout JSONReader
  ) throws -> Choice {
    let name = try reader.string()
    guard let choice = choices.first(where: { $0.key == name }) else {
      let names = choices.map { "“\($0.key)”" }.joined(separator: " or ")
      throw BadRequest("“\(key)” must be \(names).")
    }
    return choice.value
  }
}
