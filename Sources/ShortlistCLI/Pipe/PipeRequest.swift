import Shortlist

/// An error in a request, with a sentence to show.
struct BadRequest: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// One line of input to `pipe`: a JSON object, which is a query if it has `q`; of a query, nothing
/// else is required.
///
/// Unknown keys are ignored, so that clients may add their own.
struct PipeRequest {
  /// The work that a request asks for.
  enum Task: Equatable {
    case search(SearchQuery)
    case apply(ChangeSet)
    case reconcile([Item], in: ReconciliationScope, Checkpoint?)
    case checkpoint(String)
  }

  private var otherTask: Task?
  private var query = SearchQuery("")
  private var hasText = false
  // Their defaults depend on the layout, which may come later.
  private var limit: Int?
  private var totals: SearchQuery.Totals?

  private init() {}

  /// Parses a line.
  static func task(_ line: UnsafeBufferPointer<UInt8>) throws(BadRequest) -> Task {
    var reader = JSONReader(line)
    var request = PipeRequest()
    do {
      try reader.beginObject()
      while let key = try reader.nextKey() { try request.read(key, from: &reader) }
      try reader.finish()
    } catch let error as JSONSyntaxError {
      throw BadRequest("The request is not valid: \(error.reason) (at byte \(error.offset + 1)).")
    } catch {
      throw error as? BadRequest ?? BadRequest("\(error)")
    }
    if let task = request.otherTask {
      guard !request.hasText else { throw BadRequest("The request asks for two things.") }
      return task
    }
    guard request.hasText else { throw BadRequest("The request has no “q”.") }
    let layout = request.query.layout
    request.query.limit = request.limit ?? SearchQuery.defaultLimit(layout)
    request.query.totals = request.totals ?? SearchQuery.defaultTotals(layout)
    return .search(request.query)
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
    case "q":
      query.text = try reader.string()
      hasText = true
    case "apply": otherTask = try Self.changes(from: &reader)
    case "reconcile": otherTask = try Self.reconciliation(from: &reader)
    case "checkpoint": otherTask = .checkpoint(try reader.string())
    case "limit": limit = try Self.count(key, from: &reader)
    case "maxGroups": query.maxGroups = try Self.count(key, from: &reader)
    case "layout":
      query.layout = try Self.choice(key, ["grouped": .grouped, "flat": .flat], from: &reader)
    case "sections": query.sections = try reader.strings().map { ItemSection.ID($0) }
    case "match": query.match = try Self.choice(key, ["all": .all, "any": .any], from: &reader)
    case "totals":
      totals =
        try reader.kind() == .number
        ? .bounded(Self.count(key, from: &reader))
        : Self.choice(key, ["bounded": nil, "exact": .exact], from: &reader)
    case "order":
      query.order = try Self.choice(key, ["rank": .rank, "list": .list], from: &reader)
    case "groupOrder":
      query.groupOrder = try Self.choice(
        key, ["best": .bestHit, "bestHit": .bestHit, "sections": .sections], from: &reader)
    case "typos": query.typos = try reader.bool()
    case "explain": query.explains = try reader.bool()
    case "budgetMs": query.timeBudget = try Self.budget(from: &reader)
    case "snippetLength": query.snippetLength = try Self.count(key, from: &reader, least: 0)
    case "after": query.after = try Self.cursor(from: &reader)
    default: _ = try reader.skipValue()
    }
  }

  private static func count(
    _ key: JSONKey, from reader: inout JSONReader, least: Int = 1
  ) throws -> Int {
    let count = try reader.integer()
    guard count >= least else { throw BadRequest("“\(key.text)” must be \(least) or more.") }
    return count
  }

  private static func budget(from reader: inout JSONReader) throws -> Duration {
    let milliseconds = try reader.number()
    guard (0...86_400_000).contains(milliseconds) else {
      throw BadRequest("“budgetMs” must be a number from 0 to 86,400,000.")
    }
    return .microseconds(Int64(milliseconds * 1_000))
  }

  private static func cursor(from reader: inout JSONReader) throws -> SearchCursor {
    guard let cursor = SearchCursor(try reader.string()) else {
      throw BadRequest("“after” must be the “next” of an earlier response.")
    }
    return cursor
  }

  private static func choice<Choice>(
    _ key: JSONKey, _ choices: KeyValuePairs<String, Choice>, from reader: inout JSONReader
  ) throws -> Choice {
    let name = try reader.string()
    guard let choice = choices.first(where: { $0.key == name }) else {
      let names = choices.map { "“\($0.key)”" }.joined(separator: " or ")
      throw BadRequest("“\(key.text)” must be \(names).")
    }
    return choice.value
  }
}
