import CShortlist
import CShortlistIndex

/// Iterates over the docids that match a query, in ascending order, and can skip ahead.
///
/// It reads them from the pages of the index, ten times as fast as FTS5 returns them. FTS5 answers
/// the queries that only it can.
final class DocidIterator {
  private let source: Source
  private var opened: Opened?
  private let connection: Connection
  /// The number of rows to step over before restarting: fewer after steps that did not suffice,
  /// more after steps that did; `nil` when a restart costs too much.
  private var patience: Int?
  private let upperBound: Int64
  private let ranker: Ranker?
  /// Items for which the index is out of date.
  private let outdated: Set<Int64>
  /// The check that items must still pass, if the query does not cover it.
  private var filter: SubstringFilter?
  /// The most items that are checked if there are no postings; `nil` for all. Set it before the first
  /// docid is read.
  var quota: CheckQuota?
  /// The items that the search is narrowed to; `nil` for all.
  private let accepted: DocidFilter?
  private let ranked: DocidFilter?
  private var acceptedPlace: Int32 = 0
  /// The score of the current row, from FTS5.
  private var scoreOfRow = 0.0
  private var hasStarted = false
  /// The current docid; ``end`` when there are no more.
  private(set) var head = end
  /// The number of rows read.
  private(set) var rowsRead = 0
  /// The number of restarts after rows that were not needed.
  private(set) var restarts = 0
  /// Whether the time ran out before the end. Nothing follows then, not even after ``rewind()``.
  var wasInterrupted: Bool { if case .interrupted = opened { true } else { false } }

  /// Less than any docid.
  private static let start = Int64(-1)
  /// Greater than any docid.
  static let end = Int64.max

  /// The arguments to open the iterator with.
  private struct Source {
    /// `nil` for all items.
    let expression: IndexQuery?
    let table: String
    let slot: Int
    let filter: SubstringFilter?
  }

  /// The source of docids, opened for the first one.
  private enum Opened {
    case postings(Postings)
    case statement(Statement)
    /// All items, which are checked one by one.
    case scan(ItemScan)
    /// Docids already read, in ascending order.
    case docids([Int64])
    /// Nothing, because the time ran out; what was being read then may be of no use.
    case interrupted
  }

  /// Creates an iterator positioned before its first docid. `slot` tells apart the iterators of
  /// one table that are open at the same time. With a `filter`, the query is only for the pages of
  /// the index; if they cannot answer it, the filter checks all items. Yields only docids that
  /// `accepted` has, if given. Without a query, yields all of these. `ranked` has all items, for
  /// postings to go by their ranks.
  init(
    _ expression: IndexQuery?, in table: String, slot: Int, upperBound: Int64,
    ranker: Ranker? = nil, filter: SubstringFilter? = nil, among accepted: DocidFilter? = nil,
    ranked: DocidFilter? = nil, on connection: Connection
  ) throws(ShortlistError) {
    source = Source(expression: expression, table: table, slot: slot, filter: filter)
    self.connection = connection
    self.ranker = ranker
    self.accepted = accepted
    self.ranked = ranked
    // Skips index entries that no item can have, like those of deleted sections.
    self.upperBound = min(upperBound, Limits.docids.upperBound)
    outdated = try connection.outdatedIndex()?.docids ?? []
    patience = expression?.isCheapToRestart ?? true ? 64 : nil
  }

  deinit { release() }

  private func open() throws(ShortlistError) -> Opened {
    let table = source.table
    filter = nil
    guard let expression = source.expression else {
      if let docids = try accepted?.docids(upTo: upperBound) { return .docids(docids) }
      let all = try connection.statement(
        "SELECT docid FROM item WHERE docid BETWEEN ?2 AND ?3 ORDER BY docid", slot: source.slot)
      all.bind(upperBound, at: 3)
      return .statement(all)
    }
    if let postings = expression.postings,
      let postings = try Postings(postings, in: table, among: accepted ?? ranked, on: connection)
    {
      if let filter = source.filter, filter.isPartial { self.filter = filter }
      return .postings(postings)
    }
    if let filter = source.filter {
      if let accepted, accepted.acceptsFew, let docids = try accepted.docids(upTo: upperBound) {
        self.filter = filter
        return .docids(docids)
      }
      return .scan(
        try ItemScan(
          by: filter, quota, upTo: upperBound, slot: source.slot, on: connection))
    }
    let fields = expression.fields
    let limit = fields == nil ? "" : " AND shortlist_fields(\(table), ?4)"
    let rank = ranker == nil ? "" : ", shortlist_rank(\(table), ?5)"
    let statement = try connection.statement(
      "SELECT rowid\(rank) FROM \(table) WHERE \(table) MATCH ?1 AND rowid BETWEEN ?2 AND ?3\(limit) "
        + "ORDER BY rowid", slot: source.slot)
    try statement.bind(expression.text, at: 1)
    statement.bind(upperBound, at: 3)
    if let fields { try statement.bind(blob: fields, at: 4) }
    if let ranker { statement.bind(ranker, at: 5) }
    return .statement(statement)
  }

