@testable import Shortlist
import Testing

@testable import ShortlistCLI

/// A session that answers immediately.
private final class QuickSession {
  private let repository: BlockingItemRepository
  private var machine: SearchSessionMachine

  init(_ repository: BlockingItemRepository, _ configuration: SearchSessionConfiguration) {
    self.repository = repository
    machine = SearchSessionMachine(configuration)
  }

  /// Lists what meets the filter of the configuration.
  func start() -> SearchSessionState { answer(machine.start()) }

  func send(_ event: SearchSessionEvent) -> SearchSessionState {
    answer(machine.handle(event))
  }

  private func answer(_ actions: [SearchSessionAction]) -> SearchSessionState {
    var actions = actions
    while !actions.isEmpty { actions = actions.flatMap(perform) }
    return machine.state
  }

  private func perform(_ action: SearchSessionAction) -> [SearchSessionAction] {
    do throws(ShortlistError) {
      switch action {
      case .search(let query, _, let ticket):
        return machine.arrived(try repository.search(query), ticket: ticket)
      case .suggest(let text, _, let ticket):
        let recent = try repository.recentSearches(from: text, limit: 8)
        return machine.suggested(recent.map { .recent($0) }, ticket: ticket)
      case .wait(_, let ticket): return machine.waited(ticket)
      case .fade(_, let ticket): return machine.faded(ticket: ticket)
      case .remember(let text): try repository.rememberSearch(text)
      case .learn(let item, let text): try repository.rememberChoice(of: item, for: text)
      case .tell, .publish, .stop: break
      }
    } catch {
      Issue.record(error)
    }
    return []
  }
}

/// A browser without a terminal: takes keys and returns the drawn screen.
final class Browsing {
  let repository: BlockingItemRepository
  let model: BrowseModel
  var columns = 60
  var rows = 16

  init(
    _ titles: KeyValuePairs<String, [String]> = [
      "Wanted": ["Rome", "Iceland", "Ireland", "Greenland"], "Visited": ["India", "Finland"],
    ], bodies: [String: String] = [:], years: [String: Double] = [:], isReadOnly: Bool = false,
    configuration: SearchSessionConfiguration = SearchSessionConfiguration()
  ) throws {
    let repository = try ItemRepository(path: ":memory:").blocking
    self.repository = repository
    for (section, titles) in titles {
      try repository.upsert(
        titles.map {
          Item(
            id: Item.ID($0), section: ItemSection.ID(section), title: $0, body: bodies[$0] ?? "",
            attributes: years[$0].map { ["year": .number($0)] } ?? [:])
        })
    }
    let session = QuickSession(repository, configuration)
    model = try BrowseModel(
      repository, configuration: configuration,
      state: SearchSessionMachine(configuration).state, isReadOnly: isReadOnly,
      theme: BrowseTheme(configuration.appearance, isColored: true),
      filterText: configuration.query.filter?.description ?? "", send: session.send)
    if configuration.query.filter != nil || configuration.query.sort != nil {
      model.update(session.start())
    }
    _ = try draw()
  }

  /// Presses keys.
  func press(_ keys: Key...) throws {
    for key in keys {
      try model.handle(key)
      _ = try draw()
    }
  }

  func type(_ text: String) throws {
    for character in text { try press(.text(String(character))) }
  }

  /// Notifies the model that items have changed.
  func change() throws {
    try model.itemsChanged()
    _ = try draw()
  }

  func draw() throws -> Screen { try model.draw(columns: columns, rows: rows) }

  /// Returns the screen of a terminal of this size.
  func shown() throws -> [String] {
    var terminal = TerminalModel(columns: columns, rows: rows)
    terminal.feed(try draw().painting(over: nil).utf8)
    #expect(terminal.unknown.isEmpty)
    return terminal.lines
  }

  func click(_ text: String) throws {
    let lines = try shown()
    let row = try #require(lines.firstIndex { $0.contains(text) }, "\(lines)")
    let start = try #require(lines[row].firstRange(of: text)).lowerBound
    try press(.click(column: lines[row].distance(from: lines[row].startIndex, to: start), row: row))
  }
}

@Suite("What browse shows, and what its keys do")
struct BrowseModelTests {
  // MARK: Scopes

