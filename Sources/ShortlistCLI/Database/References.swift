import Shortlist

extension ReadableList {
  /// Finds the item that an argument refers to, by id or by unique title.
  func item(named name: String) throws -> Item {
    if !name.isEmpty, let item = try item(Item.ID(name)) { return item }
    let items = try items(titled: name)
    guard let item = items.first else {
      throw CommandFailure("No item has the id or title “\(TerminalText.shown(name))”.")
    }
    guard items.count == 1 else {
      throw Self.ambiguity(of: name, "items", ids: items.map(\.id.rawValue))
    }
    return item
  }

  /// Finds the section that an argument refers to, by id or by unique title; otherwise returns the
  /// id of a section that does not exist yet.
  func section(named name: String) throws -> ItemSection.ID {
    guard !name.isEmpty else { throw CommandFailure("The name of the section is empty.") }
    let sections = try sections().map(\.section)
    if sections.contains(where: { $0.id.rawValue == name }) { return ItemSection.ID(name) }
    let titled = sections.filter { $0.title == name }
    guard titled.count <= 1 else {
      throw Self.ambiguity(of: name, "sections", ids: titled.map(\.id.rawValue))
    }
    return titled.first?.id ?? ItemSection.ID(name)
  }

  /// The error for a title that several items or sections share.
  private static func ambiguity(of title: String, _ kind: String, ids: [String]) -> CommandFailure {
    let shown = ids.prefix(20).map { "\n  " + TerminalText.shown($0) }.joined()
    let rest = ids.count > 20 ? "\n  … \(ids.count - 20) more" : ""
    return CommandFailure(
      "\(ids.count) \(kind) have the title “\(TerminalText.shown(title))”; specify one by its id:"
        + shown + rest)
  }
}
