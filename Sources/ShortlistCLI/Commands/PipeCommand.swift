import ArgumentParser
import Shortlist

/// `pipe`: answers JSON requests from programs in other languages.
struct PipeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipe",
    abstract: "Answer JSON requests line by line.",
    discussion: """
      Reads one request a line from standard input, such as {"q": "land", "limit": 5}, and writes \
      one answer a line, in order, as search --json does. A bad request is answered by \
      {"error": {"code": …, "message": …}}.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  func run() throws {
    let repository = try database.openForReading()
    let pipe = Pipe(
      input: InputWindow(descriptor: 0), output: .standardOutput(),
      search: { (query) throws(ShortlistError) in try repository.search(query) })
    try pipe.run()
  }
}
