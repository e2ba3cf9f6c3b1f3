#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The outcome of storing an item.
struct KeptItem {
  enum Outcome { case inserted, updated, unchanged }

  let outcome: Outcome
  let id: Item.ID
  /// The section of the item.
  let section: ItemSection.ID
}

extension ItemWriter {
  /// Stores `item`: a new one at the end of its section, an existing one in its place, unless it
  /// changes its section. An item without an id of its own changes it only if `moves` says so.
  @discardableResult
  func upsert(_ item: Item, moves: Bool = false) throws(ShortlistError) -> KeptItem {
    let id = try identity(of: item)
    return try upsert(item, id, over: row(id), moves: moves)
  }

  /// Stores `item` over the row with its id, if there is one. An update within the section is left
  /// to ``writePendingRows()`` if `index`, that of the item in a load, is given.
  func upsert(
    _ item: Item, _ id: Item.ID, over row: ItemRow?, moves: Bool = false, index: Int? = nil
  ) throws(ShortlistError) -> KeptItem {
    try item.validate()
    let texts = ItemTexts(item)
    guard let row else {
      let section = try section(item.section)
      try append(item, texts, to: section)
      return KeptItem(outcome: .inserted, id: id, section: section.id)
    }
    let section =
      item.hasDerivedID && !moves ? try self.section(of: row, item) : try section(item.section)
    if row.section == section.number {
      let isChanged = try update(row, to: item, texts, in: section, index: index)
      return KeptItem(outcome: isChanged ? .updated : .unchanged, id: id, section: section.id)
    }
    try writePendingRows()
    try delete(row, from: self.section(number: row.section))
    var item = item
    item.id = id
    try append(item, texts, to: section)
    return KeptItem(outcome: .updated, id: id, section: section.id)
  }

  /// Returns the section of a row, which is probably that of `item`.
  private func section(
    of row: ItemRow, _ item: Item
  ) throws(ShortlistError) -> WrittenSection {
    if let section = try findSection(item.section), section.number == row.section {
      return section
    }
    return try section(number: row.section)
  }

  private func append(
    _ item: Item, _ texts: ItemTexts, to section: WrittenSection
  ) throws(ShortlistError) {
    let docid = try newDocid(
      at: item.positionInSection, rankClass: item.rankClass, in: section)
    try insert(item, texts, at: docid, section: section, position: section.lastPosition)
    try nameNewItem(item)
  }

  /// Updates the aliases for a new item: it takes over its id from an alias, and gets an alias
  /// itself if its id was derived in another section.
  func nameNewItem(_ item: Item) throws(ShortlistError) {
    guard !item.hasDerivedID else { return }
    try removeAlias(named: item.id)
    if item.hasDerivedName { try renewAlias(of: item.id, title: item.title, in: item.section) }
  }

  func insert(
    _ item: Item, _ texts: ItemTexts, at docid: Int64, section: WrittenSection, position: Int64
  ) throws(ShortlistError) {
    let columns = Field.columnNumbers(inTitles: false)
    try texts.withBytes(of: columns) { (bytes) throws(ShortlistError) in
      try insertRow(
        bytes, weight: item.weight, attributes.pack(item.attributes),
        checksum: ItemChecksum.value(of: item, texts), at: docid, section: section.number,
        position: position
      ) { (statement, idPlace, payloadPlace) throws(ShortlistError) in
        try statement.bind(item.id.rawValue, at: idPlace)
        try statement.bind(item.payload, at: payloadPlace)
      }
    }
    changes.insert(texts, at: docid)
    section.newItems += 1
  }

  /// Returns the docid for a new item at the end of a section, where it gets its position, if it
  /// asks for a free one.
  func newDocid(
    at wanted: Int64?, rankClass: RankClass, in section: WrittenSection
  ) throws(ShortlistError) -> Int64 {
    try makeRoomAtEnd(of: section, for: 1)
    let farthest = min(section.lastPosition + Self.longestGap, Limits.positions.upperBound)
    let free = section.lastPosition + 1...farthest
    let position = wanted.flatMap { free.contains($0) ? $0 : nil }
    section.lastPosition = position ?? section.lastPosition + Self.positionStep
    return try freeDocid(in: section, rankClass: rankClass)
  }

