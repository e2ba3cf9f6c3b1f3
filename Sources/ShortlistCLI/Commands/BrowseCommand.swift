import ArgumentParser
import Shortlist

struct BrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Browse the list full-screen, and search it as you type.",
    discussion: """
      Type to search. The down arrow moves to the list, Enter opens an item or shows the rest of a \
      section, m moves an item to another section or a new one, u undoes that, and / returns to the \
      search bar. If items have attributes, f filters the list: type 'year >= 2010' and press Enter, or \
      delete it all to see the whole list again. Tab changes the section to search. Esc cancels, and Ctrl-C quits. The bottom line \
      shows the keys that you can use.

      A click selects a row, or opens it if it is already selected; a click on the dimmed list \
      cancels. To select text as usual, hold down Shift in most terminals.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @Flag(help: "Search when Enter is pressed, not after each key.")
  var onSubmit = false

  @Flag(help: "Show results in a separate list, above the main one.")
  var listOwn = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The maximum number of hits per section, or overall with --flat; by default, about 200 overall.",
      valueName: "n"))
  var limit: Int?

  @OptionGroup var attributes: AttributeOptions

  @OptionGroup var results: ResultOptions

  @Flag(help: "Do not learn which items are opened, nor put those first.")
  var noLearning = false

  @Flag(help: "Open the database read-only, so that no item can be moved.")
  var readOnly = false

  @Flag(help: "On exit, report how long results took to appear after each key.")
  var measure = false

  @Option(help: "When to use colour.")
  var color = ColorChoice.auto

  @OptionGroup(title: "Appearance") var theme: ThemeOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be 1 or more.") }
  }

  func run() throws {
    guard Terminal.isUsable else {
      throw CommandFailure(
        "browse needs a terminal for input and output; search and list do not.")
    }
    if let list = try database.openRemoteForBrowsing() {
      let browser = try Browser(
        list, configuration: configuration(for: try RemoteReader(list).sections().count),
        isColored: color.isOn(isTerminal: true), measures: measure,
        filterText: attributes.filterText)
      return try run(browser)
    }
    let repository = try database.openForBrowsing(isReadOnly: readOnly)
    let browser = try Browser(
      repository, configuration: configuration(for: try repository.blocking.sections().count),
      isReadOnly: repository.isReadOnly,
      isColored: color.isOn(isTerminal: true), measures: measure,
      filterText: attributes.filterText)
    defer { repository.blocking.close() }
    try run(browser)
  }

  private func run(_ browser: Browser) throws {
    try browser.run()
    if let times = browser.times { StandardError.writeLine(times.summary) }
  }

  private func configuration(
    for sections: Int
  ) throws(ShortlistError) -> SearchSessionConfiguration {
    // More than anyone scrolls through, yet few enough to read and count between two keystrokes.
    let limit = limit ?? (results.flat ? 200 : max(5, 200 / max(sections, 1)))
    var query = results.query(
      "", limit: limit, groupOrder: results.order == .list ? .sections : .bestHit)
    try attributes.apply(to: &query)
    return SearchSessionConfiguration(
      trigger: onSubmit ? .onSubmit : .asYouType(),
      presentation: listOwn ? .ownResults : .inPlace,
      query: query,
      learnsFromChoices: !noLearning,
      appearance: theme.appearance)
  }
}
