/// Rebuilds the index from the items, step by step.
///
/// Each step is a transaction, after which any process can continue: this one, another, or one that
/// opens the file after this one was killed. The old index serves searches until the last step.
struct Reindexing: Sendable {
  private enum Phase {
    /// Adds the next items to the new index.
    case indexing
    /// Merges the segments of the new index, in the first of these tables.
    case merging([String])
    /// Drops the previous index piece by piece, whether this rebuild or an earlier one left it.
    case dropping(thenIndexes: Bool)
    case over
  }

  private let database: Database
  /// The maximum number of items in a step while nobody else wants to write. On 1,000,000 titles,
  /// 10,000 hold the lock for 0.35 s (a tenth of the steps 0.67 s) and take 57 s of processor time
  /// in all, 5,000 for 0.17 s (0.34 s) and take 59 s, 2,500 for 0.13 s (0.22 s) and take 64 s.
  private let maximumItems: Int
  /// The maximum number of rows dropped in a step.
  private let maximumRows: Int
  /// Whether to build an index even if only the remains of an earlier one need to be dropped.
  private let begins: Bool
  private var othersWait = false
  private var phase = Phase.indexing
  private var hasBegun = false
  /// The number of items in the new index.
  private(set) var indexed = 0

  init(
    _ database: Database, begins: Bool = false, maximumItems: Int = 5_000, maximumRows: Int = 2_000
  ) {
    self.database = database
    self.begins = begins
    self.maximumItems = maximumItems
    self.maximumRows = maximumRows
  }

  /// Does the next step; `false` when none was left.
  mutating func step() throws(ShortlistError) -> Bool {
    switch phase {
    case .indexing: try index()
    case .merging(let tables):
      if let table = tables.first {
        try merge(table, of: tables)
      } else {
        try swap()
      }
    case .dropping(let thenIndexes): try drop(thenIndexes: thenIndexes)
    case .over: return false
    }
    othersWait = database.yieldToOtherWriters()
    return true
  }

  private mutating func index() throws(ShortlistError) {
    let isFirst = !hasBegun
    if isFirst, let phase = try phaseOfEarlierOne() {
      self.phase = phase
      return
    }
    let limit = othersWait ? LoadSize.itemsBetweenLooks : maximumItems
    let (next, count) = try database.write(claims: false) {
      (transaction) throws(ShortlistError) -> (Int64?, Int) in
      let connection = transaction.connection
      guard let last = try IndexTargets(transaction, rebuilds: isFirst).rebuilt else {
        return (nil, 0)
      }
      let before = isFirst ? try Self.count(upTo: last, connection) : 0
      guard last < .max else { return (last, before) }
      var batch = IndexBatch(limit: limit)
      let rows = try connection.statement(
        "SELECT \(ItemRow.columns) FROM item WHERE docid > ?1 ORDER BY docid")
      rows.bind(last, at: 1)
      defer { rows.reset() }
      while !batch.isFull, try rows.step() { batch.add(try ItemRow(rows)) }
      let next = batch.isFull ? batch.last : .max
      try batch.changes.writeToNext(transaction)
      try Meta.set("rebuild_docid", next, on: connection)
      return (next, before + batch.count)
    }
    hasBegun = true
    indexed += count
    switch next {
    case nil: phase = .over  // another process has done the rest
    case .max:
      let isLarge = indexed > LoadBatch.usualItems
      phase = .merging(isLarge ? IndexTable.searched : [])
    default: break
    }
  }

  /// Returns the phase to begin with if an earlier rebuild left something to drop; `nil` when
  /// nothing is left.
  private func phaseOfEarlierOne() throws(ShortlistError) -> Phase? {
    try database.write(claims: false) { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      guard try IndexTable.isPreviousLeft(on: connection) else { return nil }
      let isNeeded = try IndexRebuild.isNeeded(on: connection)
      let mayWrite = try Meta.reasonNotToWrite("last_writer", on: connection) == nil
      return .dropping(thenIndexes: begins || isNeeded || !mayWrite)
    }
  }

  private static func count(
    upTo docid: Int64, _ connection: Connection
  ) throws(ShortlistError) -> Int {
    let statement = try connection.statement("SELECT count(*) FROM item WHERE docid <= ?1")
    statement.bind(docid, at: 1)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.int64(0)) : 0
  }

  private mutating func merge(_ table: String, of tables: [String]) throws(ShortlistError) {
    let hasMore = try writeIfComplete { (transaction) throws(ShortlistError) in
      try Merging.optimizing.merge(table + IndexTable.next, on: transaction.connection)
    }
    guard let hasMore else { return }
    phase = .merging(hasMore ? tables : Array(tables.dropFirst()))
  }

  private mutating func swap() throws(ShortlistError) {
    let rows = maximumRows
    let change = try writeIfComplete { (transaction) throws(ShortlistError) -> Int64? in
      let connection = transaction.connection
      // Tables that another process has set aside meanwhile are dropped first.
      guard try !IndexTable.isPreviousLeft(on: connection) else {
        _ = try IndexTable.dropSome(rows: rows, on: connection)
        return nil
      }
      return try IndexRebuild.swap(on: connection)
    }
    guard case .some(.some(let change)) = change else { return }
    phase = .dropping(thenIndexes: false)
    database.changes.announce(change)
  }

  private mutating func drop(thenIndexes: Bool) throws(ShortlistError) {
    let isLeft = try database.write(claims: false) { (transaction) throws(ShortlistError) in
      let connection = transaction.connection
      guard try IndexTable.isPreviousLeft(on: connection) else { return false }
      return try IndexTable.dropSome(rows: maximumRows, on: connection)
    }
    if !isLeft { phase = thenIndexes ? .indexing : .over }
  }

  /// Runs `work` if the new index is complete and not yet in use; otherwise returns to indexing,
  /// which finds out how far it is.
  private mutating func writeIfComplete<Result>(
    _ work: (WriteTransaction) throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result? {
    let result = try database.write(claims: false) {
      (transaction) throws(ShortlistError) -> Result? in
      guard try IndexTargets(transaction).rebuilt == .max else { return nil }
      return try work(transaction)
    }
    if result == nil { phase = .indexing }
    return result
  }
}

/// Items to be added to an index in one transaction.
private struct IndexBatch {
  let limit: Int
  var changes = IndexChanges()
  private(set) var count = 0
  private(set) var last: Int64 = 0
  private var bytes = 0

  init(limit: Int) { self.limit = limit }

  var isFull: Bool {
    count >= limit || bytes >= 400 * limit
  }

  mutating func add(_ row: ItemRow) {
    changes.insert(row.texts, at: row.docid)
    count += 1
    last = row.docid
    bytes += row.texts.count
  }
}
