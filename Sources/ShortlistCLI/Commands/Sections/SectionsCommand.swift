import ArgumentParser

/// `sections`: what sections there are; with a command below it, changes to them.
struct SectionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sections",
    abstract: "List the sections, or change them.",
    subcommands: [
      SectionsListCommand.self, SectionsCreateCommand.self, SectionsRenameCommand.self,
      SectionsRemoveCommand.self, SectionsReorderCommand.self,
    ],
    defaultSubcommand: SectionsListCommand.self)
}
