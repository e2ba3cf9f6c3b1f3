import CShortlist

/// The attributes of the items of a list in memory, as of one change. Columns are read when they are
/// first needed, and filters are cached.
///
/// `@unchecked Sendable`: the docids never change, and the rest is behind a lock.
final class AttributeIndex: @unchecked Sendable {
  /// The counter `attributes` as of the change.
  let revision: Int64
  /// The docids of the items with attributes.
  let items: AttributeItems
  private let blocks: [(first: Int64, count: Int32)]
  private let state = Condition(State())

  private struct State {
    var columns: [Int64: AttributeColumn] = [:]
    var filters: [FilterKey: (filter: DocidFilter, lastUse: Int)] = [:]
    var uses = 0
  }

  /// A filter, and whether the list had items without attributes when it was made.
  private struct FilterKey: Hashable {
    let filter: AttributeFilter
    let hasOthers: Bool
  }

  /// The most bytes of cached filters.
  private static let filterCacheSize = 4 << 20

  /// Reads the docids as of the connection's transaction.
  ///
  /// - Complexity: O(*n*) for *n* items with attributes, about 3 ns for each.
  init(revision: Int64, on connection: Connection) throws(ShortlistError) {
    self.revision = revision
    items = try AttributeItems()
    var blocks: [(first: Int64, count: Int32)] = []
    let rows = try connection.statement(
      """
      SELECT first, packed FROM attribute_block WHERE attribute = \(AttributeBlock.docidRow)
      ORDER BY first
      """)
    defer { rows.reset() }
    while try rows.step() {
      let bytes = rows.bytes(1)
      var count: Int32 = 0
      let code = shortlist_attribute_items_add(
        items.handle, bytes.baseAddress, Int64(bytes.count), &count)
      guard code == SQLITE_OK else { throw Self.error(code) }
      blocks.append((rows.int64(0), count))
    }
    self.blocks = blocks
  }

  /// Returns the column of an attribute; `nil` if the list has no such attribute.
  func column(
    _ name: String, on connection: Connection
  ) throws(ShortlistError) -> AttributeColumn? {
    guard let attribute = try connection.attributeCatalog.number(of: name) else { return nil }
    if let known = state.withLock({ $0.columns[attribute] }) { return known }
    let column = try AttributeColumn(attribute, blocks: blocks, on: connection)
    return state.withLock { state in
      // Another thread may have been faster.
      if let known = state.columns[attribute] { return known }
      state.columns[attribute] = column
      return column
    }
  }

  /// Returns the items that meet a filter. The connection must be in a transaction of this revision.
  func items(
    that filter: AttributeFilter, on connection: Connection
  ) throws(ShortlistError) -> DocidFilter {
    let found = try items(FilterKey(filter: filter, hasOthers: true), on: connection)
    // If there are none of the others that it accepts, it can go by rank.
    guard found.acceptsOthers, try hasAllItems(connection) else { return found }
    return try items(FilterKey(filter: filter, hasOthers: false), on: connection)
  }

  /// Returns all items of the list if all have attributes, so that a search can go by rank; `nil`
  /// otherwise. The connection must be in a transaction of this revision.
  func allItems(_ connection: Connection) throws(ShortlistError) -> DocidFilter? {
    guard try hasAllItems(connection) else { return nil }
    return try items(FilterKey(filter: .all([]), hasOthers: false), on: connection)
  }

  private func hasAllItems(_ connection: Connection) throws(ShortlistError) -> Bool {
    let count = Int(shortlist_attribute_items_count(items.handle))
    return try connection.itemCount() == count
  }

  private func items(
    _ key: FilterKey, on connection: Connection
  ) throws(ShortlistError) -> DocidFilter {
    let known = state.withLock { state -> DocidFilter? in
      state.uses += 1
      state.filters[key]?.lastUse = state.uses
      return state.filters[key]?.filter
    }
    if let known { return known }
    let made = try DocidFilter(
      key.filter, in: self, hasOthers: key.hasOthers, on: connection)
    state.withLock { state in
      let bytes = Int(shortlist_attribute_items_count(items.handle)) / 8
      let room = max(4, Self.filterCacheSize / max(1, bytes))
      if state.filters.count >= room,
        let oldest = state.filters.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
      {
        state.filters[oldest] = nil
      }
      state.filters[key] = (made, state.uses)
    }
    return made
  }

  static var outOfMemory: ShortlistError { error(SQLITE_NOMEM) }

  static func error(_ code: Int32) -> ShortlistError {
    ShortlistError(sqliteCode: code, detail: "reading the attributes of the index")
  }
}

/// The docids of the items with attributes. Filters share them, which the index itself holds.
///
/// `@unchecked Sendable`: they are complete before anyone else sees them.
final class AttributeItems: @unchecked Sendable {
  let handle: OpaquePointer

  init() throws(ShortlistError) {
    guard let handle = shortlist_attribute_items_create() else { throw AttributeIndex.outOfMemory }
    self.handle = handle
  }

  deinit { shortlist_attribute_items_free(handle) }
}

/// A cache of a repository's attributes, which are reread after a change by any process.
final class AttributeIndexCache: Sendable {
  private let known = Condition<AttributeIndex?>(nil)

  /// Returns the attributes as of the connection's transaction.
  func index(_ connection: Connection) throws(ShortlistError) -> AttributeIndex {
    let revision = try connection.meta().attributes
    if let known = known.withLock({ $0 }), known.revision == revision { return known }
    let index = try AttributeIndex(revision: revision, on: connection)
    known.withLock { $0 = index }
    return index
  }

  /// Frees the attributes, once no search uses them.
  func removeAll() { known.withLock { $0 = nil } }
}
