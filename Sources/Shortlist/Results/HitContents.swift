/// The items and the matches of some hits, made already or to be made when somebody asks for them.
protocol HitContents: AnyObject, Sendable {
  /// Returns the item of the hit with a number.
  func item(_ number: Int) -> Item
  /// Returns the matches of the hit with a number.
  func matches(_ number: Int) -> HitMatches
}

/// The item and the matches of one hit, made already.
final class MadeHit: HitContents {
  private let item: Item
  private let matches: HitMatches

  init(_ item: Item, _ matches: HitMatches) {
    self.item = item
    self.matches = matches
  }

  func item(_: Int) -> Item { item }

  func matches(_: Int) -> HitMatches { matches }
}
