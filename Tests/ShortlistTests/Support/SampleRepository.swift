import Shortlist

extension ItemRepository {
  /// Returns the countries of the guide, in two sections, and the given items.
  static func countries(and others: [Item] = []) throws -> BlockingItemRepository {
    let repository = try ItemRepository(path: ":memory:").blocking
    let wanted = [
      "Iceland", "Greenland", "Switzerland", "Norway", "New Zealand", "Greece", "Rome", "Ireland",
    ]
    try repository.upsert(
      wanted.map { Item(id: Item.ID($0), section: "Countries to visit", title: $0) }
        + ["India", "U.S.A"].map { Item(id: Item.ID($0), section: "Countries visited", title: $0) }
        + others)
    return repository
  }
}
