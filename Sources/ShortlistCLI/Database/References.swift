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
      let ids = items.prefix(20).map { "\n  " + TerminalText.shown($0.id.rawValue) }.joined()
      let rest = items.count > 20 ? "\n  … \(items.count - 20) more" : ""
      throw CommandFailure(
        "\(items.count) items have the title “\(TerminalText.shown(name))”; name one by its id:"
          + ids + rest)
    }
    return item
  }

  /// The section that an argument means: by its id, or by a title that no other section has; else
  /// one that is not there yet.
  func section(named name: String) throws -> ItemSection.ID {
    guard !name.isEmpty else { throw CommandFailure("The name of a section is empty.") }
    let sections = try sections().map(\.section)
    if sections.contains(where: { $0.id.rawValue == name }) { return ItemSection.ID(name) }
    let titled = sections.filter { $0.title == name }
    return titled.count == 1 ? titled[0].id : ItemSection.ID(name)
  }
}
