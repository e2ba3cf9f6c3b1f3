/// Tells listeners of committed changes: those made through this repository at once, those of others
/// by looking at the counter in the file, while anybody listens.
///
/// A look takes some microseconds. SQLite has no other way to learn of a commit by another process,
/// and the time of the log's last change is too coarse to tell two commits apart.
final class ChangeWatch: Sendable {
  private struct Entry {
    weak var listener: ChangeListener?
  }

  private struct State {
    var listeners: [ObjectIdentifier: Entry] = [:]
    /// The last change that listeners were told of.
    var latest: Int64 = 0
    /// Whether a thread looks at the file, and will go on.
    var isWatching = false
    /// The threads that may have the file open.
    var threads = 0
    var isClosed = false
  }

  private let state = Condition(State())
  private let open: (@Sendable () throws(ShortlistError) -> Connection)?

  /// How long a change of another process may go unnoticed.
  private static let interval = Duration.milliseconds(200)

  /// `open` makes a connection to the file that only reads; where there is no file, nobody else can
  /// change anything.
  init(open: (@Sendable () throws(ShortlistError) -> Connection)?) {
    self.open = open
  }

  /// Ends all listening, and waits until the file is closed.
  func close() {
    let listeners = state.withLock { state in
      state.isClosed = true
      return state.listeners.values.compactMap(\.listener)
    }
    for listener in listeners { listener.end() }
    state.wait { $0.threads == 0 ? () : nil }
  }

  /// What was changed up to the change of this number is committed.
  func announce(_ change: Int64) {
    tell { state in
      guard change > state.latest else { return false }
      state.latest = change
      return true
    }
  }

  /// A change of this number is news to all listeners.
  var next: Int64 { state.withLock { $0.latest &+ 1 } }

  func add(_ listener: ChangeListener) {
    let (isClosed, needsThread) = state.withLock { state in
      guard !state.isClosed else { return (true, false) }
      state.listeners[ObjectIdentifier(listener)] = Entry(listener: listener)
      guard open != nil, !state.isWatching else { return (false, false) }
      state.isWatching = true
      state.threads += 1
      return (false, true)
    }
    if isClosed { listener.end() }
    guard needsThread else { return }
    let isStarted = DetachedThread.start {
      self.watch()
      self.state.withLock { $0.threads -= 1 }
    }
    guard !isStarted else { return }
    // Changes of this process are heard of all the same.
    state.withLock { state in
      state.isWatching = false
      state.threads -= 1
    }
  }

  func remove(_ listener: ObjectIdentifier) {
    state.withLock { $0.listeners[listener] = nil }
  }

  private func tell(if isNews: (inout State) -> Bool) {
    let listeners = state.withLock { state in
      isNews(&state) ? state.listeners.values.compactMap(\.listener) : []
    }
    for listener in listeners { listener.hear() }
  }

  /// Looks at the file until nobody listens.
  private func watch() {
    var connection: Connection?
    var isFailing = false
    while goesOn() {
      do throws(ShortlistError) {
        if connection == nil { connection = try open?() }
        if let connection { announce(try Meta.number("changes", on: connection) ?? 0) }
        isFailing = false
      } catch {
        // Who looks at the file next learns what is wrong with it.
        connection = nil
        if !isFailing { tell { _ in true } }
        isFailing = true
      }
    }
  }

  /// Waits until it is time to look again; `false` when there is nobody to look for.
  private func goesOn() -> Bool {
    state.wait(atMost: Self.interval) { state in
      guard state.listeners.isEmpty || state.isClosed else { return nil }
      state.isWatching = false
      return false
    } ?? true
  }
}

/// Hears of changes. Those that come while nobody waits are heard as one.
final class ChangeListener: Sendable {
  private struct State {
    var hasNews = false
    var isOver = false
    var waiting: CheckedContinuation<Bool, Never>?
  }

  private let state = Condition(State())
  private let watch: ChangeWatch

  /// Listens from now on, until it is dropped.
  init(to watch: ChangeWatch) {
    self.watch = watch
    watch.add(self)
  }

  deinit { watch.remove(ObjectIdentifier(self)) }

  /// Waits for a change since the last one that was heard; `false` when there will be none: the
  /// repository was closed, or the task cancelled. One task at a time may wait.
  func next() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.isOver { return false }
          if state.hasNews {
            state.hasNews = false
            return true
          }
          state.waiting = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      end()
    }
  }

  /// Something has changed.
  func hear() {
    let waiting = state.withLock { state in
      state.hasNews = state.waiting == nil
      return state.waiting.take()
    }
    waiting?.resume(returning: true)
  }

  /// There is no more to hear.
  func end() {
    let waiting = state.withLock { state in
      state.isOver = true
      return state.waiting.take()
    }
    waiting?.resume(returning: false)
  }
}
