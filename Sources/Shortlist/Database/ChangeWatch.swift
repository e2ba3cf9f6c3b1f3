/// Tells listeners about committed changes: immediately about those made through this repository,
/// and about others by polling the file, as long as anyone listens.
///
/// A look takes a few microseconds. SQLite has no other way to learn of a commit by another
/// process, and the log's modification time is too coarse to tell two commits apart.
final class ChangeWatch: Sendable {
  private struct Entry {
    weak var listener: ChangeListener?
  }

  private struct State {
    var listeners: [ObjectIdentifier: Entry] = [:]
    /// The last change that listeners heard of.
    var latest: Int64 = 0
    /// Whether a thread polls the file, and will continue.
    var isWatching = false
    /// The number of threads that may have the file open.
    var threads = 0
    var isClosed = false
  }

  /// Returns the number of the last change of the file.
  typealias Look = () throws(ShortlistError) -> Int64

  private let state = Condition(State())
  private let open: (@Sendable () throws(ShortlistError) -> Look)?

  /// The longest time for which a change by another process may go unnoticed.
  private static let interval = Duration.milliseconds(200)

  /// Creates a watch; `open` opens the file to look at it. Without a file, nobody else can change
  /// anything, and `open` is `nil`.
  init(open: (@Sendable () throws(ShortlistError) -> Look)?) {
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

  /// Announces that all changes up to this number are committed.
  func announce(_ change: Int64) {
    tell { state in
      guard change > state.latest else { return false }
      state.latest = change
      return true
    }
  }

  /// The next number, which is news to all listeners.
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
    // Changes by this process still reach the listeners.
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

  /// Polls the file until nobody listens.
  private func watch() {
    var look: Look?
    var isFailing = false
    while goesOn() {
      do throws(ShortlistError) {
        if look == nil { look = try open?() }
        if let look { announce(try look()) }
        isFailing = false
      } catch {
        // The next read reports the error.
        look = nil
        if !isFailing { tell { _ in true } }
        isFailing = true
      }
    }
  }

  /// Waits until the next look is due; `false` when nobody listens any more.
  private func goesOn() -> Bool {
    state.wait(atMost: Self.interval) { state in
      guard state.listeners.isEmpty || state.isClosed else { return nil }
      state.isWatching = false
      return false
    } ?? true
  }
}

/// A listener for changes. Changes that arrive while nobody waits count as one.
final class ChangeListener: Sendable {
  private struct State {
    var hasNews = false
    var isOver = false
    var waiting: CheckedContinuation<Bool, Never>?
  }

  private let state = Condition(State())
  private let watch: ChangeWatch

  /// Listens from now on, until it is deallocated.
  init(to watch: ChangeWatch) {
    self.watch = watch
    watch.add(self)
  }

  deinit { watch.remove(ObjectIdentifier(self)) }

  /// Waits for a change since the last one heard. Returns `false` when there will be none, because
  /// the repository was closed or the task cancelled. One task at a time may wait.
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

  /// Records a change.
  func hear() { answer(true) { $0.hasNews = $0.waiting == nil } }

  /// Ends the listening.
  func end() { answer(false) { $0.isOver = true } }

  /// Changes the state and resumes the waiting task, if there is one.
  ///
  /// Inlined, this would make every repository look up the types used here, even without listeners. The
  /// first lookup in a process takes 0.1 ms.
  @inline(never)
  private func answer(_ hasNews: Bool, after change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      return state.waiting.take()
    }
    waiting?.resume(returning: hasNews)
  }
}
