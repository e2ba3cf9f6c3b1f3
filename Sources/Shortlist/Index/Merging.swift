import CShortlist
import CShortlistIndex

/// How far the segments of an index are merged. A search looks into each of them.
struct Merging {
  /// So many segments may stay.
  let segments: Int
  /// About as many pages are written at once; what is more is gone on with the next time.
  let pages: Int

  /// After changes: as many segments as searches hardly notice.
  static let afterFewChanges = Merging(segments: 4, pages: 250)
  /// After a thousand changes or more, which take longer themselves.
  static let afterManyChanges = Merging(segments: 4, pages: 2_000)
  /// Before a load is over: FTS5 would merge 32 segments itself, in one transaction.
  static let inLoads = Merging(segments: 24, pages: 16_000)
  /// All: some 50 ms of work at a time.
  static let optimizing = Merging(segments: 1, pages: 1_000)

  /// Whether there is something to merge that may be merged.
  func isNeeded(for table: String, on connection: Connection) throws(ShortlistError) -> Bool {
    guard try IndexSupport.allowsWriting(table, of: connection) else { return false }
    let page = try connection.statement("SELECT block FROM \(table)_data WHERE id = ?1")
    var isNeeded: Int32 = 0
    try connection.check(shortlist_needs_merging(page.handle, Int32(segments), &isNeeded))
    return isNeeded != 0
  }

  /// Merges segments of a table; `false` when there was nothing to merge.
  func merge(_ table: String, on connection: Connection) throws(ShortlistError) -> Bool {
    // To let shadow tables be written has all statements prepared anew.
    guard try isNeeded(for: table, on: connection) else { return false }
    let hasMerged = try connection.writingShadows { () throws(ShortlistError) in
      var tables = try connection.segmentTables(of: table, hasLengths: false)
      var isChanged: Int32 = 0
      try connection.check(
        shortlist_merge_segments(&tables, Int32(segments), Int32(pages), &isChanged))
      return isChanged != 0
    }
    if hasMerged { connection.mayBeStale = true }
    return hasMerged
  }

  /// Merges segments of a table that FTS5 has just changed.
  func mergeAfterFTS5(_ table: String, on connection: Connection) throws(ShortlistError) {
    // A savepoint has FTS5 write what it has in memory; and undoing one, forget what it has read.
    try connection.statement("SAVEPOINT flush").run()
    try connection.statement("RELEASE flush").run()
    let wasStale = connection.mayBeStale
    guard try merge(table, on: connection) else { return }
    try connection.statement("SAVEPOINT refresh").run()
    try connection.statement("ROLLBACK TO refresh").run()
    try connection.statement("RELEASE refresh").run()
    connection.mayBeStale = wasStale
  }
}

extension Connection {
  /// The statements that write the segments of a table of FTS5. They stay as long as the connection.
  func segmentTables(
    of table: String, hasLengths: Bool
  ) throws(ShortlistError) -> shortlist_segment_tables {
    let page = try statement("SELECT block FROM \(table)_data WHERE id = ?1")
    let putPage = try statement("REPLACE INTO \(table)_data(id, block) VALUES(?1, ?2)")
    let putLeaf = try statement("INSERT INTO \(table)_idx(segid, term, pgno) VALUES(?1, ?2, ?3)")
    let removePages = try statement("DELETE FROM \(table)_data WHERE id BETWEEN ?1 AND ?2")
    let removeLeaves = try statement("DELETE FROM \(table)_idx WHERE segid = ?1")
    let putLengths =
      try hasLengths ? statement("REPLACE INTO \(table)_docsize(id, sz) VALUES(?1, ?2)") : nil
    return shortlist_segment_tables(
      page: page.handle, put_page: putPage.handle, put_leaf: putLeaf.handle,
      remove_pages: removePages.handle, remove_leaves: removeLeaves.handle,
      put_lengths: putLengths?.handle)
  }
}
