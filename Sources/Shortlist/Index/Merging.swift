import CShortlist
import CShortlistIndex

/// The extent to which the segments of an index are merged. Every search reads each of them.
struct Merging {
  /// The number of segments that may remain.
  let segments: Int
  /// The number of them that may be large, so that readers keep only parts of them in memory.
  let largeSegments: Int
  /// The approximate number of pages written in one step. The next step continues a larger merge.
  var pages: Int

  /// After a change: few enough segments that searches hardly notice.
  static let afterFewChanges = Merging(segments: 8, largeSegments: 4, pages: 250)
  /// After a thousand changes or more, which take longer themselves.
  static let afterManyChanges = Merging(segments: 4, pages: 2_000)
  /// During a load, before FTS5 would merge 32 segments itself in one transaction.
  static let inLoads = Merging(segments: 24, pages: 16_000)
  /// Everything, in steps of about 50 ms.
  static let optimizing = Merging(segments: 1, pages: 1_000)

  /// Unless told otherwise, all segments may be large.
  init(segments: Int, largeSegments: Int? = nil, pages: Int) {
    self.segments = segments
    self.largeSegments = largeSegments ?? segments
    self.pages = pages
  }

  var limits: shortlist_merge_limits {
    shortlist_merge_limits(
      segments: Int32(segments), large_segments: Int32(largeSegments), leaves: Int32(pages))
  }

  /// Whether there is anything to merge that Shortlist may merge.
  func isNeeded(for table: String, on connection: Connection) throws(ShortlistError) -> Bool {
    guard try IndexSupport.allowsWriting(table, of: connection) else { return false }
    let page = try connection.statement("SELECT block FROM \(table)_data WHERE id = ?1")
    var isNeeded: Int32 = 0
    try connection.check(shortlist_needs_merging(page.handle, limits, &isNeeded))
    return isNeeded != 0
  }

  /// Throws if Shortlist cannot read FTS5's structure record of a table. FTS5 itself may still read it,
  /// because it ignores the high bits of some numbers.
  static func requireStructure(of table: String, on connection: Connection) throws(ShortlistError) {
    guard try IndexSupport.allowsReading(table, of: connection) else { return }
    let page = try connection.statement("SELECT block FROM \(table)_data WHERE id = ?1")
    var isNeeded: Int32 = 0
    try connection.check(shortlist_needs_merging(page.handle, optimizing.limits, &isNeeded))
  }

  /// Merges segments of a table. Returns `false` if there was nothing to merge.
  func merge(_ table: String, on connection: Connection) throws(ShortlistError) -> Bool {
    // Unlocking the shadow tables makes SQLite prepare all statements again, so check first.
    guard try isNeeded(for: table, on: connection) else { return false }
    return try Self.write(table, on: connection) { (tables, touched) throws(ShortlistError) in
      var isChanged: Int32 = 0
      try connection.check(
        shortlist_merge_segments(&tables, limits, &isChanged, &touched))
      return isChanged != 0
    }
  }

  /// Writes segments of a table with `body`, which adds those that it changes to a set and returns whether
  /// it has changed any.
  static func write(
    _ table: String, on connection: Connection,
    _ body: (inout shortlist_segment_tables, inout shortlist_segment_ids) throws(ShortlistError) ->
      Bool
  ) throws(ShortlistError) -> Bool {
    var touched = shortlist_segment_ids()
    let isChanged = try connection.writingShadows { () throws(ShortlistError) in
      var tables = try connection.segmentTables(of: table, hasLengths: false)
      return try body(&tables, &touched)
    }
    if isChanged {
      connection.mayBeStale = true
      try SegmentChangeTable.add(touched, of: table, on: connection)
    }
    return isChanged
  }

  /// Merges segments of a table that FTS5 has just changed.
  func mergeAfterFTS5(_ table: String, on connection: Connection) throws(ShortlistError) {
    // A savepoint makes FTS5 write what it holds in memory. Rolling one back makes it forget what it
    // has read.
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
  /// The statements that write the segments of an FTS5 table. They live as long as the connection.
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
    let removeLengths =
      try hasLengths ? statement("DELETE FROM \(table)_docsize WHERE id = ?1") : nil
    return shortlist_segment_tables(
      page: page.handle, put_page: putPage.handle, put_leaf: putLeaf.handle,
      remove_pages: removePages.handle, remove_leaves: removeLeaves.handle,
      put_lengths: putLengths?.handle, remove_lengths: removeLengths?.handle)
  }
}
