import CShortlist

/// The table `dictionary`: a snapshot of the table `term` that is read in one pass.
///
/// The parts numbered up to 0 hold all terms as of one revision, which `meta` stores under
/// `dictionary`. Each later change adds a part with the new state of the terms that it changed.
/// When these parts reach a quarter of the snapshot, it is rebuilt. If the numbers do not add up,
/// or the bytes are not as written, the snapshot is ignored, because `term` says the same.
enum TermDictionarySnapshot {
  /// The number of the first part, and the maximum size in bytes of a part of the snapshot. Larger ones
  /// would take new memory each, when they are read.
  private static let firstPart: Int64 = -1 << 20
  private static let partSize = 1 << 16
  /// More bytes than a term takes.
  private static let termSize = 1 << 10

  /// The maximum size in bytes of a part for a change, and the size of all below which they are quick to
  /// read.
  private static let changesSize = 1 << 20
  private static let fewBytes: Int64 = 1 << 16

  // MARK: Reading

  /// Returns the last revision that the snapshot covers; `nil` when there is none.
  static func revision(on connection: Connection) throws(ShortlistError) -> Int64? {
    guard let first = try Meta.number("dictionary", on: connection) else { return nil }
    return first &+ max(try lastPart(on: connection)?.number ?? 0, 0)
  }

  /// A dictionary and the revision that it is of.
  struct Whole {
    let handle: OpaquePointer
    let revision: Int64
  }

  /// Reads the snapshot, but no later changes. Returns `nil` if there is no snapshot or it is damaged.
  static func read(on connection: Connection) throws(ShortlistError) -> Whole? {
    guard let revision = try Meta.number("dictionary", on: connection) else { return nil }
    let terms = try connection.statement(
      """
      SELECT terms, (SELECT sum(length(terms)) FROM dictionary WHERE part <= 0)
      FROM dictionary WHERE part <= 0 ORDER BY part
      """)
    var dictionary: OpaquePointer?
    try check(shortlist_dictionary_read(terms.handle, &dictionary))
    return dictionary.map { Whole(handle: $0, revision: revision) }
  }

  /// A dictionary made from an earlier one.
  struct Update {
    let handle: OpaquePointer
    /// Whether it shares no terms with the earlier one.
    let isWhole: Bool
  }

  /// Makes the dictionary as of a revision from that of an earlier one; `nil` if the snapshot does
  /// not have all changes in between, or if the time runs out. `number` is greater than that of
  /// earlier updates.
  static func update(
    _ known: OpaquePointer, from earlier: Int64, to revision: Int64, number: UInt32,
    on connection: Connection
  ) throws(ShortlistError) -> Update? {
    guard earlier < revision else { return nil }
    if earlier == revision - 1, let latest = try connection.meta().latest(.terms, of: revision),
      let update = try apply(latest, to: known, number: number)
    {
      return update
    }
    guard let first = try connection.meta().dictionary, earlier >= first else { return nil }
    let changes = try connection.statement(
      "SELECT terms FROM dictionary WHERE part > ?1 AND part <= ?2 ORDER BY part")
    changes.bind(earlier &- first, at: 1)
    changes.bind(revision &- first, at: 2)
    return try apply(changes, parts: revision &- earlier, to: known, number: number)
  }

  /// Applies the changes of one part to a dictionary; `nil` if the bytes are damaged.
  private static func apply(
    _ part: ArraySlice<UInt8>, to known: OpaquePointer, number: UInt32
  ) throws(ShortlistError) -> Update? {
    var isWhole: Int32 = 0
    var handle: OpaquePointer?
    let code = part.withUnsafeBytes {
      shortlist_dictionary_update_with_part(
        known, $0.baseAddress, Int64($0.count), number, &handle, &isWhole)
    }
    try check(code)
    return handle.map { Update(handle: $0, isWhole: isWhole != 0) }
  }

  /// Applies changes to a dictionary; `nil` if there are not so many parts, or if the time runs out.
  private static func apply(
    _ changes: Statement, parts expected: Int64, to known: OpaquePointer, number: UInt32
  ) throws(ShortlistError) -> Update? {
    var isWhole: Int32 = 0
    var parts: Int32 = 0
    var handle: OpaquePointer?
    let code = shortlist_dictionary_update(known, changes.handle, number, &parts, &handle, &isWhole)
    guard code & 0xff != SQLITE_INTERRUPT else { return nil }
    try check(code)
    guard let handle else { return nil }
    guard Int64(parts) == expected else {
      shortlist_dictionary_free(handle)
      return nil
    }
    return Update(handle: handle, isWhole: isWhole != 0)
  }

  /// Throws the error for a code, unless it says that the snapshot is damaged: `term` says the same.
  private static func check(_ code: Int32) throws(ShortlistError) {
    guard code & 0xff == SQLITE_INTERRUPT || code == SQLITE_NOMEM else { return }
    throw ShortlistError(sqliteCode: code, detail: "reading the words of the index")
  }

  /// Whether ``LatestChange`` has the same of a revision, if both have it.
  static func agreesWithCopy(
    of revision: Int64, on connection: Connection
  ) throws(ShortlistError) -> Bool {
    guard let first = try Meta.number("dictionary", on: connection), first < revision else {
      return true
    }
    let row = try connection.statement("SELECT terms FROM dictionary WHERE part = ?1")
    row.bind(revision &- first, at: 1)
    defer { row.reset() }
    guard try row.step() else { return true }
    return try LatestChange.terms.isSame(as: row.bytes(0), of: revision, on: connection)
  }