  @Test("The scope is all sections again when its section has been removed")
  func removedScope() throws {
    let browsing = try Browsing()
    try browsing.type("i")
    try browsing.press(.tab, .tab)
    #expect(browsing.model.state.scope.sections == ["Visited"])
    try browsing.repository.removeSection("Visited")
    try browsing.change()
    #expect(browsing.model.state.scope == .all)
    #expect(try browsing.shown().contains("Wanted  2"))
    try browsing.type("c")
    #expect(try browsing.shown().contains("  Iceland"))
  }

  @Test("Cancel clears the scope, which cannot be seen any more")
  func cancelledScope() throws {
    let browsing = try Browsing()
    try browsing.press(.tab, .tab, .escape)
    try browsing.type("ro")
    #expect(browsing.model.state.scope == .all)
    #expect(try browsing.shown().contains("  Rome"))
  }

  @Test(
    "The arrows to the left and right leave the scope and the list alone; Tab changes the scope")
  func arrows() throws {
    let browsing = try Browsing()
    try browsing.type("land")
    try browsing.press(.down)
    let shown = try browsing.shown()
    try browsing.press(.left, .right, .right)
    #expect(try browsing.shown() == shown)
    #expect(browsing.model.state.scope == .all && browsing.model.focus == .rows)
    try browsing.press(.tab)
    #expect(browsing.model.state.scope.sections == ["Wanted"])
    #expect(browsing.model.focus == .rows)
    try browsing.press(.backTab)
    #expect(browsing.model.state.scope == .all)
  }

  // MARK: Sizes

  /// Returns browsers in every state that has its own appearance.
  private func states() throws -> [(name: String, browsing: Browsing, text: String)] {
    var states: [(String, Browsing, String)] = []
    func add(
      _ name: String, shows text: String, _ configuration: SearchSessionConfiguration = .init(),
      _ prepare: (Browsing) throws -> Void
    ) throws {
      let browsing = try Browsing(
        bodies: ["Rome": String(repeating: "A city on seven hills. ", count: 40)],
        configuration: configuration)
      try prepare(browsing)
      states.append((name, browsing, text))
    }
    try add("list", shows: "Rome") { _ in }
    try add("chosen", shows: "Greenl") { try $0.press(.down, .down, .down, .down) }
    try add("overlay", shows: "Rome") { try $0.press(.enter) }
    try add("results", shows: "Icelan") { try $0.type("land") }
    try add("chosen result", shows: "Finlan") {
      try $0.type("land")
      try $0.press(.down, .end)
    }
    try add("nothing", shows: "Nothin") { try $0.type("zzzz") }
    try add("own results", shows: "Icelan", .init(presentation: .ownResults)) {
      try $0.type("land")
    }
    try add("flat", shows: "Icelan", .init(query: SearchQuery("", layout: .flat))) {
      try $0.type("land")
    }
    try add("edited", shows: "Icelan", .init(trigger: .onSubmit)) {
      try $0.type("lan")
      try $0.press(.enter)
      try $0.type("d")
    }
    try add("suggestions", shows: "land") {
      try $0.repository.rememberSearch("land")
      try $0.press(.enter)
    }
    try add("detail", shows: "Rome") { try $0.press(.down, .enter) }
    try add("chooser", shows: "Visite") { try $0.press(.down, .text("m")) }
    try add("new section", shows: "New se") { try $0.press(.down, .text("m"), .text("xyz")) }
    return states
  }

