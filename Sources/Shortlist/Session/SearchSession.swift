/// The logic of one search bar and one list, without their views: it takes a person's input,
/// searches, and publishes the state to show.
///
/// ```swift
/// let session = SearchSession(repository)
/// await session.send(.text("zea"))
/// for await state in session.states {
///   if let results = state.results { print(results.hits.map(\.item.title)) }
/// }
/// ```
///
/// Events take effect in the order in which they are sent. If a newer event makes a search
/// obsolete, the search is cancelled, which stops an ``ItemRepository`` inside SQLite. Any late
/// results are dropped.
public actor SearchSession {
  /// The behaviour of the bar.
  public nonisolated let configuration: SearchSessionConfiguration
  private var machine: SearchSessionMachine
  private let source: any SearchSource
  private let clock: any Clock<Duration>
  private let broadcast: StateBroadcast
  /// The task that waits for more text, or searches.
  private var work: Task<Void, Never>?
  private var suggesting: Task<Void, Never>?
  private var fading: Task<Void, Never>?
  private weak var delegate: (any SearchSessionDelegate)?
  private weak var bar: (any SearchSessionView)?
  private weak var list: (any SearchSessionView)?
  private weak var updater: (any SearchSessionView)?

  /// Makes an inactive session. The clock measures its delays.
  public init(
    _ source: any SearchSource,
    configuration: SearchSessionConfiguration = SearchSessionConfiguration(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.source = source
    self.configuration = configuration
    self.clock = clock
    machine = SearchSessionMachine(configuration)
    broadcast = StateBroadcast(machine.state)
    guard machine.listsMatches else { return }
    Task { [weak self] in await self?.start() }
  }

  deinit {
    work?.cancel()
    suggesting?.cancel()
    fading?.cancel()
  }

  /// The current state to show.
  public nonisolated var state: SearchSessionState { broadcast.state }

  /// A stream of the current state and each later one. A slow reader may miss intermediate states,
  /// but never the newest. There can be any number of streams; they end with the session.
  public nonisolated var states: AsyncStream<SearchSessionState> {
    broadcast.states()
  }

  /// Whether a search is active.
  public nonisolated var isActive: Bool { state.isActive }

  /// Handles an event. When the call returns, ``state`` reflects it.
  public func send(_ event: SearchSessionEvent) {
    perform(machine.handle(event))
  }

  /// Starts a search, or ends it as Cancel does.
  public func setActive(_ isActive: Bool, animated: Bool = true) {
    send(.setActive(isActive, animated: animated))
  }

  /// Shows the results that the delegate promised. They are ignored unless their query has the same
  /// text, sections, filter and order as the last one.
  public func supply(_ results: SearchResults) {
    perform(machine.supply(results))
  }

  /// Returns the rows that the list shows now.
  ///
  /// - Throws: the error of the source: for an ``ItemRepository``, ``ShortlistError/Code/closed``
  ///   or another read error.
  public func rows() async throws(ShortlistError) -> SearchSessionRows {
    if let results = state.results { return SearchSessionRows(results, source: source) }
    return try await SearchSessionRows(listOf: source)
  }

  /// An action that presses Cancel, for a button of the app.
  public nonisolated var cancelAction: @Sendable () -> Void {
    { [weak self] in Task { await self?.send(.cancel) } }
  }
}

// MARK: - Delegate and views

extension SearchSession {
  /// Sets the delegate, replacing any earlier one. The session holds it weakly.
  public func setDelegate(_ delegate: (any SearchSessionDelegate)?) {
    self.delegate = delegate
  }

  /// Attaches the bar of this session and shows it the state. The session holds it weakly.
  ///
  /// - Throws: ``ShortlistError/Code/alreadyAttached`` while the session has another bar.
  public func attach(bar: any SearchSessionView) throws(ShortlistError) {
    try check(self.bar, bar, "bar")
    self.bar = bar
    bar.show(state)
  }

  /// Attaches the list of this session and shows it the state. The session holds it weakly.
  ///
  /// - Throws: ``ShortlistError/Code/alreadyAttached`` while the session has another list.
  public func attach(list: any SearchSessionView) throws(ShortlistError) {
    try check(self.list, list, "list")
    self.list = list
    list.show(state)
  }

  /// Attaches the updater, which receives each change under the presentation
  /// ``SearchSessionConfiguration/Presentation/reported``. The session holds it weakly.
  ///
  /// - Throws: ``ShortlistError/Code/alreadyAttached`` while the session has another updater.
  public func attach(updater: any SearchSessionView) throws(ShortlistError) {
    precondition(
      configuration.presentation == .reported, "Only a session that reports has an updater.")
    try check(self.updater, updater, "updater")
    self.updater = updater
    updater.show(state)
  }

  private func check(
    _ old: (any SearchSessionView)?, _ new: any SearchSessionView, _ name: String
  ) throws(ShortlistError) {
    guard let old, old !== new else { return }
    throw ShortlistError(
      .alreadyAttached, "The search session has a \(name) already, and can have only one.")
  }
}

// MARK: - Actions

extension SearchSession {
  private func perform(_ actions: [SearchSessionAction]) {
    for action in actions {
      switch action {
      case .tell(let notice): delegate?.searchSession(self, tells: notice)
      case .publish(let state): publish(state)
      case .stop: work?.cancel()
      case .wait(let duration, let ticket):
        work = Task { [weak self, clock] in
          guard (try? await clock.sleep(for: duration)) != nil else { return }
          await self?.waited(ticket)
        }
      case .search(let query, let question, let ticket):
        if isSearched(query, asks: question) {
          search(query, ticket: ticket)
        } else {
          perform(machine.deferred(ticket: ticket))
        }
      case .suggest(let text, let scope, let ticket): suggest(text, scope, ticket: ticket)
      case .fade(let duration, let ticket):
        fading?.cancel()
        fading = Task { [weak self, clock] in
          guard (try? await clock.sleep(for: duration)) != nil else { return }
          await self?.faded(ticket)
        }
      case .remember(let text):
        // Failing to store a recent search does no harm, as in a list that cannot be written.
        Task { [source] in try? await source.rememberSearch(text) }
      case .learn(let item, let text):
        Task { [source] in try? await source.rememberChoice(of: item, for: text) }
      }
    }
  }

  private func publish(_ state: SearchSessionState) {
    broadcast.publish(state)
    bar?.show(state)
    list?.show(state)
    updater?.show(state)
  }

  /// Asks the delegate whether the session should search.
  private func isSearched(_ query: SearchQuery, asks: SearchSessionAction.Question?) -> Bool {
    switch asks {
    case .text: delegate?.searchSession(self, shouldSearchFor: query) ?? true
    case .scope(let scope):
      delegate?.searchSession(self, shouldSearchIn: scope, for: query) ?? true
    case nil: true
    }
  }

  private func search(_ query: SearchQuery, ticket: Int) {
    work = Task { [weak self, source] in
      do throws(ShortlistError) {
        let results = try await source.search(query)
        await self?.arrived(results, ticket: ticket)
      } catch {
        await self?.failed(error, ticket: ticket)
      }
    }
  }

  private func suggest(_ text: String, _ scope: SearchSessionScope, ticket: Int) {
    suggesting?.cancel()
    let limit = configuration.suggestions
    suggesting = Task { [weak self, source] in
      let found = try? await source.suggestions(for: text, limit: limit, in: scope.sections)
      await self?.suggested(found ?? [], ticket: ticket)
    }
  }

  private func start() { perform(machine.start()) }

  private func waited(_ ticket: Int) { perform(machine.waited(ticket)) }

  private func faded(_ ticket: Int) { perform(machine.faded(ticket: ticket)) }

  private func arrived(_ results: SearchResults, ticket: Int) {
    perform(machine.arrived(results, ticket: ticket))
  }

  private func failed(_ error: ShortlistError, ticket: Int) {
    perform(machine.failed(error, ticket: ticket))
  }

  private func suggested(_ suggestions: [SearchSuggestion], ticket: Int) {
    perform(machine.suggested(suggestions, ticket: ticket))
  }
}

/// A delegate that observes a search session and decides when it searches.
///
/// The session makes one call at a time, in order, and stops until the call returns, so a delegate
/// must not wait for anything. A delegate that belongs to another actor starts a task there.
public protocol SearchSessionDelegate: AnyObject, Sendable {
  /// Tells the delegate that something is about to happen or has happened.
  func searchSession(_ session: SearchSession, tells notice: SearchSessionNotice)

  /// Returns whether the session should search for this text. If not, the delegate provides the
  /// results later with ``SearchSession/supply(_:)``, and earlier results stay until then.
  func searchSession(_ session: SearchSession, shouldSearchFor query: SearchQuery) -> Bool

  /// Returns whether the session should search again because of this scope. If not, the delegate
  /// provides the results later with ``SearchSession/supply(_:)``, and earlier results stay until
  /// then.
  func searchSession(
    _ session: SearchSession, shouldSearchIn scope: SearchSessionScope, for query: SearchQuery
  ) -> Bool
}

extension SearchSessionDelegate {
  /// Ignores the notice.
  public func searchSession(_ session: SearchSession, tells notice: SearchSessionNotice) {}

  /// Always returns `true`.
  public func searchSession(
    _ session: SearchSession, shouldSearchFor query: SearchQuery
  ) -> Bool { true }

  /// Always returns `true`.
  public func searchSession(
    _ session: SearchSession, shouldSearchIn scope: SearchSessionScope, for query: SearchQuery
  ) -> Bool { true }
}