  /// Scores the current item by its words; call it once per item. Returns 0 when none of them is in
  /// a field that counts, and -1 when the score is too low to matter.
  func score() throws(ShortlistError) -> Double {
    guard let ranker, case .postings(let postings) = opened else { return scoreOfRow }
    var score = 0.0
    let code = postings.score(by: ranker, &score)
    if code != SQLITE_OK { try end(with: code) }
    return score
  }

  /// The clauses that the item matched when it was scored, as bits.
  var matched: UInt64 { ranker?.matched ?? 0 }

  /// The clauses that its title or its keywords matched, as bits.
  var matchedInTitles: UInt64 { ranker?.matchedInTitles ?? 0 }

  /// From now on, leaves rows of a section, or of any, without a score if they do not reach
  /// `threshold`.
  func prune(_ section: Int64?, below threshold: Double) {
    ranker?.prune(section, below: threshold)
  }

  /// Advances to the first docid from `docid` to `last` that matches all clauses and scores enough,
  /// and returns its score; `nil` when there is none.
  func nextScored(from docid: Int64, upTo last: Int64) throws(ShortlistError) -> Double? {
    guard let ranker else { return nil }
    var docid = docid
    while true {
      if opened == nil { try seek(to: docid) }
      if case .postings(let postings) = opened {
        var (found, rows) = (head, Int64(rowsRead))
        let code = postings.nextScored(
          by: ranker, from: docid, upTo: min(last, upperBound, Self.end - 1), &found, &scoreOfRow,
          &rows)
        rowsRead = Int(rows)
        head = found > upperBound ? Self.end : found
        if code != SQLITE_OK { try end(with: code) }
      } else {
        try seek(to: docid)
      }
      guard head <= last, head != Self.end else { return nil }
      guard scoreOfRow <= 0 || outdated.contains(head) else { return scoreOfRow }
      docid = head + 1
    }
  }

  /// Advances to the first docid at or above `docid`.
  func seek(to docid: Int64) throws(ShortlistError) {
    guard let opened else {
      do throws(ShortlistError) {
        self.opened = try open()
      } catch {
        guard error.code == .cancelled else { throw error }
        self.opened = .interrupted
        return
      }
      return try start(at: docid)
    }
    guard head < docid else { return }
    guard case .statement = opened else { return try start(at: docid) }
    var steps = 0
    while head < docid {
      if let patience, steps >= patience {
        self.patience = min(patience, max(patience / 2, 4))
        return try start(at: docid)
      }
      try advance()
      steps += 1
    }
    if let patience, steps > 0 { self.patience = min(patience * 2, 128) }
  }

  /// Advances to some docid of a range with others after it, if that is quicker to reach than the
  /// first one; otherwise to the first docid in or above the range. The iterator must count
  /// blindly.
  func seek(into docids: ClosedRange<Int64>) throws(ShortlistError) {
    guard case .postings(let postings) = opened, head < docids.lowerBound else {
      return try seek(to: docids.lowerBound)
    }
    var found = Self.end
    let code = shortlist_postings_enter(
      postings.handle, docids.lowerBound, docids.upperBound, &found)
    try move(to: found, code)
  }

  /// Moves back to before the first docid.
  func rewind() {
    switch opened {
    case .postings(let postings):
      guard shortlist_postings_rewind(postings.handle) == 0 else {
        head = Self.start
        return
      }
    case .statement, .scan: release()
    case .docids:
      head = Self.start
      return
    case .interrupted: return
    case nil: break
    }
    opened = nil
    hasStarted = false
    head = Self.end
  }

  private func start(at docid: Int64) throws(ShortlistError) {
    switch opened {
    case .postings(let postings):
      hasStarted = true
      try read(postings, from: docid)
      while try !accepts() { try read(postings, from: DocID.behind(head)) }
    case .docids(let docids):
      hasStarted = true
      read(docids, from: docid)
      while try !accepts() { read(docids, from: DocID.behind(head)) }
    case .statement(let statement):
      statement.reset()
      if hasStarted { restarts += 1 }
      hasStarted = true
      head = Self.end
      guard docid <= upperBound else { return }
      statement.bind(docid, at: 2)
      try advance()
    case .scan(let scan):
      if hasStarted { restarts += 1 }
      hasStarted = true
      head = Self.end
      if scan.start(at: docid) { try advance() }
    case .interrupted, nil: break
    }
  }

  private func read(_ docids: [Int64], from docid: Int64) {
    let found = docids.withUnsafeBufferPointer { docids in
      docids.baseAddress.map { shortlist_first_docid($0, Int32(docids.count), docid) } ?? Self.end
    }
    head = found > upperBound ? Self.end : found
    if head != Self.end { rowsRead += 1 }
  }

