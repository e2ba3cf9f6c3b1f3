@_spi(SearchEngines) public import Shortlist

/// The outcome of a push.
public struct PushReport: Sendable, Hashable {
  /// The number of items that were copied: new ones and changed ones.
  public internal(set) var copied = 0
  /// The number of items that were removed.
  public internal(set) var removed = 0
  /// Whether the list was loaded for the first time, or such a load was continued.
  public internal(set) var hasLoaded = false

  /// Whether the server was up to date.
  public var isEmpty: Bool { copied == 0 && removed == 0 && !hasLoaded }
}

/// The progress of a push.
public struct PushProgress: Sendable, Hashable {
  /// A part of the work.
  public enum Step: Sendable, Hashable {
    /// Copying items, of which so many are done.
    case copying(Int)
    /// Making the indexes after the first load.
    case indexing
  }

  /// The part that is under way.
  public let step: Step
  /// The number of items in the file.
  public let total: Int
}

extension PostgresTarget {
  /// Makes the list on the server the same as that in a file: loads it the first time, and later copies
  /// what differs.
  ///
  /// Every batch is one transaction, in the order of the file. So when a push is interrupted, at
  /// whatever moment, the server has the first batches, and the next push continues behind them. Items that
  /// are not in the file are removed.
  ///
  /// - Throws: as ``apply(_:)`` does, or a read error of the file.
  public func push(
    _ file: BlockingItemRepository, progress: @escaping (PushProgress) -> Void = { _ in }
  ) throws(ShortlistError) -> PushReport {
    try push(file, batch: FilePush.batch, progress: progress)
  }

  /// Pushes so many items in each transaction.
  @_spi(Testing) public func push(
    _ file: BlockingItemRepository, batch: Int,
    progress: @escaping (PushProgress) -> Void = { _ in }
  ) throws(ShortlistError) -> PushReport {
    var push = try FilePush(from: file, to: self, batch: batch, progress)
    try push.run()
    return push.report
  }

  /// Whether there is no item on the server.
  func isEmpty() throws(ShortlistError) -> Bool {
    let rows = try connection.query("SELECT EXISTS (SELECT FROM shortlist.item)")
    return rows.text(0, 0) == "f"
  }
}

/// One push of a file.
struct FilePush {
  private let file: BlockingItemRepository
  private let target: PostgresTarget
  private let progress: (PushProgress) -> Void
  private let sections: [ItemSection]
  private let total: Int
  private let batch: Int
  private(set) var report = PushReport()

  /// The number of items of a transaction.
  static let batch = 20_000
  /// The number of fingerprints that are read together.
  private static let page = 50_000

  init(
    from file: BlockingItemRepository, to target: PostgresTarget, batch: Int,
    _ progress: @escaping (PushProgress) -> Void
  ) throws(ShortlistError) {
    self.file = file
    self.target = target
    self.batch = batch
    self.progress = progress
    let summaries = try file.sections()
    sections = summaries.map(\.section)
    total = summaries.reduce(0) { $0 + $1.count }
  }

  mutating func run() throws(ShortlistError) {
    let before = try file.changeCount()
    var isExact = false
    if let loaded = try loadedDocid() {
      try load(after: loaded, isResumed: true)
    } else if try target.isEmpty() {
      try begin()
      try load(after: -1, isResumed: false)
      isExact = try file.changeCount() == before
    }
    // Items may have changed since they were loaded.
    if !isExact { try reconcile() }
  }

  // MARK: First load

  /// Returns the last docid of a load that was begun; `nil` if none was.
  private func loadedDocid() throws(ShortlistError) -> Int64? {
    let rows = try target.connection.query("SELECT loaded_docid FROM shortlist.state")
    return rows.isNull(0, 0) ? nil : rows.integer(0, 0)
  }

  /// Calls a function of the schema for each partition that is on this server.
  private func forEachPartition(_ function: String) throws(ShortlistError) {
    _ = try target.connection.query(
      """
      SELECT shortlist.\(function)(substr(c.relname, 6)::int)
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'shortlist.item'::regclass AND c.relkind = 'r'
      """)
  }

  private mutating func begin() throws(ShortlistError) {
    try target.change { (change) throws(ShortlistError) in
      try change.arrange(sections)
      try forEachPartition("drop_indexes")
      _ = try target.connection.query("UPDATE shortlist.state SET loaded_docid = -1")
    }
  }

  private mutating func load(after docid: Int64, isResumed: Bool) throws(ShortlistError) {
    report.hasLoaded = true
    var last = docid
    while true {
      progress(PushProgress(step: .copying(report.copied), total: total))
      let items = try file.placedItems(after: last, limit: batch)
      guard let end = items.last?.docid else { break }
      try target.change { (change) throws(ShortlistError) in
        // An item whose rank has changed comes again.
        if isResumed { try change.remove(items.map(\.item.id)) }
        try change.insert(try Self.rows(items, &change))
        _ = try target.connection.query(
          "UPDATE shortlist.state SET loaded_docid = $1::bigint", [PostgresValue(end)])
      }
      report.copied += items.count
      last = end
    }
    progress(PushProgress(step: .indexing, total: total))
    try target.connection.transaction { () throws(ShortlistError) in
      try forEachPartition("create_indexes")
      _ = try target.connection.query("UPDATE shortlist.state SET loaded_docid = NULL")
    }
    try target.connection.execute("ANALYZE shortlist.item")
    try target.connection.execute("VACUUM ANALYZE shortlist.term")
  }

