import ArgumentParser
import Shortlist

/// `recents`: lists the recent searches; its subcommands remove them.
struct RecentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recents",
    abstract: "List or remove recent searches.",
    discussion: "A search bar remembers the searches that led to something, and suggests them.",
    subcommands: [
      RecentsListCommand.self, RecentsRemoveCommand.self, RecentsClearCommand.self,
    ],
    defaultSubcommand: RecentsListCommand.self)
}

/// `recents list`, or just `recents`.
struct RecentsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the recent searches, the latest first.")

  @OptionGroup var database: ReadableDatabaseOptions

  @Flag(help: "Print each search as JSON.")
  var json = false

  func run() throws {
    let output = OutputFile.standardOutput()
    let searches = try database.openForReading().recentSearches()
    for text in searches {
      if json {
        try output.writeLine { $0.object { $0.member("text", text) } }
      } else {
        try output.writeLine(TerminalText.shown(text))
      }
    }
    try output.flush()
    if searches.isEmpty { throw ExitCode(1) }
  }
}

struct RecentsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove recent searches.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The texts of the searches; upper and lower case are the same.")
  var texts: [String]

  func run() throws {
    try database.change { repository in
      for text in texts { try repository.removeRecentSearch(text) }
    }
  }
}

struct RecentsClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Remove all recent searches.")

  @OptionGroup var database: DatabaseOptions

  func run() throws {
    try database.change { try $0.removeRecentSearches() }
  }
}