  /// Whether the current docid counts.
  private func accepts() throws(ShortlistError) -> Bool {
    guard head != Self.end, !outdated.contains(head) else { return head == Self.end }
    switch opened {
    case .statement, .scan:
      if let accepted, !accepted.accepts(head, near: &acceptedPlace) { return false }
    case .postings, .docids, .interrupted, nil: break
    }
    guard let filter else { return true }
    let isAccepted = try filter.accepts(head)
    if isAccepted == nil { try end(with: SQLITE_INTERRUPT) }
    return isAccepted ?? true
  }

  private func read(_ postings: Postings, from docid: Int64) throws(ShortlistError) {
    var found = Self.end
    let code = shortlist_postings_seek(postings.handle, docid, &found)
    try move(to: found, code)
  }

  private func move(to found: Int64, _ code: Int32) throws(ShortlistError) {
    guard code == SQLITE_OK else { return try end(with: code) }
    head = found > upperBound ? Self.end : found
    if head != Self.end { rowsRead += 1 }
  }

  /// Whether each docid is found by checking items themselves.
  var checksItems: Bool {
    if case .scan = opened { true } else { filter != nil }
  }

  /// Whether docids can be counted without examining each, once the iterator has started.
  var countsBlindly: Bool {
    guard outdated.isEmpty, ranker == nil, filter == nil else { return false }
    switch opened {
    case .docids, .scan: return false
    case .statement: return accepted == nil
    case .postings, .interrupted, nil: return true
    }
  }

  /// Counts the distinct docids of some iterators up to `last`, at most `limit`, and moves the
  /// iterators past those. All of them must count blindly.
  static func count(
    _ iterators: [DocidIterator], upTo last: Int64, limit: Int
  ) throws(ShortlistError) -> Int {
    var count: Int64 = 0
    _ = try visit(iterators) { docids, failed in
      shortlist_count_docids(
        &docids, Int32(docids.count), last, Int64(limit), &count, &failed)
    }
    return Int(count)
  }

  /// Lends the docids of some iterators to a C function that reads them, and moves the iterators as
  /// far as it has read. All of them must count blindly.
  ///
  /// - Returns: the result code; that of an interrupt when the time ran out.
  static func visit(
    _ iterators: [DocidIterator],
    _ read: (_ docids: inout [shortlist_docids], _ failed: inout Int32) -> Int32
  ) throws(ShortlistError) -> Int32 {
    var docids = iterators.map { $0.docids }
    var failed: Int32 = 0
    let code = read(&docids, &failed)
    for (iterator, docids) in zip(iterators, docids) {
      iterator.head = docids.head > iterator.upperBound ? end : docids.head
      iterator.rowsRead += Int(docids.rows)
    }
    if code != SQLITE_OK { try iterators[Int(failed)].end(with: code) }
    return code
  }

  private var docids: shortlist_docids {
    switch opened {
    case .postings(let postings):
      shortlist_docids(postings: postings.handle, statement: nil, head: head, rows: 0)
    case .statement(let statement):
      shortlist_docids(postings: nil, statement: statement.handle, head: head, rows: 0)
    case .docids, .scan:
      preconditionFailure("Items that were read or checked one by one are not counted blindly.")
    case .interrupted, nil: shortlist_docids(postings: nil, statement: nil, head: Self.end, rows: 0)
    }
  }

  /// Advances to the next docid.
  func advance() throws(ShortlistError) {
    switch opened {
    case .postings, .docids: try start(at: DocID.behind(head))
    case .statement(let statement):
      repeat { try step(statement) } while try !accepts()
    case .scan(let scan):
      repeat { try step(scan) } while try !accepts()
    case .interrupted, nil: break
    }
  }

  private func step(_ scan: ItemScan) throws(ShortlistError) {
    // A property lent to a call would be checked for conflicts at each access to it.
    var (found, rows) = (head, Int64(0))
    let code = scan.next(&found, &rows)
    head = found
    rowsRead += Int(rows)
    if code != SQLITE_ROW { try end(with: code) }
  }

  private func step(_ statement: Statement) throws(ShortlistError) {
    switch sqlite3_step(statement.handle) {
    case SQLITE_ROW:
      head = sqlite3_column_int64(statement.handle, 0)
      rowsRead += 1
      if ranker != nil {
        scoreOfRow = sqlite3_column_double(statement.handle, 1)
      }
    case let code: try end(with: code)
    }
  }

  /// Ends the iteration, and throws unless the rows or the time ran out.
  private func end(with code: Int32) throws(ShortlistError) {
    head = Self.end
    guard code != SQLITE_DONE else { return }
    guard code & 0xff == SQLITE_INTERRUPT else {
      switch opened {
      case .statement(let statement): throw statement.error(code)
      case .scan(let scan): throw scan.error(code)
      case .postings, .docids, .interrupted, nil: throw Postings.error(code)
      }
    }
    release()
    opened = .interrupted
  }

  /// Returns the statement, if there is one, to the connection.
  private func release() {
    switch opened {
    case .statement(let statement):
      statement.reset()
      if ranker != nil { statement.unbindRanker(at: 5) }
    case .scan(let scan): scan.stop()
    case .postings, .docids, .interrupted, nil: break
    }
  }
}