  @Test("Every size shows what matters most, and is drawn within itself")
  func sizes() throws {
    for (name, browsing, text) in try states() {
      for columns in Array(1...8) + [14, 20, 60, 81] {
        for rows in Array(1...10) + [16] {
          (browsing.columns, browsing.rows) = (columns, rows)
          let screen = try browsing.draw()
          var terminal = TerminalModel(columns: columns, rows: rows)
          terminal.feed(screen.painting(over: nil).utf8)
          let lines = terminal.lines
          if let cursor = screen.cursor {
            #expect(cursor.column < columns && cursor.row < rows, "\(name) \(columns)×\(rows)")
          }
          let needed =
            ["list", "overlay", "results", "own results", "edited"].contains(name) ? 2 : 1
          guard columns >= 14, rows >= needed else { continue }
          #expect(
            lines.contains { $0.contains(text) },
            "\(name) \(columns)×\(rows):\n\(lines.joined(separator: "\n"))")
        }
      }
    }
  }

  @Test("Small windows show results", arguments: [(20, 5), (20, 4), (20, 3), (20, 2), (20, 1)])
  func smallWindows(columns: Int, rows: Int) throws {
    let browsing = try Browsing()
    (browsing.columns, browsing.rows) = (columns, rows)
    try browsing.type("land")
    try browsing.press(.down)
    let lines = try browsing.shown()
    #expect(lines.contains("› Iceland"))
    #expect(lines.contains { $0.contains("land") && $0.hasPrefix("[") } == (rows >= 3))
    #expect(lines.contains { $0.contains("All") } == (rows >= 5))
  }

  @Test("Results of their own are shown in small windows, too")
  func smallOwnResults() throws {
    let browsing = try Browsing(
      configuration: SearchSessionConfiguration(presentation: .ownResults))
    (browsing.columns, browsing.rows) = (20, 8)
    try browsing.type("land")
    let lines = try browsing.shown()
    #expect(lines.contains("  Iceland") && lines.contains("Wanted  3"))
  }

  @Test("The frame goes first, then the scopes, then the last line, then the bar")
  func layout() {
    let theme = BrowseTheme(SearchSessionAppearance(), isColored: false)
    let layouts = (1...10).map { BrowseLayout(columns: 60, rows: $0, theme: theme) }
    #expect(layouts.map(\.bar.count) == [0, 0, 1, 1, 1, 1, 1, 1, 3, 3])
    #expect(
      layouts.map { $0.scopes != nil } == [Bool](repeating: false, count: 4)
        + [
          Bool
        ](repeating: true, count: 6))
    #expect(
      layouts.map { $0.status != nil } == [Bool](repeating: false, count: 3)
        + [
          Bool
        ](repeating: true, count: 7))
    #expect(layouts.map(\.contents.count) == [1, 2, 2, 2, 2, 3, 4, 5, 4, 5])
    // The space left by a tall bar with margins around it.
    let wide = BrowseTheme(
      SearchSessionAppearance(
        height: 20, margins: .init(top: 9, leading: 50, bottom: 9, trailing: 50)), isColored: false)
    for columns in 1...60 {
      for rows in 1...60 {
        let layout = BrowseLayout(columns: columns, rows: rows, theme: wide)
        #expect(layout.contents.count >= min(rows, 2) && layout.contents.upperBound <= rows)
        #expect(layout.barColumns.count >= min(columns, 20))
      }
    }
  }

  @Test("A window that has become larger again shows what was scrolled away")
  func growing() throws {
    let titles = (1...30).map { "Item \($0)" }
    for steps in [3, 9, 20, 30] {
      let browsing = try Browsing(["A": titles])
      try browsing.press(.down)
      for _ in 1..<steps { try browsing.press(.down) }
      let before = try browsing.shown()
      for rows in [9, 5, 2, 1] {
        browsing.rows = rows
        #expect(try browsing.shown().contains { $0 == "› Item \(steps)" })
      }
      browsing.rows = 16
      #expect(try browsing.shown() == before)
      // Keys pressed in the meantime do not leave part of the window empty.
      browsing.rows = 3
      _ = try browsing.draw()
      try browsing.press(.end)
      browsing.rows = 60
      #expect(try browsing.shown().contains("A  30"))
    }
  }

  // MARK: Hints

  private func hints(_ browsing: Browsing) -> String {
    browsing.model.hints.joined(separator: "  ")
  }

  @Test("The last line names the keys that do something")
  func hints() throws {
    let browsing = try Browsing()
    #expect(hints(browsing) == "↓ list  ⇥ scope  ^C quit")
    try browsing.type("land")
    #expect(hints(browsing).hasSuffix("↓ list  ⇥ scope  esc cancel  ^C quit"))
    try browsing.press(.down)
    #expect(hints(browsing) == "⏎ open  m move  / search  esc cancel  ^C quit")
    try browsing.press(.text("m"))
    #expect(
      hints(browsing) == "⏎ move here  ↑↓ choose  esc cancel  type a title  ^C quit")
    try browsing.press(.up)
    #expect(hints(browsing) == "↑↓ choose  esc cancel  type a title  ^C quit")
    try browsing.press(.escape, .enter)
    #expect(hints(browsing) == "esc back  ^C quit")
    try browsing.press(.escape, .escape)
    // There are no hits, so there is no row to go to.
    try browsing.type("zzz")
    #expect(hints(browsing) == "⇥ scope  esc cancel  ^C quit")
  }

  @Test("What cannot be done is not offered")
  func missingHints() throws {
    let browsing = try Browsing(["A": ["Rome"]], isReadOnly: true)
    #expect(hints(browsing) == "↓ list  ^C quit")
    try browsing.press(.down)
    #expect(hints(browsing) == "⏎ open  / search  ^C quit")
    let empty = try Browsing([:])
    #expect(hints(empty) == "^C quit")
    let onSubmit = try Browsing(configuration: SearchSessionConfiguration(trigger: .onSubmit))
    try onSubmit.type("rome")
    #expect(hints(onSubmit) == "⏎ search  ⇥ scope  esc cancel  ^C quit")
    try onSubmit.press(.enter)
    #expect(hints(onSubmit) == "⏎ open  m move  / search  esc cancel  ^C quit")
  }

  // MARK: The mouse

  @Test("A click chooses a row, and opens the row that was chosen")
  func clickRow() throws {
    let browsing = try Browsing()
    try browsing.click("Ireland")
    #expect(try browsing.shown().contains("› Ireland"))
    try browsing.type("/land")
    try browsing.click("Greenland")
    #expect(try browsing.shown().contains("› Greenland"))
    #expect(browsing.model.state.isActive && !browsing.model.state.isFocused)
    try browsing.click("Greenland")
    #expect(try browsing.shown().contains("  id        Greenland"))
    // A heading is not a row.
    try browsing.press(.escape)
    try browsing.click("Wanted  3")
    #expect(try browsing.shown().contains("› Greenland"))
  }

  @Test(
    "A click on the dimmed list cancels, and one on Cancel, the bar or a scope does what it says")
  func clickElsewhere() throws {
    for presentation in [SearchSessionConfiguration.Presentation.inPlace, .ownResults] {
      let browsing = try Browsing(
        configuration: SearchSessionConfiguration(presentation: presentation, suggestions: 0))
      browsing.rows = 24
      if presentation == .inPlace {
        try browsing.click("Search")
      } else {
        try browsing.type("rome")
      }
      #expect(browsing.model.state.isListDimmed)
      try browsing.click("Finland")
      #expect(!browsing.model.state.isActive && browsing.model.field.isEmpty)
      try browsing.click("Search")
      #expect(browsing.model.state.isFocused)
      try browsing.click("Visited")
      #expect(browsing.model.state.scope.sections == ["Visited"])
      try browsing.click("Cancel")
      #expect(!browsing.model.state.isActive)
      try browsing.type("rome")
      try browsing.click("×")
      #expect(browsing.model.field.isEmpty && browsing.model.state.isFocused)
    }
  }

  @Test("Earlier results that are dimmed while the text is edited cannot be clicked")
  func clickDimmed() throws {
    let browsing = try Browsing(configuration: SearchSessionConfiguration(trigger: .onSubmit))
    try browsing.type("lan")
    try browsing.press(.enter)
    try browsing.type("d")
    let shown = try browsing.shown()
    try browsing.click("Ireland")
    try browsing.press(.wheel(1, column: 5, row: 6))
    #expect(try browsing.shown() == shown)
  }

  @Test("The wheel scrolls the list, an item and the chooser, and keeps a chosen row in sight")
  func wheel() throws {
    let browsing = try Browsing(
      ["A": (1...60).map { "Item \($0)" }],
      bodies: ["Item 1": (1...99).map { "line \($0)" }.joined(separator: "\n")])
    try browsing.press(.wheel(1, column: 5, row: 6))
    #expect(try browsing.shown()[4] == "  Item 3")
    try browsing.press(.down)
    #expect(try browsing.shown()[4] == "› Item 3")
    try browsing.press(.wheel(1, column: 5, row: 6))
    #expect(try browsing.shown()[4] == "› Item 6")
    for _ in 0..<30 { try browsing.press(.wheel(1, column: 5, row: 6)) }
    #expect(try browsing.shown()[14] == "  Item 60")
    for _ in 0..<30 { try browsing.press(.wheel(-1, column: 5, row: 6)) }
    #expect(try browsing.shown()[4] == "A  60")
    try browsing.press(.home, .enter, .wheel(1, column: 0, row: 0))
    #expect(try browsing.shown().contains("  line 9"))
    #expect(try !browsing.shown().contains("  Item 1"))
  }

  // MARK: The rest of a section

  @Test("The row that says how many more there are opens them, and they stay when items change")
  func more() throws {
    let browsing = try Browsing(
      ["A": (1...30).map { "Land \($0)" }, "B": ["Landau"]],
      configuration: SearchSessionConfiguration(query: SearchQuery("", limit: 5)))
    browsing.rows = 60
    try browsing.type("land")
    #expect(try browsing.shown().contains("  … 25 more"))
    try browsing.press(.down)
    for _ in 0..<5 { try browsing.press(.down) }
    #expect(try browsing.shown().contains("› … 25 more"))
    #expect(hints(browsing).hasPrefix("⏎ show more"))
    try browsing.press(.enter)
    var lines = try browsing.shown()
    #expect(
      lines.filter { $0.contains("Land ") }.count == 30 && !lines.contains { $0.contains("more") })
    #expect(lines.contains("› Land 6") && lines.contains("  Landau"))
    // Opening one of them makes the session remember the search.
    try browsing.press(.enter)
    #expect(try browsing.shown().contains("  id        Land 6"))
    #expect(try browsing.repository.recentSearches() == ["land"])
    try browsing.press(.escape)
    try browsing.repository.remove(["Land 30"])
    try browsing.change()
    lines = try browsing.shown()
    #expect(lines.filter { $0.contains("Land ") }.count == 29 && lines.contains("› Land 6"))
    // Another query starts from the best hit again.
    try browsing.press(.text("/"))
    try browsing.type(" ")
    #expect(try browsing.shown().contains("  … 24 more"))
    try browsing.click("… 24 more")
    #expect(try browsing.shown().filter { $0.contains("Land ") }.count == 29)
  }

  @Test("The rest of a list without sections opens, too")
  func moreOfAll() throws {
    let browsing = try Browsing(
      ["A": (1...30).map { "Land \($0)" }, "B": ["Landau"]],
      configuration: SearchSessionConfiguration(query: SearchQuery("", limit: 5, layout: .flat)))
    browsing.rows = 60
    try browsing.type("land")
    try browsing.press(.down, .end, .enter)
    #expect(try browsing.shown().filter { $0.contains("Land") && $0.hasSuffix("A") }.count == 30)
  }

  // MARK: Moves

  @Test("The chooser is narrowed by typing")
  func chooser() throws {
    let browsing = try Browsing([
      "Asia": ["India"], "Africa": ["Kenya"], "Europe": ["Rome"], "Oceania": ["Fiji"],
    ])
    try browsing.press(.down, .text("m"))
    #expect(try browsing.shown().contains("Move “India” to"))
    try browsing.type("AF")
    let lines = try browsing.shown()
    #expect(lines.contains("Move “India” to AF") && lines.contains("› Africa"))
    #expect(!lines.contains { $0.contains("Europe") || $0.contains("Oceania") })
    try browsing.press(.enter)
    try browsing.change()
    #expect(try browsing.repository.item("India")?.section == "Africa")
    #expect(try browsing.shown().last?.hasSuffix("Moved to Africa.") == true)
  }

  @Test("The chooser makes a section that is not there")
  func newSection() throws {
    let browsing = try Browsing(["A": ["India", "Rome"], "B": ["Fiji"]])
    try browsing.repository.createSection(ItemSection(id: "C", title: "Sea"))
    try browsing.change()
    try browsing.press(.down, .text("m"))
    // Its id is taken by a section with another title.
    try browsing.type(" C ")
    #expect(try browsing.shown().contains("› New section “C”"))
    #expect(hints(browsing).hasPrefix("⏎ create it and move here"))
    try browsing.press(.enter)
    let sections = try browsing.repository.sections().map(\.section.title)
    #expect(sections == ["A", "B", "Sea", "C"])
    #expect(try browsing.repository.items(in: "C 2").map(\.title) == ["India"])
    try browsing.change()
    // A blank is no name.
    try browsing.press(.down, .text("m"), .text(" "))
    #expect(try !browsing.shown().contains { $0.contains("New section") })
  }

  @Test("A move is undone, to the very place, one after the other")
  func undo() throws {
    let browsing = try Browsing(["A": ["India", "Rome", "Kenya"], "B": ["Fiji"]])
    try browsing.press(.down, .down, .text("m"), .enter)
    try browsing.change()
    try browsing.press(.home, .text("m"), .enter)
    try browsing.change()
    let repository = browsing.repository
    #expect(try repository.items(in: "B").map(\.title) == ["Fiji", "Rome", "India"])
    #expect(hints(browsing).contains("u undo"))
    for titles in [["India", "Kenya"], ["India", "Rome", "Kenya"]] {
      try browsing.press(.text("u"))
      try browsing.change()
      #expect(try repository.items(in: "A").map(\.title) == titles)
    }
    #expect(!hints(browsing).contains("u undo"))
    try browsing.press(.text("u"))
    #expect(try browsing.shown().last?.hasSuffix("There is no move to undo.") == true)
  }

  @Test("A move from a section that is gone stays")
  func undoWithoutSection() throws {
    let browsing = try Browsing(["A": ["India"], "B": ["Fiji"]])
    try browsing.press(.down, .text("m"), .enter)
    try browsing.repository.removeSection("A")
    try browsing.change()
    try browsing.press(.text("u"))
    #expect(
      try browsing.shown().last?.hasSuffix("The section it was moved from no longer exists.")
        == true)
    #expect(try browsing.repository.item("India")?.section == "B")
  }

  // MARK: One item

  @Test("A hit in a body opens at the passage, however far in", arguments: [1, 400, 30_000])
  func passage(lines: Int) throws {
    let filler = (1...lines).map { "word \($0)" }.joined(separator: "\n")
    let browsing = try Browsing(
      ["A": ["Rome", "Alone"]],
      bodies: ["Rome": "the hill\n\(filler)\nseven hills of\nthe city\n\(filler)"])
    try browsing.type("hills seven city")
    try browsing.press(.down, .enter)
    let shown = try browsing.shown()
    #expect(shown.contains("  seven hills of") && shown.contains("  the city"))
    #expect(shown.contains("  Rome") == (lines == 1))
    try browsing.press(.home)
    #expect(try browsing.shown().contains("  Rome"))
  }

  // MARK: Order

  @Test("Results stand as in the list, or the best first")
  func order() throws {
    for (order, titles) in [
      (SearchQuery.Order.rank, ["  Iceland", "  New Ice"]), (.list, ["  New Ice", "  Iceland"]),
    ] {
      let browsing = try Browsing(
        ["A": ["New Ice", "Iceland"]],
        configuration: SearchSessionConfiguration(query: SearchQuery("", order: order)))
      try browsing.type("ice")
      #expect(try browsing.shown().filter(titles.contains) == titles)
    }
  }

  // MARK: Cancel and the overlay

  @Test("Cancel hides once Search is pressed, and is back with the cursor")
  func cancelButton() throws {
    let browsing = try Browsing(configuration: SearchSessionConfiguration(trigger: .onSubmit))
    try browsing.type("rome")
    #expect(try browsing.shown()[1].hasSuffix("Cancel"))
    try browsing.press(.enter)
    #expect(try !browsing.shown()[1].contains("Cancel"))
    try browsing.press(.text("/"))
    #expect(try browsing.shown()[1].hasSuffix("Cancel"))
  }

  @Test("The overlay has the colour and opacity that it is told to")
  func overlay() throws {
    var appearance = SearchSessionAppearance()
    appearance.overlayColor = .init(red: 1, green: 1, blue: 1)
    for (opacity, text, background) in [
      (0.0, "  Rome", nil), (0.4, "  Rome", CellStyle.Color.palette(102)), (1, "", .palette(231)),
    ] {
      appearance.overlayOpacity = opacity
      let browsing = try Browsing(
        configuration: SearchSessionConfiguration(suggestions: 0, appearance: appearance))
      try browsing.press(.enter)
      let screen = try browsing.draw()
      #expect(screen.text(row: 5) == text)
      #expect(screen.row(5).first?.style.background == background)
      #expect(screen.row(5).first?.style.isFaint == (opacity == 0.4))
    }
  }

  @Test("The text stands as far from the edges of the bar as it is told to")
  func insets() throws {
    var appearance = SearchSessionAppearance()
    appearance.textInsets = .init(leading: 5, trailing: 2)
    appearance.clearButtonMode = .always
    let browsing = try Browsing(
      configuration: SearchSessionConfiguration(appearance: appearance))
    try browsing.type("rome")
    let bar = try browsing.shown()[1]
    #expect(bar.hasPrefix("│     rome ") && bar.contains("×  │ Cancel"))
    appearance.clearButtonMode = .never
    let other = try Browsing(configuration: SearchSessionConfiguration(appearance: appearance))
    try other.type("rome")
    #expect(try !other.shown()[1].contains("×"))
  }
}
