public import GRDB
public import Shortlist

/// A database that an app has open through GRDB, with a table for a repository to follow.
///
/// ```swift
/// let source = TableSource(
///   try SourceTable("SELECT id, name AS title, region AS section FROM country", key: "country.id"),
///   in: GRDBDatabase(dbQueue))
/// try await repository.follow(source)
/// ```
///
/// Shortlist reads and writes the database through GRDB's connections only. It opens no file, so it
/// also works with databases in memory and encrypted ones, and with whichever SQLite GRDB uses.
///
/// Following catches up after each commit of the writer that changed the followed tables. GRDB does
/// not see commits of other processes: call `catchUp(with:)` when the app may have missed some, for
/// example when it returns to the foreground. The same goes for `backup(to:)` into the database.
///
/// GRDB is not reentrant: do not call a ``BlockingItemRepository`` inside a database access. GRDB
/// reads each text up to its first NUL character, so a key must not contain one.
public struct GRDBDatabase: SourceDatabase {
  private let reader: any DatabaseReader

  /// Makes a source of a database queue or pool, or of anything else that GRDB reads from.
  ///
  /// If it is not a `DatabaseWriter`, or opened read-only, it can only be followed where the log and
  /// its triggers have been installed before.
  public init(_ reader: any DatabaseReader) { self.reader = reader }

  /// The writer; `nil` if the database is read-only.
  private var writer: (any DatabaseWriter)? {
    reader.configuration.readonly ? nil : reader as? any DatabaseWriter
  }

  /// Runs `work` in a read transaction.
  ///
  /// - Throws: the error of `work`; ``ShortlistError/Code/busy``,
  ///   ``ShortlistError/Code/unknownTable``, ``ShortlistError/Code/invalidQuery``,
  ///   ``ShortlistError/Code/damaged`` or ``ShortlistError/Code/storage``.
  public func read<Result: Sendable>(
    _ work: (any SourceConnection) throws -> Result
  ) throws -> Result {
    try translatingErrors { try reader.read { try work(GRDBConnection($0)) } }
  }

  /// Runs `work` in a write transaction.
  ///
  /// - Throws: as when reading; ``ShortlistError/Code/readOnly`` or ``ShortlistError/Code/full``.
  public func write<Result: Sendable>(
    _ work: (any SourceConnection) throws -> Result
  ) throws -> Result {
    guard let writer else {
      throw ShortlistError(.readOnly, "The followed database is open for reading only.")
    }
    return try translatingErrors { try writer.write { try work(GRDBConnection($0)) } }
  }

  /// Returns a stream with an element for each commit of the writer after which there may be
  /// something to catch up with, and one when the stream begins.
  ///
  /// - Returns: `nil` if the database is read-only.
  public func commits() -> AsyncStream<Void>? {
    guard let writer else { return nil }
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let observer = CommitObserver(continuation)
      // GRDB holds the observer weakly: the observation ends with the stream.
      continuation.onTermination = { [observer] _ in _ = observer }
      writer.asyncWriteWithoutTransaction { observer.observe($0) }
    }
  }

  private func translatingErrors<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as DatabaseError {
      throw ShortlistError(error)
    }
  }
}
