import CLibPQ
import Foundation
import Shortlist

/// A connection to a server. One thread at a time uses it; only its ``canceller`` may be used from
/// others.
///
/// `@unchecked Sendable`: a ``ConnectionPool`` lends it to one thread at a time.
final class PostgresConnection: @unchecked Sendable {
  private let handle: OpaquePointer
  let canceller: Canceller
  /// The names of prepared statements, by their SQL.
  private var prepared: [String: String] = [:]
  private var preparedCount = 0
  /// The moment at which statements are stopped; `nil` for never.
  var deadline: ContinuousClock.Instant?
  /// Whether it cannot be used any more.
  private(set) var isBroken = false

  /// The number of statements at which all are forgotten.
  private static let maximumPrepared = 256

  /// The time that a server gets to react to a request to stop.
  private static let grace = Duration.milliseconds(200)

  /// Connects to a server: `postgres://user@host/database`, or any other connection string of libpq.
  ///
  /// - Throws: ``ShortlistError/Code/unreachable``, ``ShortlistError/Code/cannotOpen`` for a server
  ///   that refuses, or ``ShortlistError/Code/unsupported`` for a database that is not in UTF-8.
  init(_ url: String, timeout: Duration = .seconds(10)) throws(ShortlistError) {
    // Statements are planned for their parameters, because the best plan depends on how frequent the
    // words are.
    let settings =
      "-c plan_cache_mode=force_custom_plan -c jit=off -c enable_seqscan=off "
      + "-c max_parallel_workers_per_gather=0 -c random_page_cost=1.1 -c client_encoding=UTF8 "
      + "-c client_min_messages=warning -c bytea_output=hex -c extra_float_digits=1 -c search_path=pg_catalog"
    let seconds = String(max(1, Int(timeout / .seconds(1))))
    let keywords = ["dbname", "options", "connect_timeout", "fallback_application_name"]
    let values = [url, settings, seconds, "shortlist"]
    let handle = Self.withCStrings(keywords) { keywords in
      Self.withCStrings(values) { PQconnectdbParams(keywords, $0, 1) }
    }
    guard let handle else { throw ShortlistError(.outOfMemory, "There is no memory left.") }
    guard PQstatus(handle) == CONNECTION_OK else {
      let message = String(cString: PQerrorMessage(handle))
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      PQfinish(handle)
      let refuses = message.contains("FATAL") && !message.contains("starting up")
      throw ShortlistError(
        refuses ? .cannotOpen : .unreachable, "Cannot connect to the server: \(message).")
    }
    self.handle = handle
    canceller = Canceller(handle)
    PQsetnonblocking(handle, 1)
    PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
    guard PQparameterStatus(handle, "server_encoding").map({ String(cString: $0) }) == "UTF8" else {
      throw ShortlistError(.unsupported, "The encoding of the database is not UTF-8.")
    }
  }

  deinit { PQfinish(handle) }

  // MARK: Statements

  /// Runs a statement, which is prepared the first time.
  func query(
    _ sql: String, _ parameters: [PostgresValue] = []
  ) throws(ShortlistError) -> PostgresResult {
    let name = try name(of: sql)
    try send {
      Self.withCStrings(parameters.map(\.text)) {
        PQsendQueryPrepared(handle, name, Int32(parameters.count), $0, nil, nil, 0)
      }
    }
    return try result()
  }

  /// Runs statements without parameters, separated by semicolons; returns the last result.
  @discardableResult
  func execute(_ sql: String) throws(ShortlistError) -> PostgresResult {
    try send { PQsendQuery(handle, sql) }
    return try result()
  }

  /// Runs `work` in a transaction, which is rolled back when it throws.
  func transaction<Result>(
    _ mode: String = "", _ work: () throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    try execute("BEGIN \(mode)")
    do throws(ShortlistError) {
      let result = try work()
      try execute("COMMIT")
      return result
    } catch {
      if !isBroken {
        canceller.reset()
        deadline = nil
        do { try execute("ROLLBACK") } catch { isBroken = true }
      }
      throw error
    }
  }

  private func name(of sql: String) throws(ShortlistError) -> String {
    if let name = prepared[sql] { return name }
    if prepared.count >= Self.maximumPrepared {
      try execute("DEALLOCATE ALL")
      prepared.removeAll()
    }
    preparedCount += 1
    let name = "s\(preparedCount)"
    try send { PQsendPrepare(handle, name, sql, 0, nil) }
    _ = try result()
    prepared[sql] = name
    return name
  }

