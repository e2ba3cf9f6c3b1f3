/// An item of a bulk load, with all that can be computed before its turn to be written: on the thread
/// that gathers the items, while another one writes those before. A class, because it is cheaper to
/// pass around than the many texts in it.
final class LoadItem: Sendable {
  /// The item without its texts, unless it is not valid.
  let item: Item
  let texts: ItemTexts
  let rankClass: RankClass
  /// The checksum of the item without its attributes.
  let checksum: Int64
  /// Whether the item can be stored as it is.
  let isValid: Bool
  /// Whether the load had an item with its id before.
  let isRepeated: Bool
  /// Whether its id, which the app gave, is like one derived from a section and its title.
  let hasDerivedName: Bool
  /// The length of its texts and its payload, in bytes, approximately.
  let size: Int

  init(_ item: Item, isRepeated: Bool = false) {
    texts = ItemTexts(item)
    isValid = (try? item.validate()) != nil
    rankClass = RankClass(
      weight: item.weight, length: texts.withBytes(of: 0) { Tokens.length($0) })
    checksum = ItemChecksum.value(of: item, texts)
    hasDerivedName = item.hasDerivedName
    // A short keyword usually takes no more room than its place in the array.
    size = texts.count + 16 * item.keywords.count + (item.payload?.count ?? 0)
    self.isRepeated = isRepeated
    self.item = isValid ? item.withoutTexts : item
  }

  /// The item with its texts.
  var whole: Item {
    guard isValid else { return item }
    var whole = item
    for (column, field) in Field.columns.enumerated() { whole[column: field] = texts[column] }
    return whole
  }
}

extension Item {
  /// The item with empty texts.
  fileprivate var withoutTexts: Item {
    var item = self
    for field in Field.columns { item[column: field] = "" }
    return item
  }
}

/// The knowledge of a bulk load about the other items in the list.
///
/// If the list was empty, and only the load has changed it since, then no item has an id that the
/// load has not had yet. So it need not look for each of them.
struct LoadHistory {
  /// The number of the load's last change; `nil` before the first.
  private var lastChange: Int64?
  /// Whether the load knows all items in the list.
  private(set) var isAlone = true
  /// The next free docid of each class, as ``ItemWriter`` has it, while the load is alone.
  private(set) var nextDocids: [Int64: Int64] = [:]

  /// The most classes to remember.
  private static let maximumClasses = 65_536

  /// Whether all items in the list are those of the load.
  func isAlone(on connection: Connection) throws(ShortlistError) -> Bool {
    guard isAlone else { return false }
    if let lastChange { return try Meta.number("changes", on: connection) == lastChange }
    return try connection.number("SELECT EXISTS(SELECT 1 FROM item)") == 0
  }

  /// Records a change of the load, and whether it was alone with its items before.
  mutating func note(_ change: Int64, isAlone: Bool, nextDocids: [Int64: Int64]) {
    lastChange = change
    self.isAlone = isAlone
    self.nextDocids = isAlone && nextDocids.count <= Self.maximumClasses ? nextDocids : [:]
  }
}
