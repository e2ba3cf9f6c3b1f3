import ArgumentParser
import Shortlist

struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add items to a section.",
    discussion: """
      Creates the database and the section if they do not exist. Without --id, an item is \
      identified by its section and title: adding it again overwrites the item, even if it has been \
      moved to another section.
      """)

  @OptionGroup var database: DatabaseOptions

  @Option(help: "The id or title of the section.")
  var section: String

  @Argument(help: "The titles of the items.")
  var titles: [String]

  @Option(help: "The id of the item; only with one title.")
  var id: String?

  @Option(help: "A subtitle; only with one title.")
  var subtitle: String?

  @Option(help: "An alternative name or a tag; may be repeated; only with one title.")
  var keyword: [String] = []

  @Option(help: "The text of the item; only with one title.")
  var body: String?

  @Option(
    parsing: .unconditional,
    help: "The importance of the item, 0 or more; only with one title.")
  var weight: Double?

  func validate() throws {
    let isDetailed =
      id != nil || subtitle != nil || !keyword.isEmpty || body != nil || weight != nil
    if titles.count > 1, isDetailed {
      throw ValidationError(
        "--id, --subtitle, --keyword, --body and --weight require a single title.")
    }
    if titles.contains(where: \.isBlank) { throw ValidationError("A title must not be blank.") }
    if id == "" { throw ValidationError("The id must not be empty.") }
    if let weight, !weight.isFinite || weight < 0 {
      throw ValidationError("--weight must be a finite number, 0 or more.")
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
        "“\(TerminalText.shown(item.title))” was moved to "
          + "“\(TerminalText.shown(item.section.rawValue))” before and stays there; "
          + "use shortlist move to move it again.")
    }
    repository.close()
  }
}