  /// The longest gap that an item may ask for: 2³⁰ items would be moved or removed in a row. Longer
  /// ones could use up all positions, so that the section would have to be renumbered again and
  /// again.
  private static let longestGap = positionStep << 30

  /// The parameters of the fields, from a number on.
  private static func parameters(from first: Int) -> [String] {
    Field.columns.indices.map { "?\($0 + first)" }
  }

  /// The parameter after those of the fields: the attributes, where an item has some.
  private static func attributes(after first: Int, _ hasAttributes: Bool) -> String? {
    hasAttributes ? "?\(first + Field.columns.count)" : nil
  }

  private static let insertions = [false, true].map { hasAttributes in
    let texts = parameters(from: 7)
    let last = "?\(7 + Field.columns.count)"
    let checksum =
      hasAttributes
      ? ItemChecksum.sql(
        id: "?6", weight: "?4", texts: texts, payload: "?5", attributes: last) : last
    return """
      INSERT INTO item(docid, section, position, weight, payload, id, \(Field.columnNames), checksum)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, \(texts.joined(separator: ", ")), \(checksum))
      """
  }

  private static let updates = [false, true].map { hasAttributes in
    let texts = parameters(from: 5)
    let assignments = zip(Field.columns, texts).map { "\($0.rawValue) = \($1)" }
    let checksum = ItemChecksum.sql(
      id: "id", weight: "?3", texts: texts, payload: "?4",
      attributes: attributes(after: 5, hasAttributes))
    return """
      UPDATE item SET docid = ?2, weight = ?3, payload = ?4, \(assignments.joined(separator: ", ")),
        checksum = \(checksum)
      WHERE docid = ?1
      """
  }

  /// Inserts a row. `checksum` is that of the item without its attributes; `bind` binds its id and its
  /// payload at the places given.
  func insertRow(
    _ texts: ItemTexts.Columns, weight: Double, _ packed: PackedAttributes, checksum: Int64,
    at docid: Int64, section: Int64, position: Int64,
    binding bind: (Statement, _ id: Int32, _ payload: Int32) throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    let statement = try insertion(hasAttributes: !packed.isEmpty)
    statement.bind(docid, at: 1)
    statement.bind(section, at: 2)
    statement.bind(position, at: 3)
    statement.bind(weight, at: 4)
    try bind(statement, 6, 5)
    let last = Int32(7 + Field.columns.count)
    if packed.isEmpty {
      statement.bind(checksum, at: last)
    } else {
      try statement.bind(blob: packed.bytes, at: last)
    }
    try statement.run(texts, from: 7)
    try attributes.insert(packed, at: docid)
  }

  /// Returns the statement that inserts a row.
  private func insertion(hasAttributes: Bool) throws(ShortlistError) -> Statement {
    let place = hasAttributes ? 1 : 0
    if let known = insertions[place] { return known }
    let statement = try connection.statement(Self.insertions[place])
    insertions[place] = statement
    return statement
  }

  /// Changes the content of an item; returns `false` if it is the same already.
  private func update(
    _ row: ItemRow, to item: Item, _ texts: ItemTexts, in section: WrittenSection, index: Int?
  ) throws(ShortlistError) -> Bool {
    guard try !has(row, texts, of: item) else { return false }
    let docid = try place(row, weight: item.weight, title: texts.title, in: section)
    let row = try asMoved(row)
    if let index {
      pendingRows.append(
        .init(index: index, docid: row.docid, change: .update(newDocid: docid)), id: row.id)
    } else {
      try updateRow(row.docid, to: item, texts, at: docid)
    }
    changes.delete(row.texts, at: row.docid)
    changes.insert(texts, at: docid)
    return true
  }

  func updateRow(
    _ docid: Int64, to item: Item, _ texts: ItemTexts, at newDocid: Int64
  ) throws(ShortlistError) {
    let packed = try attributes.pack(item.attributes)
    let statement = try connection.statement(Self.updates[packed.isEmpty ? 0 : 1])
    statement.bind(docid, at: 1)
    statement.bind(newDocid, at: 2)
    statement.bind(item.weight, at: 3)
    try statement.bind(item.payload, at: 4)
    if !packed.isEmpty {
      try statement.bind(blob: packed.bytes, at: Int32(5 + Field.columns.count))
    }
    try statement.run(texts, Field.columnNumbers(inTitles: false), from: 5)
    try attributes.replace(packed, at: newDocid)
  }

