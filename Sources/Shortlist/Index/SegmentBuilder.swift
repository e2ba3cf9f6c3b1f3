import CShortlist
import CShortlistIndex

/// Collects the tokens of added and removed items and writes them to an FTS5 table as one segment.
final class SegmentBuilder {
  private let handle: OpaquePointer
  private let columns: [Int]
  private let hasLengths: Bool
  private let hasMarks: Bool
  private let hasStems: Bool

  /// A segment of one of the tables that are searched.
  init(of table: String, hasStems: Bool) throws(ShortlistError) {
    columns = IndexTable.columnNumbers(table)
    let created = shortlist_segment_builder_create(Int32(columns.count))
    guard let created else { throw Self.error(SQLITE_NOMEM) }
    handle = created
    hasMarks = IndexTable.hasMarks(table)
    self.hasStems = hasStems && !hasMarks
    hasLengths = IndexTable.hasLengths(table)
  }

  deinit { shortlist_segment_builder_free(handle) }

  /// Adds the texts of an item. Changes must be made in ascending order of docids; at the same one, the
  /// removal comes first. `isAlone` says that no other table holds the item, for the counts.
  func add(_ texts: ItemTexts, at docid: Int64, isAlone: Bool = false) throws(ShortlistError) {
    try gather(texts, at: docid, isRemoval: false, isAlone: isAlone)
  }

  /// Removes the texts of an item, which must be exactly those that were added.
  func remove(_ texts: ItemTexts, at docid: Int64, isAlone: Bool = false) throws(ShortlistError) {
    try gather(texts, at: docid, isRemoval: true, isAlone: isAlone)
  }

  private func gather(
    _ texts: ItemTexts, at docid: Int64, isRemoval: Bool, isAlone: Bool
  ) throws(ShortlistError) {
    try Self.check(shortlist_segment_builder_begin(handle, docid, isRemoval, isAlone))
    try texts.withBytes(of: columns) { (texts) throws(ShortlistError) in
      for text in texts {
        try Self.check(
          shortlist_segment_add_text(
            handle, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int64(text.count),
            hasMarks ? 1 : 0, hasStems ? 1 : 0))
      }
    }
  }

  /// Makes the segment in memory, once all texts are there. Otherwise ``write(to:on:)`` does it.
  func finish() throws(ShortlistError) { try Self.check(shortlist_segment_builder_finish(handle)) }

  /// Passes on by how much the counts of terms change with two finished segments of the same items,
  /// in byte order.
  static func forEachCount(
    in titles: SegmentBuilder, _ texts: SegmentBuilder,
    _ body: (TermCount) throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    let (titles, texts) = (titles.counts, texts.counts)
    var (title, text) = (0, 0)
    while title < titles.count || text < texts.count {
      var order: Int32 = title < titles.count ? -1 : 1
      if title < titles.count, text < texts.count {
        let (a, b) = (titles[title], texts[text])
        order = shortlist_compare_terms(a.text, a.length, b.text, b.length)
      }
      let found = order > 0 ? texts[text] : titles[title]
      // An item with other texts as well is counted there.
      let count = TermCount(
        text: UnsafeBufferPointer(start: found.text, count: Int(found.length)),
        items: Int64(order <= 0 ? titles[title].alone : 0)
          + Int64(order >= 0 ? texts[text].items : 0),
        titles: Int64(order <= 0 ? titles[title].items : 0))
      if order <= 0 { title += 1 }
      if order >= 0 { text += 1 }
      if count.items != 0 || count.titles != 0 { try body(count) }
    }
  }

  private var counts: UnsafeBufferPointer<shortlist_segment_count> {
    var count: Int32 = 0
    let first = shortlist_segment_builder_counts(handle, &count)
    return UnsafeBufferPointer(start: first, count: Int(count))
  }

  /// Writes the segment into its table, or into another with the same definition.
  ///
  /// - Returns: `false`, with nothing written, if FTS5 has to insert the items itself: because it has
  ///   changed the table in this transaction, or because ``IndexSupport`` does not allow writing.
  func write(to table: String, on connection: Connection) throws(ShortlistError) -> Bool {
    guard !connection.isChangedByFTS5,
      try IndexSupport.allowsWriting(table, of: connection)
    else { return false }
    return try connection.writingShadows { () throws(ShortlistError) in
      var tables = try connection.segmentTables(of: table, hasLengths: hasLengths)
      let code = shortlist_segment_builder_write(handle, &tables)
      guard code != SQLITE_NOTFOUND else { return false }
      try connection.check(code)
      connection.mayBeStale = true
      return true
    }
  }

  private static func check(_ code: Int32) throws(ShortlistError) {
    guard code == SQLITE_OK else { throw error(code) }
  }

  private static func error(_ code: Int32) -> ShortlistError {
    ShortlistError(sqliteCode: code, detail: "gathering words")
  }
}
