public import Observation

/// A search session for SwiftUI and other observers: on the main actor, with bindable properties.
///
/// Changes and events reach the session in order. Until then, ``text`` returns the value that was
/// set.
@MainActor @Observable
public final class SearchSessionModel {
  /// The state to show.
  public private(set) var state: SearchSessionState
  /// The session behind the model.
  @ObservationIgnored public let session: SearchSession
  /// The typed text while the session handles earlier events.
  private var typed: String?
  @ObservationIgnored private var events: [SearchSessionEvent] = []
  @ObservationIgnored private var isSending = false
  @ObservationIgnored private var listening: Task<Void, Never>?

  /// Makes a model of `session`, which may also have other listeners.
  public init(_ session: SearchSession) {
    self.session = session
    state = session.state
    listening = Task { [weak self, states = session.states] in
      for await state in states { self?.show(state) }
    }
  }

  deinit { listening?.cancel() }

  /// The text of the bar.
  public var text: String {
    get { typed ?? state.text }
    set {
      typed = newValue
      send(.text(newValue))
    }
  }

  /// The scope to search.
  public var scope: SearchSessionScope {
    get { state.scope }
    set { send(.scope(newValue)) }
  }

  /// The condition on the attributes of hits.
  public var filter: AttributeFilter? {
    get { state.filter }
    set { send(.filter(newValue)) }
  }

  /// The attribute to sort hits by.
  public var sort: AttributeSort? {
    get { state.sort }
    set { send(.sort(newValue)) }
  }

  /// Whether a search is active.
  public var isActive: Bool {
    get { state.isActive }
    set { send(.setActive(newValue, animated: true)) }
  }

  /// Whether the bar has the cursor.
  public var isFocused: Bool {
    get { state.isFocused }
    set { send(newValue ? .begin : .unfocus) }
  }

  /// The selected row.
  public var selection: Item.ID? {
    get { state.selection }
    set { send(.select(newValue)) }
  }

  /// Sends an event to the session asynchronously.
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
