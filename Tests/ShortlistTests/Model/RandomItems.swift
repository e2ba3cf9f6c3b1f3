import Shortlist
import ShortlistTestSupport

extension SeededGenerator {
  /// Returns an item of a large list: most have only a title and attributes, and many weigh the same.
  mutating func item(numbered number: Int) -> Item {
    Item(
      id: Item.ID("\(number)"), section: ItemSection.ID(pick(["a", "a", "a", "b", "c", "d"])),
      title: title(words: self.number(1...3)), body: once(in: 4) ? text(words: 4) : "",
      weight: once(in: 2) ? 0 : weight(), attributes: once(in: 3) ? [:] : attributes())
  }
}
