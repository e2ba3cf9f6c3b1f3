import ArgumentParser
import Shortlist

/// `synonyms`: lists the synonyms; its subcommands change them.
struct SynonymsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synonyms",
    abstract: "List or change the synonyms of the list.",
    discussion: """
      A query with a word or phrase of a set also finds the items that hold its synonyms, behind \
      those that hold the words as typed.
      """,
    subcommands: [
      SynonymsListCommand.self, SynonymsAddCommand.self, SynonymsRemoveCommand.self,
      SynonymsClearCommand.self,
    ],
    defaultSubcommand: SynonymsListCommand.self)
}

/// `synonyms list`, or just `synonyms`.
struct SynonymsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the sets of synonyms, in the order in which they were added.",
    discussion: "In a one-way set, the word before the arrow finds the others.")

  @OptionGroup var database: ReadableDatabaseOptions

  @Flag(help: "Print each set as JSON, as export does.")
  var json = false

  func run() throws {
    let output = OutputFile.standardOutput()
    let sets = try database.openForReading().synonyms()
    for set in sets {
      if json {
        try output.writeLine { $0.synonyms(set) }
      } else {
        let terms = set.terms.map(TerminalText.shown).joined(separator: ", ")
        try output.writeLine(
          set.source.map { "\(TerminalText.shown($0)) → \(terms)" } ?? terms)
      }
    }
    try output.flush()
    if sets.isEmpty { throw ExitCode(1) }
  }
}

struct SynonymsAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a set of synonyms.",
    discussion: """
      Each word or phrase of the set then also finds the others. With --one-way, only the first one \
      finds the others. A set that is there already is not added again.
      """)

  @OptionGroup var database: DatabaseOptions

  @Flag(help: "Only the first word or phrase finds the others.")
  var oneWay = false

  @Argument(help: "The words or phrases, such as usa \"united states\".")
  var terms: [String]

  func run() throws {
    let set = oneWay ? SynonymSet(Array(terms.dropFirst()), for: terms[0]) : SynonymSet(terms)
    try database.change { try $0.addSynonyms([set]) }
  }
}

struct SynonymsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove the sets that have all of these words or phrases.",
    discussion: "The exit status is 1 if no set has them.")

  @OptionGroup var database: DatabaseOptions

  @Argument(help: "The words or phrases.")
  var terms: [String]

  func run() throws {
    let wanted = try Set(terms.map(Self.folded))
    var removed = 0
    try database.change { repository in
      let sets = try repository.synonyms().filter { set in
        try wanted.isSubset(of: (set.terms + [set.source].compactMap(\.self)).map(Self.folded))
      }
      removed = try repository.removeSynonyms(sets)
    }
    if removed == 0 { throw ExitCode(1) }
  }

  /// Returns the folded words of a term.
  private static func folded(_ term: String) throws -> [String] {
    try Token.tokens(of: term).filter { [.word, .single, .tail, .symbol].contains($0.kind) }
      .map(\.text)
  }
}

struct SynonymsClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Remove all synonyms.")

  @OptionGroup var database: DatabaseOptions

  func run() throws {
    try database.change { try $0.replaceSynonyms(with: []) }
  }
}
