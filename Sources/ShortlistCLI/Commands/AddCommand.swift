import ArgumentParser
import Shortlist

/// `add`: adds items, or overwrites existing ones.
struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add items to a section.",
    discussion: """
      The database and the section are made when they are not there. Without --id, an item is \
      identified by its section and title: one that was added with them before is overwritten where \
      it stands now.
      """)

  @OptionGroup var database: DatabaseOptions

  @Option(help: "The id or the title of the section.")
  var section: String

  @Argument(help: "The titles.")
  var titles: [String]

  @Option(help: "The id of the item; only with one title.")
  var id: String?

  @Option(help: "A second line; only with one title.")
  var subtitle: String?

  @Option(help: "A further name or a tag; may be repeated; only with one title.")
  var keyword: [String] = []

  @Option(help: "The text of the item; only with one title.")
  var body: String?

  @Option(
    parsing: .unconditional, help: "How much the item matters, 0 or more; only with one title.")
  var weight: Double?

  func validate() throws {
    let isDetailed =
      id != nil || subtitle != nil || !keyword.isEmpty || body != nil || weight != nil
    if titles.count > 1, isDetailed {
      throw ValidationError(
        "--id, --subtitle, --keyword, --body and --weight go with one title only.")
    }
    if titles.contains(where: \.isBlank) { throw ValidationError("A title is blank.") }
    if id == "" { throw ValidationError("The id is empty.") }
    if let weight, !weight.isFinite || weight < 0 {
      throw ValidationError("--weight takes a number of 0 or more.")
    }
  }

  func run() throws {
    let repository = try database.openForAdding()
    let section = try repository.section(named: section)
    let kept = try repository.upsert(
      titles.map { title in
        Item(
          id: id.map { Item.ID($0) }, section: section, title: title, subtitle: subtitle ?? "",
          keywords: keyword, body: body ?? "", weight: weight ?? 0)
      })
    for item in kept where item.section != section {
      StandardError.writeLine(
        "“\(TerminalText.shown(item.title))” stands in “\(TerminalText.shown(item.section.rawValue))”, "
          + "to which it was moved, and stays there; shortlist move takes it elsewhere.")
    }
    repository.close()
  }
}
