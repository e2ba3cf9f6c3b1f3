import CShortlistIndex

/// The table `segment_change`: the segments that the latest merges have written, cut or removed.
///
/// A new segment needs no entry, even if it has the number of an earlier one: that has an entry from
/// when it was removed. FTS5 itself only adds segments, because automatic merges are switched off; an
/// entry without segments says that it may have done more.
enum SegmentChangeTable {
  /// The number of entries that are stored.
  private static let storedChanges: Int64 = 128

  private static let counter = "segments"

  /// Returns the number of the last entry.
  static func lastNumber(on connection: Connection) throws(ShortlistError) -> Int64 {
    try connection.meta().segments
  }

  /// Records that segments of a table were changed; `nil` for all.
  static func add(
    _ segments: shortlist_segment_ids?, of table: String, on connection: Connection
  ) throws(ShortlistError) {
    let number = try Meta.advance(counter, on: connection)
    let delete = try connection.statement("DELETE FROM segment_change WHERE number <= ?1")
    delete.bind(number &- storedChanges, at: 1)
    try delete.run()
    let insert = try connection.statement(
      "INSERT OR REPLACE INTO segment_change(number, name, segments) VALUES(?1, ?2, ?3)")
    insert.bind(number, at: 1)
    try insert.bind(table, at: 2)
    defer { insert.unbind(at: 3) }
    if let segments {
      try insert.bind(numbers: numbers(segments), at: 3)
    } else {
      insert.unbind(at: 3)
    }
    try insert.run()
  }

  /// Returns the segments that have changed after one entry and up to another, by table; `nil` if it
  /// may be all.
  static func segments(
    after first: Int64, upTo last: Int64, on connection: Connection
  ) throws(ShortlistError) -> [String: shortlist_segment_ids]? {
    guard (0...storedChanges).contains(last &- first) else { return nil }
    guard first < last else { return [:] }
    let rows = try connection.statement(
      "SELECT name, segments FROM segment_change WHERE number > ?1 AND number <= ?2")
    rows.bind(first, at: 1)
    rows.bind(last, at: 2)
    defer { rows.reset() }
    var changed: [String: shortlist_segment_ids] = [:]
    var count: Int64 = 0
    while try rows.step() {
      guard !rows.isNull(1), let segments = rows.numbers(1) else { return nil }
      for id in segments {
        shortlist_add_segment(&changed[rows.text(0), default: shortlist_segment_ids()], id)
      }
      count += 1
    }
    return count == last - first ? changed : nil
  }

  private static func numbers(_ segments: shortlist_segment_ids) -> [Int64] {
    (0..<Int64(shortlist_segment_id_limit)).filter { id in
      withUnsafePointer(to: segments) { shortlist_has_segment($0, id) }
    }
  }
}