  private static func rows(
    _ items: [PlacedItem], _ change: inout ServerChange
  ) throws(ShortlistError) -> [PlacedRow] {
    var rows: [PlacedRow] = []
    rows.reserveCapacity(items.count)
    for placed in items {
      rows.append(
        PlacedRow(
          item: placed.item,
          section: try change.number(of: ItemSection(id: placed.item.section)),
          position: placed.position, checksum: placed.checksum))
    }
    return rows
  }

  // MARK: Later

  /// Copies what differs, and removes what the file does not have.
  private mutating func reconcile() throws(ShortlistError) {
    let connection = target.connection
    let known = try ServerList(revision: 0, connection).sections
    if known.map(\.section) != sections {
      try target.change { (change) throws(ShortlistError) in try change.arrange(sections) }
    }
    let ids = Dictionary(
      uniqueKeysWithValues: try ServerList(revision: 0, connection).sections.map {
        ($0.number, $0.section.id)
      })
    var local = Fingerprints { [file] (last) throws(ShortlistError) in
      try file.fingerprints(after: last, limit: Self.page)
    }
    var remote = Fingerprints { (last) throws(ShortlistError) in
      try Self.fingerprints(after: last, ids, connection)
    }
    var changed: [Item.ID] = []
    var removed: [Item.ID] = []
    while true {
      let (a, b) = (try local.peek(), try remote.peek())
      guard a != nil || b != nil else { break }
      let order = a.map { a in b.map { b in Self.compare(a.id, b.id) } ?? -1 } ?? 1
      if order <= 0, let a, order < 0 || a != b || a.checksum == nil { changed.append(a.id) }
      if order > 0, let b { removed.append(b.id) }
      if order <= 0 { local.next() }
      if order >= 0 { remote.next() }
      if changed.count + removed.count >= batch { try apply(&changed, &removed) }
    }
    try apply(&changed, &removed)
    if known.contains(where: { !sections.contains($0.section) && $0.items == 0 })
      || report.removed > 0
    {
      try target.change { (change) throws(ShortlistError) in
        try change.removeSections(except: sections.map(\.id))
      }
    }
  }

  private mutating func apply(
    _ changed: inout [Item.ID], _ removed: inout [Item.ID]
  ) throws(ShortlistError) {
    guard !changed.isEmpty || !removed.isEmpty else { return }
    progress(PushProgress(step: .copying(report.copied), total: total))
    let items = try file.placedItems(changed)
    try target.change { (change) throws(ShortlistError) in
      try change.remove(changed + removed)
      try change.insert(try Self.rows(items, &change))
    }
    report.copied += items.count
    report.removed += removed.count
    changed.removeAll(keepingCapacity: true)
    removed.removeAll(keepingCapacity: true)
  }

  private static func fingerprints(
    after last: Item.ID?, _ sections: [Int64: ItemSection.ID], _ connection: PostgresConnection
  ) throws(ShortlistError) -> [ItemFingerprint] {
    let rows = try connection.query(
      """
      SELECT id, section, position, checksum FROM shortlist.item
      WHERE id > $1::text ORDER BY id LIMIT $2::bigint
      """, [PostgresValue(last?.rawValue ?? ""), PostgresValue(page)])
    return (0..<rows.count).map { row in
      ItemFingerprint(
        id: Item.ID(rows.text(row, 0)), section: sections[rows.integer(row, 1)] ?? "",
        position: rows.integer(row, 2), checksum: rows.isNull(row, 3) ? nil : rows.integer(row, 3))
    }
  }

  /// Returns a number below, equal to or above 0 as the bytes of `a` come before, with or after those of
  /// `b`.
  private static func compare(_ a: Item.ID, _ b: Item.ID) -> Int {
    if a.rawValue.utf8.elementsEqual(b.rawValue.utf8) { return 0 }
    return a.rawValue.utf8.lexicographicallyPrecedes(b.rawValue.utf8) ? -1 : 1
  }
}

/// Fingerprints in the order of ids, read page by page.
private struct Fingerprints {
  private let read: (Item.ID?) throws(ShortlistError) -> [ItemFingerprint]
  private var page: ArraySlice<ItemFingerprint> = []
  private var last: Item.ID?
  private var isOver = false

  init(_ read: @escaping (Item.ID?) throws(ShortlistError) -> [ItemFingerprint]) {
    self.read = read
  }

  /// Returns the next one; `nil` at the end.
  mutating func peek() throws(ShortlistError) -> ItemFingerprint? {
    if page.isEmpty, !isOver {
      page = try read(last)[...]
      last = page.last?.id ?? last
      isOver = page.isEmpty
    }
    return page.first
  }

  mutating func next() { page.removeFirst() }
}
