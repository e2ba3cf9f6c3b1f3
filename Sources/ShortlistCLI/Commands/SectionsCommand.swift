import ArgumentParser
import Shortlist

/// `sections`: lists the sections; its subcommands change them.
struct SectionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sections",
    abstract: "List or change the sections.",
    subcommands: [
      SectionsListCommand.self, SectionsCreateCommand.self, SectionsRenameCommand.self,
      SectionsRemoveCommand.self, SectionsReorderCommand.self,
    ],
    defaultSubcommand: SectionsListCommand.self)
}

/// `sections list`, or just `sections`.
struct SectionsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the sections with their number of items.")

  @OptionGroup var database: ReadableDatabaseOptions

  @Flag(help: "Print each section as JSON.")
  var json = false

  @Option(help: "When to highlight titles.")
  var color = ColorChoice.auto

  func run() throws {
    let output = OutputFile.standardOutput()
    let style = Style(isColored: color.isOn(isTerminal: output.isTerminal))
    for summary in try database.openForReading().sections() {
      if json {
        try output.writeLine { $0.summary(summary) }
      } else {
        try output.writeHeading(of: summary, style: style)
      }
    }
    try output.flush()
  }
}

struct SectionsCreateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a section at the end of the list.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The id of the section.")
  var id: String

  @Option(help: "The title of the section; by default, its id.")
  var title: String?

  func validate() throws {
    if id.isEmpty { throw ValidationError("The id must not be empty.") }
  }

  func run() throws {
    let repository = try database.openForAdding()
    try repository.createSection(ItemSection(id: ItemSection.ID(id), title: title))
    repository.close()
  }
}

struct SectionsRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Change the title of a section, but not its id.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The id or unique title of the section.")
  var section: String

  @Argument(help: "The new title.")
  var title: String

  func run() throws {
    try database.change { try $0.renameSection($0.section(named: section), to: title) }
  }
}

struct SectionsReorderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reorder",
    abstract: "Move sections to the top, in the given order.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The ids or unique titles of the sections.")
  var sections: [String]

  func run() throws {
    try database.change { try $0.reorderSections(sections.map($0.section(named:))) }
  }
}

struct SectionsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a section and all of its items.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The id or unique title of the section.")
  var section: String

  func run() throws {
    try database.change { try $0.removeSection($0.section(named: section)) }
  }
}
