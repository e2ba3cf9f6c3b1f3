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

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An attribute, such as year=2010; may be repeated, also with the same name for several values.",
      valueName: "name=value"))
  var attribute: [String] = []

  func validate() throws {
    _ = try attributes()
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
    let attributes = try attributes()
    let kept = try repository.upsert(
      titles.map { title in
        Item(
          id: id.map { Item.ID($0) }, section: section, title: title, subtitle: subtitle ?? "",
          keywords: keyword, body: body ?? "", weight: weight ?? 0, attributes: attributes)
      })
    for item in kept where item.section != section {
      StandardError.writeLine(
        "“\(TerminalText.shown(item.title))” was moved to "
          + "“\(TerminalText.shown(item.section.rawValue))” before and stays there; "
          + "use shortlist move to move it again.")
    }
    repository.close()
  }

  /// The attributes; as in a table, an empty text is no value.
  private func attributes() throws -> [String: AttributeValue] {
    var values: [String: [AttributeValue]] = [:]
    for argument in attribute {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValidationError("--attribute takes a name and a value, such as year=2010.")
      }
      guard !parts[1].isEmpty else { continue }
      values[String(parts[0]), default: []].append(AttributeValue(cell: String(parts[1])))
    }
    return values.mapValues { $0.count == 1 ? $0[0] : .list($0) }
  }
}
