import ArgumentParser
import ShortlistPostgres

struct CreateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create the tables of a list in a database.",
    discussion: """
      The tables stand in the schema shortlist. In a database that has them already, brings them up to date.

      With --shard, the databases of the shards hold the items, and the first database reaches them \
      through postgres_fdw, which needs the rights of a superuser or the extension in place.
      """)

  @Argument(
    help: ArgumentHelp(
      "The database, as postgres://user@host/database.", valueName: "postgres://…"))
  var database: String

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A database for a part of the items, as the first one reaches it; may be repeated.",
      valueName: "postgres://…"))
  var shard: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of partitions; by default 4, or two on each shard.", valueName: "n"))
  var partitions: Int?

  func validate() throws {
    if let partitions, partitions < 1 { throw ValidationError("--partitions must be 1 or more.") }
  }

  func run() throws {
    try PostgresSchema.create(at: database, shards: shard, partitions: partitions)
  }
}
