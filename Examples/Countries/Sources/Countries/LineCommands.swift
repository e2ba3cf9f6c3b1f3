import Shortlist

/// Reads commands from standard input, one a line, when it is not a terminal.
struct LineCommands {
  let store: CountryStore
  let search: CountrySearch

  func run() async throws {
    while let line = readLine() { try await run(line) }
  }

  private func run(_ line: String) async throws {
    let words = line.split(separator: " ", maxSplits: 1)
    let name = words.count > 1 ? String(words[1]) : ""
    switch words.first {
    case nil: break
    case "list":
      await search.session.send(.cancel)
      try await show()
    case "search":
      await search.session.send(.cancel)
      try await find(name)
    case "add" where !name.isEmpty:
      if try await !store.add(name) { print("“\(name)” is in the list already.") }
    case "visit", "delete":
      guard let id = try await store.id(of: name) else {
        print("There is no country called “\(name)”.")
        return
      }
      try await words.first == "visit" ? store.visit(id) : store.delete(id)
    default: print("Commands: list, search TEXT, add NAME, visit NAME, delete NAME")
    }
  }

  /// Types a text into the search bar and waits for the results.
  private func find(_ text: String) async throws {
    try await search.index.catchUp(with: search.countries)
    await search.session.send(.text(text))
    for await state in search.session.states {
      if let failure = state.failure { throw failure }
      if state.phase != .searching { break }
    }
    try await show()
  }

  private func show() async throws {
    try await search.index.catchUp(with: search.countries)
    for line in try await search.lines(mark: { "[\($0)]" }) {
      switch line {
      case .section(let title, let count): print("\(title)  \(count)")
      case .country(_, let name): print("  \(name)")
      }
    }
  }
}
