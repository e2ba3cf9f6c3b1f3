import Shortlist

extension BlockingItemRepository {
  /// The item that an argument means: by its id, or by a title that no other item has.
  func item(named name: String) throws -> Item {
    if !name.isEmpty, let item = try item(Item.ID(name)) { return item }
    let items = try items(titled: name)
    guard let item = items.first else {
      throw CommandFailure("No item has the id or the title “\(TerminalText.shown(name))”.")
    }
    guard items.count == 1 else {
      throw Self.ambiguity(of: name, "items", ids: items.map(\.id.rawValue))
    }
    return item
  }

  /// The section that an argument means: by its id, or by a title that no other section has; otherwise
  /// one that is not there yet.
  func section(named name: String) throws -> ItemSection.ID {
    guard !name.isEmpty else { throw CommandFailure("The name of a section is empty.") }
    let sections = try sections().map(\.section)
    if sections.contains(where: { $0.id.rawValue == name }) { return ItemSection.ID(name) }
    let titled = sections.filter { $0.title == name }
    guard titled.count <= 1 else {
      throw Self.ambiguity(of: name, "sections", ids: titled.map(\.id.rawValue))
    }
    return titled.first?.id ?? ItemSection.ID(name)
  }

  /// Several of a kind have one title.
  private static func ambiguity(of title: String, _ kind: String, ids: [String]) -> CommandFailure {
    let shown = ids.prefix(20).map { "\n  " + TerminalText.shown($0) }.joined()
    let rest = ids.count > 20 ? "\n  … \(ids.count - 20) more" : ""
    return CommandFailure(
      "\(ids.count) \(kind) have the title “\(TerminalText.shown(title))”; name one by its id:"
        + shown + rest)
  }
}
