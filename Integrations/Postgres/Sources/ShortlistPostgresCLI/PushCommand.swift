import ArgumentParser
import Foundation
import Shortlist
@_spi(Testing) import ShortlistPostgres

struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Make the list on a server the same as that in a file.",
    discussion: """
      The first time, loads all items. Later, copies what has changed since, and removes what the file no \
      longer has. It may be interrupted at any time: the next push continues.
      """)

  @Argument(
    help: ArgumentHelp(
      "The database of the list, as postgres://user@host/database.", valueName: "postgres://…"))
  var server: String

  @Option(
    help: ArgumentHelp(
      "The database file; by default, the one that SHORTLIST_DATABASE names.", valueName: "file"),
    completion: .file())
  var database: String?

  @Option(help: .hidden)
  var batch = 20_000

  func run() throws {
    guard let path = database ?? ProcessInfo.processInfo.environment["SHORTLIST_DATABASE"] else {
      throw ValidationError("Name the file with --database.")
    }
    var options = ItemRepository.Options()
    options.isReadOnly = true
    options.readers = 1
    let file = try ItemRepository(path: path, options: options).blocking
    let isShown = isatty(STDERR_FILENO) != 0
    let report = try PostgresTarget(server).push(file, batch: batch) { progress in
      guard isShown else { return }
      let text =
        switch progress.step {
        case .copying(let count): "\(count) of \(progress.total) items"
        case .indexing: "Making the indexes"
        }
      FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
    }
    if isShown { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    print(
      report.isEmpty
        ? "The server is up to date."
        : "Copied \(report.copied) items and removed \(report.removed).")
    file.close()
  }
}
