import Dispatch
import Shortlist
import Synchronization

/// Runs `browse`: waits for keys and for updates of the session, and draws the screen.
///
/// Everything here runs on the main thread; searches run elsewhere. The session wakes the wait for
/// terminal events when its state changes, the repository when its items change.
final class Browser {
  /// The file; `nil` for a list elsewhere, of whose changes nobody tells.
  private let repository: ItemRepository?
  private let session: SearchSession
  private let model: BrowseModel
  private let waker = Waker()
  private var shown: Screen?
  /// The time from each key to its results, if measured.
  private(set) var times: KeyTimes?

  init(
    _ repository: ItemRepository, configuration: SearchSessionConfiguration, isReadOnly: Bool,
    isColored: Bool, measures: Bool, filterText: String = ""
  ) throws(ShortlistError) {
    let session = SearchSession(repository, configuration: configuration)
    self.repository = repository
    self.session = session
    model = try BrowseModel(
      repository.blocking, configuration: configuration, state: session.state,
      isReadOnly: isReadOnly,
      theme: BrowseTheme(configuration.appearance, isColored: isColored), filterText: filterText,
      send: { Self.send($0, to: session) })
    times = measures ? KeyTimes() : nil
  }

  /// Browses a list that is not in a file.
  init(
    _ list: any RemoteList, configuration: SearchSessionConfiguration, isColored: Bool,
    measures: Bool, filterText: String = ""
  ) throws(ShortlistError) {
    let session = SearchSession(list, configuration: configuration)
    repository = nil
    self.session = session
    model = try BrowseModel(
      RemoteReader(list), configuration: configuration, state: session.state, isReadOnly: true,
      theme: BrowseTheme(configuration.appearance, isColored: isColored), filterText: filterText,
      send: { Self.send($0, to: session) })
    times = measures ? KeyTimes() : nil
  }

  /// Runs until the user quits or the terminal is gone.
  func run() throws {
    let terminal = try Terminal()
    defer { terminal.close() }
    Self.wait { [session, waker] in try? await session.attach(list: waker) }
    Task { [repository] in try? await repository?.prepareToSearch() }
    let changes = Task { [repository, waker] in
      guard let repository else { return }
      for await _ in repository.changes { waker.itemsChanged() }
    }
    defer { changes.cancel() }
    while true {
      try paint(on: terminal)
      guard try take(terminal.events(), on: terminal) else { return }
      // Wait a moment: most results come in time to be drawn together with the text.
      let deadline = ContinuousClock.now + .milliseconds(Self.patience)
      while model.awaitsRows, ContinuousClock.now < deadline {
        guard try take(terminal.events(within: Self.patience), on: terminal) else { return }
      }
    }
  }

  /// The time to wait for results before drawing the text without them, in milliseconds.
  private static let patience: Int32 = 8

  /// Handles events; returns `false` to quit.
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

  /// Sends an event to the session and waits until it is handled, which takes microseconds, so that
  /// the next key sees the resulting state.
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

/// Wakes the wait for terminal events when the state or the items change.
private final class Waker: SearchSessionView {
  private let hasChange = Atomic(false)

  func show(_ state: SearchSessionState) { Terminal.wake() }

  func itemsChanged() {
    hasChange.store(true, ordering: .releasing)
    Terminal.wake()
  }

  /// Whether the items have changed since the last call.
  func takeChange() -> Bool { hasChange.exchange(false, ordering: .acquiring) }
}
