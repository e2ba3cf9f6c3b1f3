import ArgumentParser
import Shortlist

/// `browse`: shows the list on the whole screen, with a search bar above it.
struct BrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Search the list as you type, on the whole screen.",
    discussion: """
      Type to search. The down arrow leads to the list, Enter opens an item or the rest of a section, \
      m moves an item to another section or a new one, u undoes that, / leads back to the bar. Tab \
      changes the section that is searched. Esc cancels, Ctrl-C leaves. The last line names the keys \
      that do something.

      A click chooses a row, and opens it if it was chosen; a click on the dimmed list cancels. To \
      select text as usual, most terminals want Shift held down.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @Flag(help: "Search when Enter is pressed, not with each key.")
  var onSubmit = false

  @Flag(help: "Show results as one list without sections.")
  var flat = false

  @Flag(help: "Show results in a list of their own, above the list.")
  var listOwn = false

  @Option(help: "Best hits first (rank), or as in the list (list).")
  var order = SearchQuery.Order.rank

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The largest number of hits, of each section or with --flat of all; some 200 in all without it.",
      valueName: "n"))
  var limit: Int?

  @Flag(help: "Find no misspelt words.")
  var noTypos = false

  @Flag(help: "Only look: no item can be moved, and nothing is written.")
  var readOnly = false

  @Flag(help: "Say at the end how long it took from each key to its results.")
  var measure = false

  @Option(help: "Whether to use colour.")
  var color = ColorChoice.auto

  @OptionGroup(title: "Looks") var theme: ThemeOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit takes a number of 1 or more.") }
  }

  func run() throws {
    guard Terminal.isUsable else {
      throw CommandFailure(
        "browse needs a terminal for its input and output; search and list do without.")
    }
    let repository = try database.openForBrowsing(isReadOnly: readOnly)
    let browser = try Browser(
      repository, configuration: configuration(for: try repository.blocking.sections().count),
      isReadOnly: readOnly || database.untrusted,
      isColored: color.isOn(isTerminal: true), measures: measure)
    try browser.run()
    repository.blocking.close()
    if let times = browser.times { StandardError.writeLine(times.summary) }
  }

  private func configuration(for sections: Int) -> SearchSessionConfiguration {
    // More than anyone scrolls through, yet few enough to read and count between two keystrokes.
    let limit = limit ?? (flat ? 200 : max(5, 200 / max(sections, 1)))
    return SearchSessionConfiguration(
      trigger: onSubmit ? .onSubmit : .asYouType(),
      presentation: listOwn ? .ownResults : .inPlace,
      query: SearchQuery(
        "", limit: limit, layout: flat ? .flat : .grouped, order: order,
        groupOrder: order == .list ? .sections : .bestHit, typos: !noTypos),
      appearance: theme.appearance)
  }
}
