import ArgumentParser
import Shortlist

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the database to a file.",
    discussion: """
      The database may be in use. The backup is a consistent copy, and is created completely or \
      not at all.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @Argument(help: "The file to create.", completion: .file())
  var file: String

  @Flag(help: "Replace an existing file.")
  var force = false

  func run() throws {
    try database.openForReading().backup(to: file, replacing: force)
  }
}
