@testable import Shortlist

/// A search bar on paper: a person's actions, tick by tick, and the resulting states.
///
/// Each word of a line takes one tick of 10 ms. A single character is typed; `<` deletes the last
/// one, `_` is a space; `.` lets a tick pass. The other words are events: `begin`, `Search`,
/// `Cancel`, `Done`, `overlay`, `refresh`, `clear` (the text), `on`, `off`, `in:Visited` (a scope),
/// `tap:Iceland` (a row), `untap`, `supply:land` (the delegate's answer), `take:land`, `unfocus`
/// (the bar), `drop:Visited` (somebody else removes a section), `where:land` (a filter for titles with
/// that), `where` (no filter), `sort:year`.
///
/// Each state is shown as a line: the tick, the phase, the text, and the contents, with `=` before
/// dimmed contents.
struct TimeLine {
  var configuration = SearchSessionConfiguration(
    suggestions: 0, appearance: SearchSessionAppearance(placeholderFade: .zero))
  /// The time to answer a text, in ticks; 1 if it is missing.
  var answers: [String: Int] = [:]
  /// The time to answer with suggestions, in ticks.
  var suggestionTicks = 1
  /// The texts whose searches fail.
  var failures: Set<String> = []
  /// The texts, and the titles of scopes, whose answers the delegate supplies.
  var deferred: Set<String> = []
  /// Whether searches ignore cancellation, and answer anyway.
  var isDeaf = false
  /// Further details to show of a state.
  var also: (SearchSessionState) -> String = { _ in "" }

  static let scopes = [
    SearchSessionScope.all, SearchSessionScope(title: "Visited", sections: ["Visited"]),
  ]

  private static let titles = [
    "Iceland", "Greenland", "Switzerland", "Norway", "New Zealand", "Greece", "Rome", "Ireland",
  ]

  /// Returns the hits of a source without an index.
  static func results(for query: SearchQuery) -> SearchResults {
    let titles = query.sections == ["Visited"] ? ["India", "U.S.A"] : titles + ["India", "U.S.A"]
    let part = query.filter?.attributes.first ?? ""
    let hits = titles.filter { title in
      [query.text, part].allSatisfy { part in
        part.isEmpty || title.lowercased().contains(part.lowercased())
      }
    }.map {
      Hit(item: Item(id: Item.ID($0), section: "Countries", title: $0), tier: .substring)
    }
    return SearchResults(query: query, hits: hits)
  }

  /// Returns the hits once some sections have been removed.
  static func results(for query: SearchQuery, without dropped: Set<String>) -> SearchResults {
    let unknown = query.sections?.filter { dropped.contains($0.rawValue) } ?? []
    guard !unknown.isEmpty else { return results(for: query) }
    return SearchResults(
      query: query, groups: [], flatHits: [], total: .exactly(0), groupTotal: .exactly(0),
      next: nil, notes: unknown.map { .unknownSection($0) }, correctedText: nil, duration: .zero)
  }
}

extension TimeLine {
  /// The record of all events, from first to last.
  struct Record {
    var states: [(tick: Int, state: SearchSessionState)] = []
    var notices: [SearchSessionNotice] = []
    var remembered: [String] = []
    var learned: [String] = []
    /// The texts of all searches.
    var searches: [String] = []
  }

