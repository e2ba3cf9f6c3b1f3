#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Items of a bulk load, with all that can be computed before their turn to be written: on the thread
/// that gathers the items, while another one writes those before.
///
/// They lie packed in a few pieces of memory. Objects of their own would take twice as much, and longer
/// to make, to visit and to free.
struct LoadItems: Sendable {
  private(set) var all: [LoadItem] = []
  /// The id, the payload and the texts of each item.
  private var bytes: [UInt8] = []
  /// The sections that the items name.
  private(set) var sections: [ItemSection.ID] = []
  /// The places of the sections. Other bytes may be an equal text, but are another section.
  private var places: [String: Int32] = [:]
  private var attributes: [[String: AttributeValue]] = []
  /// The positions that items ask for.
  private var positions: [Int: Int64] = [:]
  /// The items that cannot be stored as they are.
  private var invalid: [Int: Item] = [:]

  init() {}

  init(_ items: some Sequence<Item>) {
    for item in items { append(item) }
  }

  var count: Int { all.count }

  subscript(index: Int) -> LoadItem { all[index] }

  /// Returns no items, but room for about as many as these.
  func emptied() -> LoadItems {
    var items = LoadItems()
    items.all.reserveCapacity(all.count)
    items.bytes.reserveCapacity(bytes.count)
    return items
  }

  mutating func append(_ item: Item, isRepeated: Bool = false) {
    let start = bytes.count
    bytes.append(contentsOf: item.id.rawValue.utf8)
    let idLength = bytes.count - start
    if let payload = item.payload { bytes.append(contentsOf: payload) }
    let texts = bytes.count
    ItemTexts.append(item, to: &bytes)
    let isValid = (try? item.validate()) != nil
    if !isValid { invalid[all.count] = item }
    if !item.attributes.isEmpty { attributes.append(item.attributes) }
    if let position = item.positionInSection { positions[all.count] = position }
    let computed = computed(item, ItemTexts(in: bytes, at: texts))
    all.append(
      LoadItem(
        start: start, texts: texts, weight: item.weight, checksum: computed.checksum,
        idLength: Int32(clamping: idLength), size: Int32(clamping: computed.size),
        attributes: item.attributes.isEmpty ? -1 : Int32(attributes.count - 1),
        section: place(of: item.section), number: item.number, rankNumber: computed.rankNumber,
        hasPayload: item.payload != nil, hasDerivedName: item.hasDerivedName, isValid: isValid,
        isRepeated: isRepeated))
  }

  private func computed(
    _ item: Item, _ texts: ItemTexts
  ) -> (size: Int, rankNumber: Int16, checksum: Int64) {
    // A short keyword usually takes no more room than its place in the array.
    let size = texts.count + 16 * item.keywords.count + (item.payload?.count ?? 0)
    let length = texts.withBytes(of: 0) { Tokens.length($0) }
    let rankClass = RankClass(weight: item.weight, length: length)
    return (size, Int16(rankClass.rawValue), ItemChecksum.value(of: item, texts))
  }

  private mutating func place(of section: ItemSection.ID) -> Int32 {
    if let place = places[section.rawValue],
      sections[Int(place)].rawValue.utf8.elementsEqual(section.rawValue.utf8)
    {
      return place
    }
    let place = Int32(sections.count)
    places[section.rawValue] = place
    sections.append(section)
    return place
  }

  // MARK: Parts

  func id(at index: Int) -> Item.ID {
    Item.ID(String(decoding: bytes[all[index].start..<all[index].payload], as: UTF8.self))
  }

  func section(at index: Int) -> ItemSection.ID { sections[Int(all[index].section)] }

  func texts(at index: Int) -> ItemTexts { ItemTexts(in: bytes, at: all[index].texts) }

  func attributes(at index: Int) -> [String: AttributeValue] {
    let place = all[index].attributes
    return place < 0 ? [:] : attributes[Int(place)]
  }

  /// Returns the position that an item asks for; `nil` for none.
  func positionInSection(at index: Int) -> Int64? { positions[index] }

  /// Returns the whole item.
  func item(at index: Int) -> Item {
    if let item = invalid[index] { return item }
    let loaded = all[index]
    var item = Item(
      id: id(at: index), number: loaded.number, section: section(at: index),
      weight: loaded.weight,
      payload: loaded.hasPayload ? Data(bytes[loaded.payload..<loaded.texts]) : nil,
      attributes: attributes(at: index), positionInSection: positionInSection(at: index))
    let texts = texts(at: index)
    for (column, field) in Field.columns.enumerated() { item[column: field] = texts[column] }
    return item
  }

  /// Calls `body` with the id, the payload and the texts of some columns, without copying them.
  func withBytes<Failure: Error>(
    at index: Int, _ columns: [Int],
    _ body: (
      _ id: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer?, _ texts: ItemTexts.Columns
    ) throws(Failure) -> Void
  ) throws(Failure) {
    let loaded = all[index]
    try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      let bytes = UnsafeRawBufferPointer(bytes)
      try body(
        UnsafeRawBufferPointer(rebasing: bytes[loaded.start..<loaded.payload]),
        loaded.hasPayload
          ? UnsafeRawBufferPointer(rebasing: bytes[loaded.payload..<loaded.texts]) : nil,
        ItemTexts.columns(columns, in: bytes, at: loaded.texts))
    }
  }

  /// Starts to load an item, but not its bytes, into the processor's caches.
  func prefetch(at index: Int) { all.prefetch(at: index) }

  /// Starts to load the bytes of an item, unless they are many, into the processor's caches.
  func prefetchBytes(at index: Int) { bytes.prefetch(at: all[index].start, count: 160) }
}

/// An item of a bulk load, without the parts that ``LoadItems`` has: where these are, and what was
/// computed of them.
struct LoadItem {
  /// The place of the id in the bytes. The payload follows, then the texts.
  fileprivate let start: Int
  fileprivate let texts: Int
  let weight: Double
  /// The checksum of the item without its attributes.
  let checksum: Int64
  /// At most what 32 bits hold. SQLite stores no id that is as long.
  fileprivate let idLength: Int32
  /// The length of its texts and its payload, in bytes, approximately.
  let size: Int32
  /// The place of its attributes; -1 for none.
  fileprivate let attributes: Int32
  /// The place of its section.
  let section: Int32
  /// See ``Item/number``.
  let number: Int32
  fileprivate let rankNumber: Int16
  fileprivate let hasPayload: Bool
  /// Whether its id, which the app gave, is like one derived from a section and its title.
  let hasDerivedName: Bool
  /// Whether the item can be stored as it is.
  let isValid: Bool
  /// Whether the load had an item with its id before.
  let isRepeated: Bool

  /// See ``Item/hasDerivedID``.
  var hasDerivedID: Bool { number > 0 }

  fileprivate var payload: Int { start + Int(idLength) }

  var rankClass: RankClass { RankClass(rawValue: Int(rankNumber)) }
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
