import Shortlist
import ShortlistTestSupport
import Synchronization
import Testing

@Suite("A search session while the list changes", .serialized)
struct SearchSessionRandomTests {
  @Test("is right in every state, whatever a person does", arguments: Rounds.seeds(20))
  func randomEvents(seed: Int) async throws {
    var generator = SeededGenerator(seed: seed)
    let file = try TemporaryDatabase()
    var options = ItemRepository.Options()
    options.synchronous = .normal
    let repository = try ItemRepository(path: file.path, options: options)
    let titles = ["Iceland", "Greenland", "New Zealand", "Greece", "Rome", "Ireland", "Norway"]
    let items = (0..<400).map { number in
      let section = ItemSection.ID(generator.pick(["a", "b", "c"]))
      let title = "\(generator.pick(titles)) \(number)"
      return Item(
        id: Item.ID("\(number)"), section: section, title: title,
        attributes: ["number": .number(Double(number % 7))])
    }
    try await repository.load(items)
    let writer = Self.write(to: repository, generator)

    let session = SearchSession(repository, configuration: generator.configuration())
    let witness = Witness(trigger: session.configuration.trigger)
    try await session.attach(list: witness)
    let delegate = generator.once(in: 2) ? SlowDelegate(repository) : nil
    await session.setDelegate(delegate)
    var typed = 0
    for _ in 0..<60 {
      if generator.once(in: 3) {
        // Each text is different but has the same hits.
        typed += 1
        let word = generator.pick(["l", "land", "gre", "rome", "n", "e", "new ze"])
        let text = "\(word) OR zz\(typed)"
        await session.send(generator.once(in: 4) ? .take(.recent(text)) : .text(text))
      } else {
        await session.send(generator.event(in: session.state))
      }
      switch generator.number(0...5) {
      case 0: _ = await session.state { ![.waiting, .searching, .deferred].contains($0.phase) }
      case 1: await Task.yield()
      default: break
      }
    }
    writer.cancel()
    try await writer.value

    // In the end, the session shows the current contents of the list.
    await session.setDelegate(nil)
    await session.send(.text("land OR zz\(typed + 1)"))
    await session.send(.submit)
    let state = await session.state { $0.phase == .answered }
    var query = session.configuration.query
    query.text = state.text
    query.sections = state.scope.sections
    query.filter = state.filter
    query.sort = state.sort
    let wanted = try await repository.search(query)
    #expect(state.results?.hits == wanted.hits)
    #expect(state.results?.total == wanted.total)
    for problem in witness.problems { Issue.record("Seed \(seed): \(problem)") }
    await repository.close()
  }

  /// Changes items until it is cancelled.
  private static func write(
    to repository: ItemRepository, _ generator: SeededGenerator
  ) -> Task<Void, any Error> {
    Task {
      var generator = generator
      while !Task.isCancelled {
        let id = Item.ID("\(generator.number(0...399))")
        let section = ItemSection.ID(generator.pick(["a", "b", "c"]))
        switch generator.number(0...2) {
        case 0:
          try await repository.upsert([Item(id: id, section: section, title: "Iceland \(id)")])
        case 1: try await repository.remove([id])
        default: try await repository.add("Greenland \(id)", to: section)
        }
      }
    }
  }
}

/// Checks every state, and records impossible ones.
private final class Witness: SearchSessionView {
  private struct Seen {
    var revision = 0
    var answer = 0
    var problems: [String] = []
  }

  private let trigger: SearchSessionConfiguration.Trigger
  private let seen = Locked(Seen())

  var problems: [String] { seen.withLock { $0.problems } }

  init(trigger: SearchSessionConfiguration.Trigger) {
    self.trigger = trigger
  }

  func show(_ state: SearchSessionState) {
    seen.withLock { seen in
      if state.revision > 0 && state.revision != seen.revision + 1 {
        seen.problems.append("revision \(state.revision) after \(seen.revision)")
      }
      seen.revision = state.revision
      // What meets the filter is listed without a text, which has no number.
      let answer = state.results.flatMap { results in
        results.query.text.isEmpty ? nil : Self.number(of: results.query.text)
      }
      if let answer, answer < seen.answer {
        seen.problems.append("answer \(answer) after \(seen.answer)")
      }
      seen.answer = max(seen.answer, answer ?? 0)
      for (rule, holds) in rules(state) where !holds { seen.problems.append("\(rule): \(state)") }
    }
  }

  /// Returns the number of a text.
  private static func number(of text: String) -> Int {
    text.split(separator: "zz").last.flatMap { Int($0) } ?? 0
  }

  private func rules(_ state: SearchSessionState) -> KeyValuePairs<String, Bool> {
    let query = state.results?.query
    return [
      "without a search, there is the list":
        state.isActive
        || state.text.isEmpty && (query == nil && !state.isDimmed || state.isFiltered),
      "without a text, there is the list, or what meets the filter":
        !state.text.isEmpty || query == nil || state.isFiltered,
      "an answer is one to the text, in the scope":
        state.phase != .answered
        || query?.text == state.text && query?.sections == state.scope.sections
          && query?.filter == state.filter && query?.sort == state.sort,
      "without a search, the bar has no cursor and no Cancel":
        state.isActive || !state.isFocused && !state.showsCancelButton,
      "where the cursor is, there is Cancel": !state.isFocused || state.showsCancelButton,
      "a row is chosen only where rows can be": state.selection == nil || state.allowsSelection,
      "a row is chosen only where there is one":
        state.selection == nil || query == nil
        || state.results?.hits.contains { $0.id == state.selection } == true,
      "what is typed is no failure": state.failure == nil && state.phase != .failed,
      "results are dimmed only on submit":
        trigger == .onSubmit || query == nil || !state.isDimmed,
    ]
  }
}

extension SearchSessionState {
  fileprivate var isFiltered: Bool { filter != nil || sort != nil }
}

/// A delegate that sometimes answers searches itself.
private final class SlowDelegate: SearchSessionDelegate {
  private let repository: ItemRepository
  private let count = Atomic(0)

  init(_ repository: ItemRepository) { self.repository = repository }

  func searchSession(_ session: SearchSession, shouldSearchFor query: SearchQuery) -> Bool {
    guard count.add(1, ordering: .relaxed).newValue.isMultiple(of: 3) else { return true }
    Task { [repository] in await session.supply(try await repository.search(query)) }
    return false
  }
}

extension SeededGenerator {
  fileprivate mutating func configuration() -> SearchSessionConfiguration {
    SearchSessionConfiguration(
      trigger: pick([.asYouType(), .asYouType(debounce: .milliseconds(1)), .onSubmit]),
      presentation: pick([.inPlace, .ownResults, .reported]), dims: once(in: 2),
      query: SearchQuery("", layout: pick([.grouped, .flat]), order: pick([.rank, .list])))
  }

  fileprivate mutating func event(in state: SearchSessionState) -> SearchSessionEvent {
    switch number(0...15) {
    case 0: .begin
    case 1: .cancel
    case 2: .done
    case 3: .touchOverlay
    case 4: .text("")
    case 5: .setActive(once(in: 2), animated: once(in: 2))
    case 6: .scope(pick([.all, SearchSessionScope(title: "A and B", sections: ["a", "b"])]))
    case 7: .select(state.results?.hits.randomElement(using: &self)?.id)
    case 8, 9: .refresh
    case 10: .unfocus
    case 11: .filter(pick([nil, .compares("number", .less, 3), .exists("nothing")]))
    case 12: .sort(pick([nil, AttributeSort("number"), AttributeSort("number", .descending)]))
    default: .submit
    }
  }
}
