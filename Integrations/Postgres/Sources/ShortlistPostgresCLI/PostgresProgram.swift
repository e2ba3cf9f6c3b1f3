import ArgumentParser
import Foundation
import Shortlist
@_spi(Testing) import ShortlistPostgres

/// The program `shortlist-postgres`.
@main
struct PostgresProgram: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shortlist-postgres",
    abstract: "Keep lists on PostgreSQL.",
    subcommands: [CreateCommand.self, PushCommand.self])
}

struct CreateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create the tables of a list in a database.")

  @Argument(help: "The database, as postgres://user@host/database.")
  var database: String

  @Option(help: "A database of a shard, which holds a part of the items; may be repeated.")
  var shard: [String] = []

  @Option(help: "The number of partitions.")
  var partitions: Int?

  func run() throws {
    try PostgresSchema.create(at: database, shards: shard, partitions: partitions)
  }
}

struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push", abstract: "Make the list in a database the same as that in a file.")

  @Argument(help: "The database, as postgres://user@host/database.")
  var database: String

  @Option(name: .customLong("database"), help: "The file with the list.")
  var file: String

  @Option(help: .hidden)
  var batch = 20_000

  func run() throws {
    var options = ItemRepository.Options()
    options.isReadOnly = true
    let repository = try ItemRepository(path: file, options: options).blocking
    let report = try PostgresTarget(database).push(repository, batch: batch)
    print("\(report.copied) copied, \(report.removed) removed.")
  }
}
