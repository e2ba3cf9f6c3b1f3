import CShortlist
import CShortlistIndex

/// Collects the tokens of added and removed items and writes them to an FTS5 table as one segment.
final class SegmentBuilder {
  private let handle: OpaquePointer
  private let hasLengths: Bool
  private let hasMarks: Bool
  private let hasStems: Bool

  /// A segment of one of the tables that are searched.
  init(of table: String, hasStems: Bool) throws(ShortlistError) {
    let created = shortlist_segment_builder_create(Int32(IndexTable.columns(table).count))
    guard let created else { throw Self.error(SQLITE_NOMEM) }
    handle = created
    hasMarks = IndexTable.hasMarks(table)
    self.hasStems = hasStems && !hasMarks
    hasLengths = IndexTable.hasLengths(table)
  }

  deinit { shortlist_segment_builder_free(handle) }

  /// Adds the texts of an item. Changes must be made in ascending order of docids; at the same one, the
  /// removal comes first.
  func add(_ texts: ArraySlice<String>, at docid: Int64) throws(ShortlistError) {
    try gather(texts, at: docid, isRemoval: false)
  }

  /// Removes the texts of an item, which must be exactly those that were added.
  func remove(_ texts: ArraySlice<String>, at docid: Int64) throws(ShortlistError) {
    try gather(texts, at: docid, isRemoval: true)
  }

  private func gather(
    _ texts: ArraySlice<String>, at docid: Int64, isRemoval: Bool
  ) throws(ShortlistError) {
    try Self.check(shortlist_segment_builder_begin(handle, docid, isRemoval))
    for var text in texts {
      let code = text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          shortlist_segment_add_text(
            handle, $0.baseAddress, Int64($0.count), hasMarks ? 1 : 0, hasStems ? 1 : 0)
        }
      }
      try Self.check(code)
    }
  }

  /// Sorts the terms, once all texts are there. Otherwise ``write(to:on:)`` does it.
  func sort() throws(ShortlistError) { try Self.check(shortlist_segment_builder_sort(handle)) }

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
