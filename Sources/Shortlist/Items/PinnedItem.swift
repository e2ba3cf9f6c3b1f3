/// An item that comes first for a text, because an editor wants it there. See
/// ``ItemRepository/pin(_:for:)``.
public struct PinnedItem: Sendable, Hashable, Codable {
  /// The text, folded: in lower case, without accents, and with single spaces between words.
  public let text: String
  /// The id of the item.
  public let item: Item.ID

  /// Makes a pinned item, for a list that is written by other means than a repository.
  public init(text: String, item: Item.ID) {
    self.text = text
    self.item = item
  }
}
