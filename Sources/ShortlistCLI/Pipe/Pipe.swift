import Shortlist

/// Answers requests line by line, in order, until the input ends.
struct Pipe {
  /// The maximum size of a request, in bytes.
  static let requestLimit = 1 << 20

  let input: InputWindow
  let output: OutputFile
  let repository: BlockingItemRepository
  /// Opens the file again, to change it.
  let openForChanging: () throws -> BlockingItemRepository

  /// Runs until the end of the input.
  func run() throws {
    var changing: BlockingItemRepository?
    defer { changing?.close() }
    var lines = LineReader(
      window: input, limit: Self.requestLimit, separator: LineReader.lineFeed)
    var writer = JSONWriter()
    while let line = lines.next() {
      answer(line, with: &writer, &changing)
      writer.raw("\n")
      try output.write(writer)
      writer.removeAll()
      // Flush when no request is waiting: a client that sends one at a time needs its answer now.
      if !lines.hasBufferedLine { try output.flush() }
    }
    try output.flush()
    if let failure = input.failure {
      throw CommandFailure("Cannot read standard input: \(failure.reason).")
    }
  }

  /// Answers a request. `changing` is the repository for changes, which the first of them opens.
  private func answer(
    _ line: LineReader.Line, with writer: inout JSONWriter,
    _ changing: inout BlockingItemRepository?
  ) {
    func forChanging() throws -> BlockingItemRepository {
      let repository = try changing ?? openForChanging()
      changing = repository
      return repository
    }
    var id: [UInt8]?
    do {
      switch line {
      case .tooLong: throw BadRequest("The request is longer than 1 MiB.")
      case .text(let bytes):
        id = PipeRequest.id(of: bytes)
        try answer(PipeRequest.task(bytes), with: &writer, changing: forChanging)
      }
    } catch let error as BadRequest {
      writer.error(code: "badRequest", message: error.message)
    } catch let error as ShortlistError {
      writer.error(code: error.code.description, message: error.message)
    } catch let error as CommandFailure {
      writer.error(code: "cannotOpen", message: error.message)
    } catch {
      writer.error(code: "internal", message: "\(error)")
    }
    if let id { writer.insertMember("id", id) }
  }

  private func answer(
    _ task: PipeRequest.Task, with writer: inout JSONWriter,
    changing: () throws -> BlockingItemRepository
  ) throws {
    switch task {
    case .search(let query): writer.results(try repository.search(query))
    case .complete(let text, let limit, let sections):
      writer.completions(try repository.completions(for: text, limit: limit, in: sections))
    case .why(let item, let query): writer.why(try repository.why(item, query))
    case .show(let id): writer.shown(try repository.item(id))
    case .listSections: writer.sections(try repository.sections())
    case .listAttributes: writer.attributes(try repository.attributes())
    case .listItems(let section, let start, let limit):
      let items = try repository.items(in: section, from: start, limit: limit)
      writer.listed(items, total: try repository.sections().first { $0.id == section }?.count ?? 0)
    case .add(let items): writer.added(try changing().upsert(items))
    case .move(let items, let section, let place):
      try changing().move(items, to: section, at: place)
      writer.number(items.count, of: "moved")
    case .remove(let items): writer.number(try changing().remove(items), of: "removed")
    case .choose(let item, let text):
      try changing().rememberChoice(of: item, for: text)
      writer.number(1, of: "chosen")
    case .pin(let items, let text):
      try changing().pin(items, for: text)
      writer.number(items.count, of: "pinned")
    case .unpin(let items, let text):
      writer.number(try changing().unpin(items, for: text), of: "unpinned")
    case .listPins: writer.pins(try repository.pins())
    case .apply(let changes): writer.counts(try changing().apply(changes))
    case .reconcile(let items, let scope, let checkpoint):
      writer.counts(try changing().reconcile(with: items, in: scope, checkpoint: checkpoint).counts)
    case .checkpoint(let name): writer.checkpoint(try repository.checkpoint(name))
    case .listSynonyms: writer.synonyms(try repository.synonyms())
    case .addSynonyms(let sets):
      writer.number(try changing().addSynonyms(sets), of: "addedSynonyms")
    case .removeSynonyms(let sets):
      writer.number(try changing().removeSynonyms(sets), of: "removedSynonyms")
    case .replaceSynonyms(let sets):
      try changing().replaceSynonyms(with: sets)
      writer.synonyms(try changing().synonyms())
    }
  }
}
