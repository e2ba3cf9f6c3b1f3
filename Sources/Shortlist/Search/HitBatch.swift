/// Hits of a search whose items and matches are made when somebody asks for them.
///
/// A screen shows a few of the hundreds of hits in many sections, and making them all would take up
/// to a third of the search. Keeping one hit keeps its whole batch in memory, so batches are small.
///
/// `@unchecked Sendable`: the search adds all hits before anybody has one. What is made later is
/// touched only while ``highlighter`` is locked.
final class HitBatch: HitContents, @unchecked Sendable {
  /// Locked because several threads may ask, and a highlighter has buffers of its own.
  private let highlighter: Condition<HitHighlighter>
  private var copies: ItemCopies
  private var items: [Item?] = []
  private var matches: [HitMatches?] = []

  /// Creates a batch for items of so many bytes in total, or for one item.
  init(capacity: Int, _ highlighter: Condition<HitHighlighter>) {
    copies = ItemCopies(capacity: capacity)
    self.highlighter = highlighter
  }

  deinit { copies.memory?.deallocate() }

  /// Adds the item in some columns, which is made now if `attributes` are given; returns its number,
  /// or `nil` if there is no room for it.
  func append(
    _ columns: ItemColumns, _ section: ItemSection.ID, _ level: MatchLevel,
    attributes: [String: AttributeValue]?
  ) -> Int? {
    let number = copies.append(columns, section, level, isMade: attributes != nil)
    if let number, let attributes {
      items += Array(repeating: nil, count: number - items.count)
      items.append(columns.item(in: section, attributes: attributes))
    }
    return number
  }

  func item(_ number: Int) -> Item { highlighter.withLock { _ in madeItem(number) } }

  /// Returns the matches of a hit; none if there is no memory for them.
  func matches(_ number: Int) -> HitMatches {
    highlighter.withLock { highlighter in
      if number < matches.count, let found = matches[number] { return found }
      let found = try? highlighter.matches(in: madeItem(number), copies.rows[number].level)
      guard let found else { return HitMatches() }
      matches += Array(repeating: nil, count: copies.rows.count - matches.count)
      matches[number] = found
      return found
    }
  }

  private func madeItem(_ number: Int) -> Item {
    if number < items.count, let item = items[number] { return item }
    let item = copies.item(number)
    items += Array(repeating: nil, count: copies.rows.count - items.count)
    items[number] = item
    return item
  }
}

/// Copies of the items of some hits, in one piece of memory. It is a structure of its own so that adding an
/// item is one change of ``HitBatch``, checked for overlaps once.
private struct ItemCopies {
  struct Row {
    /// The place of the item's copy in ``memory``; -1 for an item that was made with the hit.
    let place: Int
    let section: ItemSection.ID
    let level: MatchLevel
  }

  private let capacity: Int
  /// To be deallocated by the owner.
  private(set) var memory: UnsafeMutableRawPointer?
  /// The bytes of all items, copied or not.
  private var size = 0
  private(set) var rows: [Row] = []

  init(capacity: Int) { self.capacity = capacity }

  /// Adds an item, and copies it unless it `isMade` already; returns its number, or `nil` if there is no
  /// room for it.
  mutating func append(
    _ columns: ItemColumns, _ section: ItemSection.ID, _ level: MatchLevel, isMade: Bool
  ) -> Int? {
    let start = size
    let end = start + columns.copySize
    guard end <= capacity || start == 0 else { return nil }
    size = end
    if !isMade { columns.copy(to: room(for: end) + start) }
    rows.append(Row(place: isMade ? -1 : start, section: section, level: level))
    return rows.count - 1
  }

  private mutating func room(for bytes: Int) -> UnsafeMutableRawPointer {
    if let memory { return memory }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(capacity, bytes), alignment: MemoryLayout<Int64>.alignment)
    self.memory = memory
    return memory
  }

  /// Makes the item with a number from its copy.
  func item(_ number: Int) -> Item {
    guard let memory else { preconditionFailure("An item is neither copied nor made") }
    let row = rows[number]
    return ItemColumns(copy: memory + row.place).item(in: row.section, attributes: [:])
  }
}
