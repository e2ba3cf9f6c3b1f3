import ArgumentParser
import Shortlist

/// `pipe`: answers JSON requests from programs in other languages.
struct PipeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipe",
    abstract: "Answer JSON requests line by line.",
    discussion: """
      Reads one request per line from standard input, such as {"q": "land", "limit": 5}, and writes \
      one response per line, in order, in the format of search --json. The response to a bad request \
      is {"error": {"code": …, "message": …}}.
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