  /// Whether a row equals an item byte for byte.
  private func has(
    _ row: ItemRow, _ texts: ItemTexts, of item: Item
  ) throws(ShortlistError) -> Bool {
    guard row.weight == item.weight, row.texts == texts else { return false }
    let statement = try connection.statement(
      "SELECT payload, \(ItemChecksum.storedAttributes) FROM item WHERE docid = ?1")
    defer { statement.reset() }
    statement.bind(row.docid, at: 1)
    guard try statement.step(), statement.data(0) == item.payload else { return false }
    return try statement.bytes(1).elementsEqual(attributes.pack(item.attributes).bytes)
  }

  /// Returns the docid of an item that stays in its section: its own, unless its rank class
  /// changes.
  private func place(
    _ row: ItemRow, weight: Double, title: String, in section: WrittenSection
  ) throws(ShortlistError) -> Int64 {
    let old = RankClass(weight: row.weight, length: Tokens.length(row.texts.title))
    let new = RankClass(weight: weight, length: Tokens.length(title))
    guard old != new else { return row.docid }
    if row.position != section.lastPosition { section.isShuffled = true }
    return try freeDocid(in: section, rankClass: new)
  }

  /// Changes the weight of an item.
  func reweigh(_ id: Item.ID, to weight: Double) throws(ShortlistError) {
    let row = try existingRow(id)
    try Item.validate(weight: weight, of: id)
    let section = try section(number: row.section)
    let docid = try place(row, weight: weight, title: row.texts.title, in: section)
    let current = try asMoved(row).docid
    let statement = try connection.statement(
      """
      UPDATE item SET docid = ?2, weight = ?3, checksum = \(ItemChecksum.ofRow(weight: "?3"))
      WHERE docid = ?1
      """)
    statement.bind(current, at: 1)
    statement.bind(docid, at: 2)
    statement.bind(weight, at: 3)
    try statement.run()
    changes.delete(row.texts, at: current)
    changes.insert(row.texts, at: docid)
  }

  /// Removes the items that exist; returns their number.
  func remove(_ ids: [Item.ID]) throws(ShortlistError) -> Int {
    var count = 0
    for id in ids {
      guard let row = try row(id) else { continue }
      try delete(row, from: section(number: row.section))
      count += 1
    }
    return count
  }

  /// Replaces the items of a section with these, in this order.
  func replaceSection(
    _ replacement: ItemSection, with items: [Item]
  ) throws(ShortlistError) -> LoadCounts {
    let section: WrittenSection
    if let known = try findSection(replacement.id) {
      section = known
      try renameSection(replacement.id, to: replacement.title)
    } else {
      section = try createSection(replacement)
    }
    var counts = LoadCounts()
    var seen = SeenItems()
    var last: [[UInt8]: Item] = [:]
    var order: [Item.ID] = []
    for var item in items {
      item.section = replacement.id
      if seen.take(&item) { counts.repeated += 1 }
      if item.isNumbered { counts.numbered += 1 }
      let id = try identity(of: item)
      if last.updateValue(item, forKey: Array(id.rawValue.utf8)) == nil { order.append(id) }
    }
    var keepsSome = false
    for row in try rows(in: section) {
      if last[Array(row.id.rawValue.utf8)] == nil {
        try delete(row, from: section)
        counts.removed += 1
      } else {
        keepsSome = true
      }
    }
    for id in order {
      guard let item = last[Array(id.rawValue.utf8)] else { continue }
      counts.note(try upsert(item, moves: true).outcome)
    }
    // If all items are new, they are already in order.
    if keepsSome { try reorder(replacement.id, by: order) }
    return counts
  }
}

extension LoadCounts {
  mutating func note(_ outcome: KeptItem.Outcome) {
    switch outcome {
    case .inserted: inserted += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    }
  }
}
