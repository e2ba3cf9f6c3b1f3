import Shortlist

/// An error in a request, with a sentence to show.
struct BadRequest: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// One line of input to `pipe`: a JSON object. It is a query if it has `q`; otherwise one of its
/// keys says what to do.
///
/// Unknown keys are ignored, so that clients may add their own.
struct PipeRequest {
  /// The work that a request asks for.
  enum Task: Equatable {
    case search(SearchQuery)
    case complete(String, limit: Int, in: [ItemSection.ID]?)
    case why(Item.ID, SearchQuery)
    case show(Item.ID)
    case listSections
    case listAttributes
    case listItems(of: ItemSection.ID, from: Int, limit: Int)
    case add([Item])
    case move([Item.ID], to: ItemSection.ID, at: Int?)
    case remove([Item.ID])
    case choose(Item.ID, for: String)
    case pin([Item.ID], for: String)
    case unpin([Item.ID]?, for: String)
    case listPins
    case apply(ChangeSet)
    case reconcile([Item], in: ReconciliationScope, Checkpoint?)
    case checkpoint(String)
    case listSynonyms
    case addSynonyms([SynonymSet])
    case removeSynonyms([SynonymSet])
    case replaceSynonyms([SynonymSet])
  }

  private var query = PipeQuery()
  private var otherTask: Task?

  private init() {}

  /// Parses a line.
  static func task(_ line: UnsafeBufferPointer<UInt8>) throws(BadRequest) -> Task {
    var reader = JSONReader(line)
    var request = PipeRequest()
    do {
      try reader.beginObject()
      while let key = try reader.nextKey() { try request.read(key, from: &reader) }
      try reader.finish()
      guard let task = request.otherTask else { return .search(try request.query.finished()) }
      guard !request.query.hasText else { throw BadRequest("The request asks for two things.") }
      return task
    } catch let error as JSONSyntaxError {
      throw BadRequest("The request is not valid: \(error.reason) (at byte \(error.offset + 1)).")
    } catch {
      throw error as? BadRequest ?? BadRequest("\(error)")
    }
  }

  /// Returns the `id` of a request exactly as written, or `nil` if it has no readable id.
  ///
  /// An answer repeats it, so a client can have several requests under way.
  static func id(of line: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var reader = JSONReader(line)
    var id: Range<Int>?
    // What comes before an error may be the id of a bad request.
    try? reader.beginObject()
    while let key = try? reader.nextKey() {
      let kind = try? reader.kind()
      guard let value = try? reader.skipValue() else { break }
      if "id" ~= key { id = kind == .string || kind == .number ? value : nil }
    }
    return id.map { Array(line[$0]) }
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
    if try query.read(key, from: &reader) { return }
    let task: Task? =
      switch key {
      case "complete": try Self.completion(from: &reader)
      case "why": try Self.why(from: &reader)
      case "show": .show(Item.ID(try reader.string()))
      case "attributes": try Self.attributes(from: &reader)
      case "list": try Self.listing(from: &reader)
      case "add": .add(try Self.items(from: &reader))
      case "move": try Self.move(from: &reader)
      case "remove": .remove(try Self.ids(from: &reader))
      case "choose": try Self.choice(from: &reader)
      case "pin": try Self.pinning(from: &reader)
      case "unpin": try Self.unpinning(from: &reader)
      case "pins": try Self.pins(from: &reader)
      case "apply": try Self.changes(from: &reader)
      case "reconcile": try Self.reconciliation(from: &reader)
      case "checkpoint": .checkpoint(try reader.string())
      case "synonyms": try Self.synonyms(from: &reader)
      default: nil
      }
    guard let task else {
      _ = try reader.skipValue()
      return
    }
    guard otherTask == nil else { throw BadRequest("The request asks for two things.") }
    otherTask = task
  }

  /// Reads an object and passes each of its keys to `read`, which reads the value. `null` counts as
  /// an absent key.
  static func object(
    from reader: inout JSONReader, _ read: (JSONKey, inout JSONReader) throws -> Void
  ) throws {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if try reader.kind() == .null { try reader.null() } else { try read(key, &reader) }
    }
  }

  static func ids(from reader: inout JSONReader) throws -> [Item.ID] {
    try reader.strings().map { Item.ID($0) }
  }
}
