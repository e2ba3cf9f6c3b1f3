import Dispatch
import Shortlist
import Synchronization

/// Runs `browse`: waits for keys and for news of the session, and paints.
///
/// All of it happens on the main thread. Searches run elsewhere; the session, when it has come to
/// another state, and the repository, when its items have changed, wake the terminal's wait.
final class Browser {
  private let repository: ItemRepository
  private let session: SearchSession
  private let model: BrowseModel
  private let waker = Waker()
  private var shown: Screen?
  /// How long keys took, when that is asked for.
  private(set) var times: KeyTimes?

  init(
    _ repository: ItemRepository, configuration: SearchSessionConfiguration, isReadOnly: Bool,
    isColored: Bool, measures: Bool
  ) throws(ShortlistError) {
    let session = SearchSession(repository, configuration: configuration)
    self.repository = repository
    self.session = session
    model = try BrowseModel(
      repository.blocking, configuration: configuration, state: session.state,
      isReadOnly: isReadOnly,
      theme: BrowseTheme(configuration.appearance, isColored: isColored),
      send: { Self.send($0, to: session) })
    times = measures ? KeyTimes() : nil
  }

  /// Browses until the person leaves, or the terminal is gone.
  func run() throws {
    let terminal = try Terminal()
    defer { terminal.close() }
    Self.wait { [session, waker] in try? await session.attach(list: waker) }
    Task { [repository] in try? await repository.prepareToSearch() }
    let changes = Task { [repository, waker] in
      for await _ in repository.changes { waker.itemsChanged() }
    }
    defer { changes.cancel() }
    while true {
      try paint(on: terminal)
      guard try take(terminal.events(), on: terminal) else { return }
      // Most answers come at once: they and the text are one picture, unless that would be felt.
      let deadline = ContinuousClock.now + .milliseconds(Self.patience)
      while model.state.phase == .searching, ContinuousClock.now < deadline {
        guard try take(terminal.events(within: Self.patience), on: terminal) else { return }
      }
    }
  }

  /// How long a text waits for its answer before it is painted without, in milliseconds.
  private static let patience: Int32 = 8

  /// Takes in what has happened; `false` when that is the end.
  private func take(_ events: [Terminal.Event], on terminal: Terminal) throws -> Bool {
    for event in events {
      switch event {
      case .key(.control("c"), _), .ended: return false
      case .key(.control("z"), _): terminal.suspend()
      case .key(.control("l"), _), .changed: shown = nil
      case .key(let key, let instant): try handle(key, at: instant)
      case .woken:
        model.update(session.state)
        if waker.takeChange() { try model.itemsChanged() }
      }
    }
    return true
  }

  private func handle(_ key: Key, at instant: ContinuousClock.Instant) throws(ShortlistError) {
    let text = model.field.text
    try model.handle(key)
    if model.field.text != text { times?.began(model.field.text, at: instant) }
  }

  private func paint(on terminal: Terminal) throws {
    let size = terminal.size
    let screen = try model.draw(columns: size.columns, rows: size.rows)
    let painting = screen.painting(over: shown)
    shown = screen
    if !painting.isEmpty { try terminal.write(painting) }
    if let results = model.state.results { times?.painted(results.query.text, at: .now) }
  }

  /// Hands an event to the session and waits until it has taken it in, which takes microseconds: the
  /// next key finds the state that this one led to.
  private static func send(
    _ event: SearchSessionEvent, to session: SearchSession
  ) -> SearchSessionState {
    wait { await session.send(event) }
    return session.state
  }

  private static func wait(for work: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task {
      await work()
      done.signal()
    }
    done.wait()
  }
}

/// Wakes the terminal's wait whenever there is something new.
private final class Waker: SearchSessionView {
  private let hasChange = Atomic(false)

  func show(_ state: SearchSessionState) { Terminal.wake() }

  func itemsChanged() {
    hasChange.store(true, ordering: .releasing)
    Terminal.wake()
  }

  /// Whether the items have changed since it was last asked.
  func takeChange() -> Bool { hasChange.exchange(false, ordering: .acquiring) }
}
