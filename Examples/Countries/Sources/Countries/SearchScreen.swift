import Shortlist

/// A search bar with a list below, in a terminal.
struct SearchScreen {
  private let terminal: Terminal
  private let store: CountryStore
  private let search: CountrySearch
  private var text = ""
  private var lines: [ListLine] = []
  /// The chosen country, counted from the first.
  private var choice = 0

  private enum Event: Sendable {
    case key(Terminal.Key?)
    case change
  }

  init(_ terminal: Terminal, _ store: CountryStore, _ search: CountrySearch) {
    (self.terminal, self.store, self.search) = (terminal, store, search)
  }

  /// Handles keys until Control-C.
  mutating func run() async throws {
    let (events, event) = AsyncStream.makeStream(of: Event.self)
    terminal.readKeys { event.yield(.key($0)) }
    let tasks = [
      Task { [search] in for await _ in search.session.states { event.yield(.change) } },
      Task { [search] in for await _ in search.index.changes { event.yield(.change) } },
    ]
    defer { tasks.forEach { $0.cancel() } }
    for await event in events {
      switch event {
      case .key(nil), .key(.control("c")): return
      case .key(let key?): try await handle(key)
      case .change: lines = try await search.lines { "\u{1B}[1;4m\($0)\u{1B}[22;24m" }
      }
      draw()
    }
  }

  private mutating func handle(_ key: Terminal.Key) async throws {
    switch key {
    case .up: choice -= 1
    case .down: choice += 1
    case .enter: if let chosen { try await store.visit(chosen) }
    case .control("d"): if let chosen { try await store.delete(chosen) }
    case .control("n"):
      if !text.allSatisfy(\.isWhitespace) { _ = try await store.add(text) }
    case .backspace: await type(String(text.dropLast()))
    case .escape: await type("")
    case .text(let character): await type(text + String(character))
    case .control: break
    }
  }

  private mutating func type(_ text: String) async {
    self.text = text
    choice = 0
    await search.session.send(.text(text))
  }

  // MARK: Drawing

  private var ids: [Int64] {
    lines.compactMap { if case .country(let id, _) = $0 { id } else { nil } }
  }

  private var chosen: Int64? { ids.indices.contains(choice) ? ids[choice] : nil }

  private mutating func draw() {
    choice = max(0, min(choice, ids.count - 1))
    var shown: [String] = []
    var chosenLine = 0
    for line in lines {
      switch line {
      case .section(let title, let count): shown.append("\u{1B}[2m\(title)  \(count)\u{1B}[22m")
      case .country(let id, let name):
        if id == chosen { chosenLine = shown.count }
        shown.append((id == chosen ? "› " : "  ") + name)
      }
    }
    let space = max(1, terminal.height - 4)
    let first = max(0, min(chosenLine - space / 2, shown.count - space))
    terminal.show(
      ["Search: \(text)▏", ""] + shown[first...].prefix(space) + [
        "",
        "\u{1B}[2mEnter: visited or not  ^N: add what is typed  ^D: delete  Esc: clear  ^C: quit\u{1B}[22m",
      ])
  }
}
