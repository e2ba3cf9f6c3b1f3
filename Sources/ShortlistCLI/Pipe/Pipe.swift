import Shortlist

/// Answers requests line by line, in order, until the input ends.
struct Pipe {
  /// The maximum size of a request, in bytes.
  static let requestLimit = 1 << 20

  let input: InputWindow
  let output: OutputFile
  let search: (SearchQuery) throws(ShortlistError) -> SearchResults

  /// Runs until the end of the input.
  func run() throws {
    var lines = LineReader(
      window: input, limit: Self.requestLimit, separator: LineReader.lineFeed)
    var writer = JSONWriter()
    while let line = lines.next() {
      answer(line, with: &writer)
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

  private func answer(_ line: LineReader.Line, with writer: inout JSONWriter) {
    do {
      switch line {
      case .tooLong: throw BadRequest("The request is longer than 1 MiB.")
      case .text(let bytes): writer.results(try search(try PipeRequest.query(bytes)))
      }
    } catch let error as BadRequest {
      writer.error(code: "badRequest", message: error.message)
    } catch let error as ShortlistError {
      writer.error(code: error.code.description, message: error.message)
    } catch {
      writer.error(code: "internal", message: "\(error)")
    }
  }
}

extension JSONWriter {
  /// Writes an error response.
  fileprivate mutating func error(code: String, message: String) {
    raw("{\"error\":{\"code\":")
    string(code)
    raw(",\"message\":")
    string(message)
    raw("}}")
  }
}
