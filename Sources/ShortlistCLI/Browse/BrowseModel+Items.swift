import Shortlist

extension BrowseModel {
  /// The item in the selected row and, in search results, its hit.
  private func chosen() throws(ShortlistError) -> (item: Item, hit: Hit?)? {
    guard state.allowsSelection, let row = cursor.row, let found = try rows.row(row) else {
      return nil
    }
    if case .hit(let hit, _) = found { return (hit.item, hit) }
    return found.item.map { ($0, nil) }
  }

  func open() throws(ShortlistError) {
    if case .more(_, let section) = chosenRow { return showMore(of: section) }
    guard let (item, hit) = try chosen() else { return }
    perform(.select(item.id))
    if let results = state.results, hit != nil, state.selection != item.id,
      configuration.remembersSearches
    {
      // A hit from an expanded section, which the session does not know.
      try? repository.rememberSearch(results.query.text)
    }
    sheet = .detail(DetailSheet(item: item, hit: hit, sectionTitle: title(of: item.section)))
  }

  /// The list, if its items can be moved.
  private var changeable: BlockingItemRepository? {
    isReadOnly ? nil : repository as? BlockingItemRepository
  }

  func chooseSection() throws(ShortlistError) {
    guard let (item, _) = try chosen() else { return }
    guard !isReadOnly else {
      warning = "The list was opened read-only."
      return
    }
    sheet = .chooser(SectionChooser(for: item, among: list.sections.map(\.section)))
  }

  func move(with chooser: SectionChooser) {
    sheet = nil
    guard chooser.moves, let target = chooser.target, let repository = changeable else { return }
    do throws(ShortlistError) {
      let index = try repository.index(of: chooser.item.id)
      let section = try section(for: target, in: repository)
      try repository.move([chooser.item.id], to: section.id)
      moves.append((chooser.item, index))
      notice = "Moved to \(TerminalText.shown(section.title))."
    } catch {
      warning = error.message
    }
  }

  /// The chosen section, created if it is new.
  private func section(
    for target: SectionChooser.Target, in repository: BlockingItemRepository
  ) throws(ShortlistError) -> ItemSection {
    let title: String
    switch target {
    case .section(let section): return section
    case .new(let new): title = new
    }
    let sections = try repository.sections().map(\.section)
    // It may have been created in the meantime, or another section may have the title as its id.
    if let section = sections.first(where: { $0.title == title }) { return section }
    let ids = Set(sections.map(\.id.rawValue))
    var id = title
    var number = 2
    while ids.contains(id) {
      id = "\(title) \(number)"
      number += 1
    }
    let section = ItemSection(id: ItemSection.ID(id), title: title)
    try repository.createSection(section)
    return section
  }

  /// Moves the last item that was moved back to its place.
  func undo() {
    guard let repository = changeable, let move = moves.popLast() else {
      warning = "There is no move to undo."
      return
    }
    do throws(ShortlistError) {
      guard try repository.sections().contains(where: { $0.id == move.item.section }) else {
        warning = "The section it was moved from no longer exists."
        return
      }
      try repository.move([move.item.id], to: move.item.section, at: move.index)
      notice = "Moved back to \(TerminalText.shown(title(of: move.item.section)))."
    } catch {
      warning = error.message
    }
  }

  func title(of section: ItemSection.ID) -> String {
    list.sections.first { $0.id == section }?.section.title ?? section.rawValue
  }
}
