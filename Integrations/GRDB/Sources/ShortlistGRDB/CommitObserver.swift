import GRDB
import Synchronization

/// Yields an element after each commit with which the log of changes, or the schema, has changed.
///
/// It looks at the log instead of waiting for GRDB's events: a statement that was prepared before the
/// triggers were installed does not announce that they write the log. A dropped table takes its
/// triggers with it, and leaves nothing in the log.
final class CommitObserver: TransactionObserver, Sendable {
  private let continuation: AsyncStream<Void>.Continuation
  private let last = Mutex<Moment?>(nil)

  /// The state of a database, as far as followers are concerned.
  private struct Moment: Equatable {
    let schema: Int32
    let seq: Int64?
    let stamp: Int64?
  }

  init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

  /// Begins to observe the writer's connection. Earlier commits may have gone unnoticed.
  func observe(_ database: Database) {
    database.add(transactionObserver: self)
    last.withLock { $0 = try? moment(in: database) }
    continuation.yield()
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }

  func databaseDidChange(with event: DatabaseEvent) {}

  func databaseDidCommit(_ database: Database) {
    let moment = try? moment(in: database)
    let isNew = last.withLock { last in
      defer { last = moment }
      return moment == nil || moment != last
    }
    if isNew { continuation.yield() }
  }

  func databaseDidRollback(_ database: Database) {}

  /// Reads the state; throws while there is no log.
  private func moment(in database: Database) throws -> Moment {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT seq, stamp FROM shortlist_change ORDER BY seq DESC LIMIT 1"))
    return Moment(schema: try database.schemaVersion(), seq: row?[0], stamp: row?[1])
  }
}