  /// Returns the states that result from a line.
  func shown(_ line: String) -> [String] {
    record(line).states.map { tick, state in
      [String(tick), state.phase.rawValue, "“\(state.text)”", Self.contents(state), also(state)]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private static func contents(_ state: SearchSessionState) -> String {
    let contents = state.results.map { "\($0.query.text):\($0.hits.count)" } ?? "list"
    return (state.isDimmed ? "=" : "") + contents
  }

  /// Plays a line, and everything still in progress at its end.
  func record(_ line: String) -> Record {
    var machine = SearchSessionMachine(configuration)
    var record = Record()
    var pending: [(due: Int, step: Step)] = []
    let words = line.split(separator: " ")
    var tick = 0
    var dropped: Set<String> = []

    func perform(_ actions: [SearchSessionAction]) {
      for action in actions {
        switch action {
        case .tell(let notice): record.notices.append(notice)
        case .publish(let state): record.states.append((tick, state))
        case .stop:
          pending.removeAll { $0.step.isStopped && !isDeaf }
        case .wait(let duration, let ticket):
          pending.append((tick + max(1, Int(duration / .milliseconds(10))), .waited(ticket)))
        case .search(let query, let question, let ticket):
          if isDeferred(question) {
            perform(machine.deferred(ticket: ticket))
          } else {
            record.searches.append(query.text)
            pending.append((tick + answers[query.text, default: 1], .answer(query, ticket)))
          }
        case .suggest(let text, _, let ticket):
          pending.append((tick + suggestionTicks, .suggest(text, ticket)))
        case .fade(let duration, let ticket):
          pending.append((tick + max(1, Int(duration / .milliseconds(10))), .faded(ticket)))
        case .remember(let text): record.remembered.append(text)
        case .learn(let item, let text): record.learned.append("\(text): \(item)")
        }
      }
    }

    perform(machine.listsMatches ? machine.start() : [])
    while tick < words.count || !pending.isEmpty {
      while let index = pending.firstIndex(where: { $0.due <= tick }) {
        switch pending.remove(at: index).step {
        case .waited(let ticket): perform(machine.waited(ticket))
        case .answer(let query, let ticket):
          perform(
            failures.contains(query.text)
              ? machine.failed(ShortlistError(.storage, "The disk failed."), ticket: ticket)
              : machine.arrived(Self.results(for: query, without: dropped), ticket: ticket))
        case .suggest(let text, let ticket):
          perform(machine.suggested([.recent(text + "…")], ticket: ticket))
        case .faded(let ticket): perform(machine.faded(ticket: ticket))
        }
      }
      if tick < words.count {
        if words[tick].hasPrefix("drop:") {
          dropped.insert(String(words[tick].dropFirst(5)))
        } else {
          perform(actions(for: words[tick], in: &machine))
        }
      }
      tick += 1
    }
    return record
  }

  private enum Step {
    case waited(Int), answer(SearchQuery, Int), suggest(String, Int), faded(Int)

    /// Whether `stop` cancels it.
    var isStopped: Bool {
      switch self {
      case .waited, .answer: true
      case .suggest, .faded: false
      }
    }
  }

  private func isDeferred(_ question: SearchSessionAction.Question?) -> Bool {
    switch question {
    case .text(let text): deferred.contains(text)
    case .scope(let scope): deferred.contains(scope.title)
    case nil: false
    }
  }

  private func actions(
    for word: Substring, in machine: inout SearchSessionMachine
  ) -> [SearchSessionAction] {
    let text = machine.state.text
    let parts = word.split(separator: ":").map(String.init)
    switch (parts[0], parts.count > 1 ? parts[1] : "") {
    case (".", _): return []
    case ("<", _): return machine.handle(.text(String(text.dropLast())))
    case ("_", _): return machine.handle(.text(text + " "))
    case ("begin", _): return machine.handle(.begin)
    case ("Search", _): return machine.handle(.submit)
    case ("Cancel", _): return machine.handle(.cancel)
    case ("Done", _): return machine.handle(.done)
    case ("overlay", _): return machine.handle(.touchOverlay)
    case ("refresh", _): return machine.handle(.refresh)
    case ("clear", _): return machine.handle(.text(""))
    case ("on", _): return machine.handle(.setActive(true, animated: false))
    case ("off", _): return machine.handle(.setActive(false, animated: false))
    case ("unfocus", _): return machine.handle(.unfocus)
    case ("where", let part):
      return machine.handle(.filter(part.isEmpty ? nil : .exists(part)))
    case ("sort", let name): return machine.handle(.sort(AttributeSort(name)))
    case ("untap", _): return machine.handle(.select(nil))
    case ("tap", let title): return machine.handle(.select(Item.ID(title)))
    case ("take", let text): return machine.handle(.take(.recent(text)))
    case ("supply", let text):
      var query = configuration.query
      query.text = text
      query.sections = machine.state.scope.sections
      query.filter = machine.state.filter
      return machine.supply(Self.results(for: query))
    case ("in", let title):
      let scope = Self.scopes.first { $0.title == title } ?? .all
      return machine.handle(.scope(scope))
    case (let key, _): return machine.handle(.text(text + key))
    }
  }
}
