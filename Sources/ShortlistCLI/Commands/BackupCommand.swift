import ArgumentParser
import Shortlist

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the database to a file.",
    discussion: """
      The database may be in use. The backup is a consistent copy, and is created completely or \
      not at all.

      With --for-reading, the backup is a file to ship in a bundle or to put where nobody can write: \
      its index is merged, everything in it is checked, recent searches are left out, and everybody \
      may read it.
      """)

  @OptionGroup var database: ReadableDatabaseOptions

  @Argument(help: "The file to create.", completion: .file())
  var file: String

  @Flag(help: "Replace an existing file.")
  var force = false

  @Flag(help: "Make a file to ship, or to read where nothing can be written.")
  var forReading = false

  func run() throws {
    try database.openForReading().backup(to: file, replacing: force, forReading: forReading)
  }
}