  private static func lastPart(
    on connection: Connection, where condition: String = "TRUE"
  ) throws(ShortlistError) -> (number: Int64, size: Int64)? {
    let row = try connection.statement(
      "SELECT part, size FROM dictionary WHERE \(condition) ORDER BY part DESC LIMIT 1")
    defer { row.reset() }
    return try row.step() ? (row.int64(0), row.int64(1)) : nil
  }

  // MARK: Writing

  /// Adds the new state of the terms that `revision` changed, or rebuilds the snapshot.
  ///
  /// A rebuilt snapshot is numbered as that of the previous revision, and the changes are added all
  /// the same, so that a dictionary of that revision can follow.
  static func add(
    _ changes: PackedTerms, revision: Int64, on connection: Connection
  ) throws(ShortlistError) {
    let bytes = changes.bytes
    try LatestChange.terms.store(bytes, of: revision, on: connection)
    guard try self.revision(on: connection) == revision &- 1, bytes.count <= changesSize,
      let whole = try lastPart(on: connection, where: "part <= 0"),
      let last = try lastPart(on: connection)
    else { return try make(revision: revision, on: connection) }
    let part = max(last.number, 0) &+ 1
    let size = (part > 1 ? last.size : 0) &+ Int64(bytes.count)
    guard size <= max(fewBytes, whole.size / 4) else {
      try make(revision: revision &- 1, on: connection)
      return try write(bytes, part: 1, size: Int64(bytes.count), on: connection)
    }
    try write(bytes, part: part, size: size, on: connection)
  }

  /// Rebuilds the snapshot of the table `term` as of `revision`. O(*terms*).
  static func make(revision: Int64, on connection: Connection) throws(ShortlistError) {
    try drop(on: connection)
    let rows = try connection.statement("SELECT term, items, titles FROM term ORDER BY term")
    defer { rows.reset() }
    let packed = try PackedTerms()
    var part = firstPart
    var size: Int64 = 0
    while try rows.step() {
      try packed.add(TermCount(rows))
      guard packed.bytes.count >= partSize - termSize else { continue }
      size += Int64(packed.bytes.count)
      try write(packed.bytes, part: part, size: size, on: connection)
      packed.clear()
      part += 1
    }
    if !packed.bytes.isEmpty {
      size += Int64(packed.bytes.count)
      try write(packed.bytes, part: part, size: size, on: connection)
    }
    try Meta.set("dictionary", revision, on: connection)
  }

  /// Whether the snapshot is up to date and, with `foldsChanges`, has no parts for later changes.
  static func isSettled(
    foldsChanges: Bool, on connection: Connection
  ) throws(ShortlistError) -> Bool {
    guard let terms = try Meta.number("terms", on: connection) else { return true }
    return try terms
      == (foldsChanges
        ? Meta.number("dictionary", on: connection) : revision(on: connection))
  }

  /// Rebuilds the snapshot, unless it is settled.
  static func settle(foldsChanges: Bool, on connection: Connection) throws(ShortlistError) {
    guard try !isSettled(foldsChanges: foldsChanges, on: connection) else { return }
    try make(revision: Meta.number("terms", on: connection) ?? 0, on: connection)
  }

  /// Drops the snapshot, which large changes outdate.
  static func drop(on connection: Connection) throws(ShortlistError) {
    try connection.execute("DELETE FROM dictionary; DELETE FROM meta WHERE key = 'dictionary'")
  }

  private static func write(
    _ bytes: UnsafeRawBufferPointer, part: Int64, size: Int64, on connection: Connection
  ) throws(ShortlistError) {
    let insert = try connection.statement(
      "INSERT INTO dictionary(part, size, terms) VALUES(?1, ?2, ?3)")
    insert.bind(part, at: 1)
    insert.bind(size, at: 2)
    try insert.bind(blob: bytes, at: 3)
    defer { insert.unbind(at: 3) }
    try insert.run()
  }
}

/// Packs terms, in byte order, and their counts into few bytes.
final class PackedTerms {
  private let handle: OpaquePointer

  init() throws(ShortlistError) {
    guard let handle = shortlist_packed_terms_create() else {
      throw ShortlistError(sqliteCode: SQLITE_NOMEM, detail: "packing words")
    }
    self.handle = handle
  }

  deinit { shortlist_packed_terms_free(handle) }

  /// Adds a term, which must sort after the previous ones.
  func add(_ term: TermCount) throws(ShortlistError) {
    guard let text = term.text.baseAddress else { return }
    let code = shortlist_packed_terms_add(
      handle, text, Int32(term.text.count), term.items, term.titles)
    guard code == SQLITE_OK else { throw ShortlistError(sqliteCode: code, detail: "packing words") }
  }

  /// The bytes so far, valid until the next term is added.
  var bytes: UnsafeRawBufferPointer {
    var size: Int64 = 0
    let start = shortlist_packed_terms_bytes(handle, &size)
    return UnsafeRawBufferPointer(start: start, count: Int(size))
  }

  /// Removes all terms.
  func clear() { shortlist_packed_terms_clear(handle) }
}
