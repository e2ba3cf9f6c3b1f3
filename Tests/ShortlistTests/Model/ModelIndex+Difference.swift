import Shortlist

extension ModelIndex {
  /// Returns a difference between the contents of a repository and the model; `nil` if there is
  /// none.
  func difference(from repository: BlockingItemRepository) throws -> String? {
    let found = try repository.sections()
    guard found.map(\.section) == sections.map(\.section) else {
      return "sections \(found.map(\.id)) instead of \(sections.map(\.section.id))"
    }
    for (summary, section) in zip(found, sections) {
      guard summary.count == section.items.count else {
        return "\(summary.count) items in \(summary.id) instead of \(section.items.count)"
      }
      let items = try repository.items(in: summary.id)
      guard items == section.items else {
        return "items of \(summary.id) are \(items), not \(section.items)"
      }
    }
    let pins = Dictionary(grouping: try repository.pins(), by: { Array($0.text.utf8) })
    let wanted = Dictionary(grouping: self.pins, by: { Array($0.key.utf8) })
    guard pins.mapValues({ $0.map(\.item) }) == wanted.mapValues({ $0.map(\.item) }) else {
      return "pins \(pins), not \(wanted)"
    }
    let sets = try repository.synonyms()
    return sets == synonyms.sets ? nil : "synonyms \(sets) instead of \(synonyms.sets)"
  }
}
