public import Observation

/// A search session as SwiftUI, and whatever else observes, likes it: on the main actor, with values
/// to bind to.
///
/// What is set or sent reaches the session in that order. Until it has, ``text`` is what was set.
@MainActor @Observable
public final class SearchSessionModel {
  /// What to show.
  public private(set) var state: SearchSessionState
  /// The session behind the model.
  @ObservationIgnored public let session: SearchSession
  /// What was typed while the session is busy with earlier events.
  private var typed: String?
  @ObservationIgnored private var events: [SearchSessionEvent] = []
  @ObservationIgnored private var isSending = false
  @ObservationIgnored private var listening: Task<Void, Never>?

  /// A model of `session`, which may have other listeners as well.
  public init(_ session: SearchSession) {
    self.session = session
    state = session.state
    listening = Task { [weak self, states = session.states] in
      for await state in states { self?.show(state) }
    }
  }

  deinit { listening?.cancel() }

  /// What the bar holds.
  public var text: String {
    get { typed ?? state.text }
    set {
      typed = newValue
      send(.text(newValue))
    }
  }

  /// Where to look.
  public var scope: SearchSessionScope {
    get { state.scope }
    set { send(.scope(newValue)) }
  }

  /// Whether there is a search.
  public var isActive: Bool {
    get { state.isActive }
    set { send(.setActive(newValue, animated: true)) }
  }

  /// Whether the bar has the cursor.
  public var isFocused: Bool {
    get { state.isFocused }
    set { send(newValue ? .begin : .unfocus) }
  }

  /// The row that is chosen.
  public var selection: Item.ID? {
    get { state.selection }
    set { send(.select(newValue)) }
  }

  /// Hands an event to the session, soon.
  public func send(_ event: SearchSessionEvent) {
    events.append(event)
    guard !isSending else { return }
    isSending = true
    Task {
      while !events.isEmpty { await session.send(events.removeFirst()) }
      isSending = false
      show(session.state)
      typed = nil
    }
  }

  private func show(_ state: SearchSessionState) {
    guard state.revision > self.state.revision else { return }
    self.state = state
  }
}
