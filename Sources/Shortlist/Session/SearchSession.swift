/// The brain of one search bar and one list, without either: it takes in what a person does,
/// searches, and says what to show.
///
/// Events count in the order in which they are sent. A search that a newer event makes needless is
/// cancelled, and an ``ItemRepository`` stops it inside SQLite; its answer, should it come, is dropped.
public actor SearchSession {
  /// How the bar behaves.
  public nonisolated let configuration: SearchSessionConfiguration
  private var machine: SearchSessionMachine
  private let source: any SearchSource
  private let clock: any Clock<Duration>
  private let broadcast: StateBroadcast
  /// The wait for more text, or the search.
  private var work: Task<Void, Never>?
  private var suggesting: Task<Void, Never>?
  private var fading: Task<Void, Never>?
  private weak var delegate: (any SearchSessionDelegate)?
  private weak var bar: (any SearchSessionView)?
  private weak var list: (any SearchSessionView)?
  private weak var updater: (any SearchSessionView)?

  /// A session without a search. The clock is what waits are measured with.
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
  }

  deinit {
    work?.cancel()
    suggesting?.cancel()
    fading?.cancel()
  }

  /// What to show.
  public nonisolated var state: SearchSessionState { broadcast.state }

  /// What to show now, and whenever it changes. Whoever is slow misses states in between, never the
  /// newest. There can be any number of listeners; they end with the session.
  public nonisolated var states: AsyncStream<SearchSessionState> {
    broadcast.states()
  }

  /// Whether there is a search.
  public nonisolated var isActive: Bool { state.isActive }

  /// Takes in what a person did. When it returns, ``state`` shows it.
  public func send(_ event: SearchSessionEvent) {
    perform(machine.handle(event))
  }

  /// Lets a search begin, or end as by Cancel.
  public func setActive(_ isActive: Bool, animated: Bool = true) {
    send(.setActive(isActive, animated: animated))
  }

  /// Shows an answer that the delegate promised. It counts when it is one to what was asked last:
  /// its query has that text and those sections.
  public func supply(_ results: SearchResults) {
    perform(machine.supply(results))
  }

  /// What the list shows now, row by row.
  ///
  /// - Throws: what the file or the disk does wrong.
  public func rows() async throws(ShortlistError) -> SearchSessionRows {
    if let results = state.results { return SearchSessionRows(results, source: source) }
    return try await SearchSessionRows(listOf: source)
  }

  /// Presses Cancel: what a button of the app's own does, too.
  public nonisolated var cancelAction: @Sendable () -> Void {
    { [weak self] in Task { await self?.send(.cancel) } }
  }
}

// MARK: - Who looks at it

extension SearchSession {
  /// Lets `delegate`, instead of any before, hear and decide. The session does not keep it alive.
  public func setDelegate(_ delegate: (any SearchSessionDelegate)?) {
    self.delegate = delegate
  }

  /// Makes `bar` the bar of this session, and shows it the state. The session does not keep it alive.
  ///
  /// - Throws: ``ShortlistError/Code/alreadyAttached`` while the session has another.
  public func attach(bar: any SearchSessionView) throws(ShortlistError) {
    try check(self.bar, bar, "bar")
    self.bar = bar
    bar.show(state)
  }

  /// Makes `list` the list of this session, and shows it the state. The session does not keep it
  /// alive.
  ///
  /// - Throws: ``ShortlistError/Code/alreadyAttached`` while the session has another.
  public func attach(list: any SearchSessionView) throws(ShortlistError) {
    try check(self.list, list, "list")
    self.list = list
    list.show(state)
  }

  /// Makes `updater` what each change is reported to, with the presentation
  /// ``SearchSessionConfiguration/Presentation/reported``. The session does not keep it alive.
  ///
  /// - Throws: ``ShortlistError/Code/alreadyAttached`` while the session has another.
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
      .alreadyAttached, "The search session has a \(name) already, and can have one only.")
  }
}

// MARK: - What it does

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
        // A list that cannot be written is none the worse for a text that is not kept.
        Task { [source] in try? await source.rememberSearch(text) }
      }
    }
  }

  private func publish(_ state: SearchSessionState) {
    broadcast.publish(state)
    bar?.show(state)
    list?.show(state)
    updater?.show(state)
  }

  /// Asks the delegate.
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

/// Hears what happens to a search session, and decides what is searched for.
///
/// It is called by the session, one call at a time and in order, and must not wait for anything:
/// the session stands still meanwhile. A delegate that belongs to another actor starts a task there.
public protocol SearchSessionDelegate: AnyObject, Sendable {
  /// Something is about to happen, or has happened.
  func searchSession(_ session: SearchSession, tells notice: SearchSessionNotice)

  /// Whether the session is to search for this text. If not, the delegate answers later, by
  /// ``SearchSession/supply(_:)``, and earlier results stay until then.
  func searchSession(_ session: SearchSession, shouldSearchFor query: SearchQuery) -> Bool

  /// Whether the session is to search again because of this scope. If not, the delegate answers
  /// later, by ``SearchSession/supply(_:)``, and earlier results stay until then.
  func searchSession(
    _ session: SearchSession, shouldSearchIn scope: SearchSessionScope, for query: SearchQuery
  ) -> Bool
}

extension SearchSessionDelegate {
  /// Passes over it.
  public func searchSession(_ session: SearchSession, tells notice: SearchSessionNotice) {}

  /// Always.
  public func searchSession(
    _ session: SearchSession, shouldSearchFor query: SearchQuery
  ) -> Bool { true }

  /// Always.
  public func searchSession(
    _ session: SearchSession, shouldSearchIn scope: SearchSessionScope, for query: SearchQuery
  ) -> Bool { true }
}
