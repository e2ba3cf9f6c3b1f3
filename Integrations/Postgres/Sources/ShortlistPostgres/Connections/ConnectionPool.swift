import Foundation
import Shortlist

/// Connections to one server, each lent to one thread at a time. They are opened when they are needed,
/// and those that broke are replaced.
actor ConnectionPool {
  private let url: String
  private let maximum: Int
  private var idle: [PostgresConnection] = []
  private var lent = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var isClosed = false
  /// The threads that wait for the server, so that none of Swift's own does.
  private static let threads = DispatchQueue(
    label: "shortlist.postgres", attributes: .concurrent)

  /// Makes a pool that opens at most `maximum` connections.
  init(_ url: String, maximum: Int) {
    self.url = url
    self.maximum = max(1, maximum)
  }

  /// Closes the connections that are not in use, and each of the others once its work is done.
  func close() {
    isClosed = true
    idle.removeAll()
  }

  /// Runs `work` with a connection on a thread that may wait. Cancelling the task stops the statement.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable (PostgresConnection) throws(ShortlistError) -> Result
  ) async throws(ShortlistError) -> Result {
    while lent >= maximum { await withCheckedContinuation { waiters.append($0) } }
    guard !isClosed else { throw ShortlistError(.closed, "The source was closed.") }
    lent += 1
    let connection = await connection()
    let outcome: Swift.Result<Result, ShortlistError>
    switch connection {
    case .failure(let error): outcome = .failure(error)
    case .success(let connection):
      connection.canceller.reset()
      outcome = await withTaskCancellationHandler {
        await Self.onThread { () throws(ShortlistError) in try work(connection) }
      } onCancel: {
        connection.canceller.cancel()
      }
      connection.deadline = nil
      if !connection.isBroken, !isClosed { idle.append(connection) }
    }
    lent -= 1
    if !waiters.isEmpty { waiters.removeFirst().resume() }
    return try outcome.get()
  }

  private func connection() async -> Swift.Result<PostgresConnection, ShortlistError> {
    if let connection = idle.popLast() { return .success(connection) }
    let url = url
    return await Self.onThread { () throws(ShortlistError) in try PostgresConnection(url) }
  }

  private static func onThread<Result: Sendable>(
    _ work: @escaping @Sendable () throws(ShortlistError) -> Result
  ) async -> Swift.Result<Result, ShortlistError> {
    await withCheckedContinuation { continuation in
      threads.async {
        continuation.resume(
          returning: Swift.Result { () throws(ShortlistError) in try work() })
      }
    }
  }
}