  // MARK: Copying

  /// Copies rows into a table. `body` gets a function that sends text in the format of COPY.
  func copy(
    into target: String, _ body: (_ send: ([UInt8]) throws(ShortlistError) -> Void) throws -> Void
  ) throws {
    let begun = try execute("COPY \(target) FROM STDIN")
    guard begun.isCopyingIn else {
      throw ShortlistError(.storage, "The server does not accept rows for \(target).")
    }
    do {
      try body { (bytes) throws(ShortlistError) in try put(bytes) }
    } catch {
      PQputCopyEnd(handle, "stopped by the client")
      _ = try? result()
      throw error
    }
    try send { PQputCopyEnd(handle, nil) == 1 ? 1 : 0 }
    _ = try result()
  }

  private func put(_ bytes: [UInt8]) throws(ShortlistError) {
    while true {
      let sent = bytes.withUnsafeBytes { bytes in
        PQputCopyData(
          handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
      }
      guard sent == 0 else {
        guard sent == 1 else { throw lost() }
        return
      }
      try wait(forWriting: true)
    }
  }

  // MARK: Waiting

  private func send(_ work: () -> Int32) throws(ShortlistError) {
    guard !isBroken, work() == 1 else { throw lost() }
    while true {
      let left = PQflush(handle)
      guard left != 0 else { return }
      guard left == 1 else { throw lost() }
      try wait(forWriting: true)
    }
  }

  /// Waits for all results of what was sent, and returns the last one.
  private func result() throws(ShortlistError) -> PostgresResult {
    var last: PostgresResult?
    var stoppedAt: ContinuousClock.Instant?
    while true {
      while PQisBusy(handle) != 0 {
        let now = ContinuousClock.now
        if stoppedAt == nil, canceller.isCancelled || deadline.map({ now >= $0 }) ?? false {
          canceller.stop()
          stoppedAt = now
        }
        if let stoppedAt, now - stoppedAt > Self.grace {
          isBroken = true
          throw canceller.isCancelled
            ? Self.cancelled
            : ShortlistError(
              .unreachable, "The server did not answer in time.")
        }
        try wait(forWriting: false, isStopping: stoppedAt != nil)
        guard PQconsumeInput(handle) == 1 else { throw lost() }
      }
      guard let next = PQgetResult(handle) else { break }
      let result = PostgresResult(next)
      if last?.failure == nil { last = result }
      if result.isCopyingIn { return result }
    }
    guard let last else { throw lost() }
    guard let (state, message) = last.failure else { return last }
    if canceller.isCancelled { throw Self.cancelled }
    if PQstatus(handle) != CONNECTION_OK { throw lost() }
    throw ShortlistError(state: state, message: message)
  }

  private static var cancelled: ShortlistError {
    ShortlistError(.cancelled, "The search was cancelled.")
  }

  private func lost() -> ShortlistError {
    isBroken = true
    let message = String(cString: PQerrorMessage(handle))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return ShortlistError(.unreachable, "The connection to the server was lost: \(message)")
  }

  /// Waits until the socket can be read, or also written, for a short time at most.
  private func wait(forWriting: Bool, isStopping: Bool = false) throws(ShortlistError) {
    let events = forWriting ? POLLIN | POLLOUT : POLLIN
    var socket = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    guard socket.fd >= 0 else { throw lost() }
    var milliseconds: Int32 = isStopping ? 10 : 50
    if let deadline, !isStopping {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      milliseconds = min(milliseconds, max(1, Int32(left)))
    }
    _ = poll(&socket, 1, milliseconds)
    if forWriting { PQconsumeInput(handle) }
  }

  /// Lends C strings and a final null pointer to `work`.
  private static func withCStrings<Result>(
    _ texts: [String?], _ work: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = texts.map { $0.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    let pointers = copies.map { $0.map { UnsafePointer($0) } } + [nil]
    return pointers.withUnsafeBufferPointer { pointers in
      // An array with a null pointer at its end is not empty.
      guard let base = pointers.baseAddress else { preconditionFailure("There is no array.") }
      return work(base)
    }
  }
}
