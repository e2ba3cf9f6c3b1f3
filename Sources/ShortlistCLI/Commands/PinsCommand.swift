import ArgumentParser
import Shortlist

/// `pins`: lists the items that come first for a text; its subcommands change them.
struct PinsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pins",
    abstract: "List or change the items pinned for a text.",
    discussion: """
      A pinned item is a hit for exactly that text and comes first, whatever its words are. Case, accents \
      and operators make no difference. Pins are part of the list: exports and backups include them.
      """,
    subcommands: [PinsListCommand.self, PinsAddCommand.self, PinsRemoveCommand.self],
    defaultSubcommand: PinsListCommand.self)
}

/// `pins list`, or just `pins`.
struct PinsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the pinned items, text by text, in their order.",
    discussion: "The columns are the folded text and the id of the item.")

  @OptionGroup var database: ReadableDatabaseOptions

  @Flag(help: "Print each pin as JSON.")
  var json = false

  func run() throws {
    let output = OutputFile.standardOutput()
    let pins = try database.openForReading().pins()
    for pin in pins {
      if json {
        try output.writeLine { $0.pin(pin) }
      } else {
        try output.writeLine(
          TerminalText.shown(pin.text) + "  " + TerminalText.shown(pin.item.rawValue))
      }
    }
    try output.flush()
    if pins.isEmpty { throw ExitCode(1) }
  }
}

struct PinsAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Pin items for a text, after those pinned for it before.",
    discussion: """
      An item that is pinned for the text already moves to the end. If one of the items is not found, \
      none is pinned.
      """)

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The text.")
  var text: String

  @Argument(help: "The ids or unique titles of the items, in their order.")
  var items: [String]

  func run() throws {
    try database.change { repository in
      try repository.pin(items.map { try repository.item(named: $0).id }, for: text)
    }
  }
}

struct PinsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove the pins of a text, or those of some items.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The text.")
  var text: String

  @Argument(help: "The ids or unique titles of the items; by default, all that are pinned.")
  var items: [String] = []

  func run() throws {
    try database.change { repository in
      let ids = try items.map { try repository.item(named: $0).id }
      try repository.unpin(ids.isEmpty ? nil : ids, for: text)
    }
  }
}
