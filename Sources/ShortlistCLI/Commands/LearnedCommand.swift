import ArgumentParser
import Shortlist

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `learned`: lists what a search bar has learned from choices; its subcommands forget it.
struct LearnedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learned",
    abstract: "List or forget what was learned from choices.",
    discussion: """
      A search bar puts the items first that were chosen before for the same text. `browse` learns \
      from the items that are opened.
      """,
    subcommands: [
      LearnedListCommand.self, LearnedForgetCommand.self, LearnedClearCommand.self,
    ],
    defaultSubcommand: LearnedListCommand.self)
}

/// `learned list`, or just `learned`.
struct LearnedListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the items chosen for each text, the strongest first.",
    discussion: """
      The columns are the strength (the number of choices, each worth half after 30 days), the day \
      of the last choice, the folded text, and the id of the item.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @Flag(help: "Print each choice as JSON.")
  var json = false

  func run() throws {
    let output = OutputFile.standardOutput()
    let choices = try database.openForReading().learnedChoices()
    for choice in choices {
      let date = choice.date.formatted(.iso8601.year().month().day())
      if json {
        try output.writeLine {
          $0.object {
            $0.member("text", choice.text)
            $0.member("item", choice.item.rawValue)
            $0.member("strength", choice.strength)
            $0.member("date", date)
          }
        }
      } else {
        let strength = String(Int((choice.strength * 10).rounded()))
        let shown =
          "\(strength.dropLast().isEmpty ? "0" : strength.dropLast()).\(strength.suffix(1))"
        try output.writeLine(
          "\(shown)  \(date)  \(TerminalText.shown(choice.text))  "
            + TerminalText.shown(choice.item.rawValue))
      }
    }
    try output.flush()
    if choices.isEmpty { throw ExitCode(1) }
  }
}

struct LearnedForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Forget all choices of some items.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The ids of the items.")
  var ids: [String]

  func run() throws {
    try database.change { repository in
      for id in ids { try repository.forgetChoices(of: Item.ID(id)) }
    }
  }
}

struct LearnedClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Forget all choices.")

  @OptionGroup var database: DatabaseOptions

  func run() throws {
    try database.change { try $0.forgetChoices() }
  }
}
