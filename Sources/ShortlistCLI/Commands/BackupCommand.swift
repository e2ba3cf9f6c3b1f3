import ArgumentParser
import Shortlist

/// `backup`: writes a consistent copy of the database.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the database into a file of its own.",
    discussion: """
      The database may be in use. The copy is of one moment, and either comes to be as a whole or \
      not at all.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @Argument(help: "The file to make.", completion: .file())
  var file: String

  @Flag(help: "Replace a file that is there.")
  var force = false

  func run() throws {
    try database.openForReading().backup(to: file, replacing: force)
  }
}
