import ArgumentParser
import Shortlist

struct PipeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipe",
    abstract: "Answer JSON requests line by line.",
    discussion: """
      Reads one request per line from standard input, such as {"q": "land", "limit": 5}, and writes \
      one response per line, in order, in the format of search --json. The response to a bad request \
      is {"error": {"code": …, "message": …}}. A response repeats the "id" of its request.

      "where" narrows a query by a filter, or by several in an array; "sort" sorts its hits by an \
      attribute; "facets" counts the values of attributes among the matches.

      Reading: {"complete": {"text": …}}, {"why": {"item": …, "q": …}}, {"show": id}, {"list": {}} for \
      the sections and {"list": {"section": …, "from": 0, "limit": 100}} for their items, \
      {"attributes": {}}, {"synonyms": {}}, {"pins": {}} for the pinned items, and {"checkpoint": name}.

      Changing: {"add": [item, …]}, {"move": {"items": [id, …], "to": section, "at": 0}} and \
      {"remove": [id, …]}. {"choose": {"item": id, "text": …}} records that an item was chosen for a \
      text; queries with "learned": true put it first. {"pin": {"items": [id, …], "text": …}} puts items \
      first for a text, and {"unpin": {"text": …, "items": [id, …]}} ends that. {"apply": {"upserts": […], "removals": […], \
      "checkpoint": {"name": …, "value": …}}} adds or updates items, removes those with the given ids \
      and sets the checkpoint, in one transaction. {"reconcile": {"items": […], "prefix": …, \
      "checkpoint": …}} adds or updates the listed items and then removes all others whose ids begin \
      with the prefix; "sections": […] limits the removal to some sections instead, and without \
      either, all others go. {"synonyms": {"add": [{"synonyms": […], "for": …}, …]}} adds sets of \
      synonyms, "for" only if they are one-way; "remove" and "replace" work alike.

      Documentation/pipe.schema.json in the source describes all messages.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  func run() throws {
    let repository = try database.openForReading()
    let pipe = Pipe(
      input: InputWindow(descriptor: 0), output: .standardOutput(),
      repository: repository, openForChanging: database.openForChanging)
    try pipe.run()
  }
}
