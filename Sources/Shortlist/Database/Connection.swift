import CShortlist

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open database connection. A plain class: its owner uses it from one thread at a time.
final class Connection {
  let handle: OpaquePointer
  private let busyTimeout: Int32
  private let process = getpid()
  private var cached: [String: Statement] = [:]
  /// The pages in the write-ahead log after the last commit, kept current by SQLite's hook.
  private let logSize: UnsafeMutablePointer<Int32>

  /// Opens the file at `path`, which must be absolute and exist; `nil` opens a private database in
  /// memory. Applies all settings before the first statement that the file could influence. `vfs`
  /// names one of SQLite's file systems; `nil` for the default. `parameters` tell it how to open the
  /// file, as in a URI: `immutable=1`. `protection` is that of the files that SQLite creates.
  ///
  /// Without `fullfsync`, a sync on Apple's platforms may leave data in the cache of the drive.
  init(
    path: String?, isReadOnly: Bool, vfs: String? = nil, parameters: String? = nil,
    protection: RepositoryOptions.FileProtection? = nil, busyTimeout: Duration = .seconds(5)
  ) throws(ShortlistError) {
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE
    flags |= protection?.openFlags ?? 0
    var name = path ?? ":memory:"
    if let parameters {
      flags |= SQLITE_OPEN_URI
      name = "file:\(Self.escaped(name))?\(parameters)"
    }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags, vfs)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      guard code != SQLITE_NOMEM else {
        throw ShortlistError(sqliteCode: code, detail: "opening \(path ?? "memory")")
      }
      throw ShortlistError(
        .cannotOpen, "Cannot open the index at \(path ?? "memory").", sqliteCode: code)
    }
    handle = opened
    self.busyTimeout = Int32(clamping: busyTimeout.milliseconds)
    logSize = .allocate(capacity: 1)
    logSize.initialize(to: 0)
    sqlite3_busy_timeout(handle, self.busyTimeout)
    try check(shortlist_harden(handle))
    try execute(
      """
      PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA foreign_keys = ON;
      PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 0;
      PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
      """)
    let registered = shortlist_register(handle)
    guard registered != SQLITE_NOTFOUND else {
      throw ShortlistError(
        .unsupported,
        "The SQLite of this system (\(String(cString: sqlite3_libversion()))) has no FTS5.")
    }
    try check(registered)
  }

  /// Lets SQLite delete the log when the last connection closes. Apple's SQLite keeps it otherwise.
  func deleteLogAtEnd() {
    var keepsLog: Int32 = 0
    _ = sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &keepsLog)
  }

  /// Returns a path as it stands in a URI.
  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  deinit {
    // A fork shares the log with its parent process, and must not even close it.
    guard process == getpid() else { return }
    cached.removeAll()
    sqlite3_close_v2(handle)
    logSize.deallocate()
  }

  /// The budget of the search in the current transaction; `nil` while none runs.
  var budget: OpaquePointer? { didSet { searchNumber += 1 } }

  /// The number of budgets so far, which tells one from the next.
  private(set) var searchNumber = 0

  /// Whether the connection has read nothing since it was prepared for that; see
  /// ``Database/prepareReader(_:)``.
  var isPrepared = false

  /// The caches of the layers above.
  var caches = SnapshotCaches()
  /// The sizes of the caches.
  var cacheSizes = CacheSizes(total: 4 << 20)
  private var pageCache = 0

  /// A number that changes whenever anyone changes the file; `nil` outside a read transaction, in
  /// which it cannot change.
  var dataVersion: UInt32? {
    guard !isIdle else { return nil }
    if let readVersion { return readVersion }
    guard sqlite3_txn_state(handle, "main") == SQLITE_TXN_READ else { return nil }
    var version: UInt32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    readVersion = code == SQLITE_OK ? version : nil
    return readVersion
  }

  /// The data version in the current transaction, once it was asked for in a read transaction.
  private var readVersion: UInt32?

  /// Whether FTS5 has changed its tables in this transaction, or is about to.
  private(set) var isChangedByFTS5 = false

  /// Whether the format of FTS5's pages is taken for known, whatever SQLite this is: for the self-test, and
  /// for tests of single functions.
  var trustsFormat = false

  /// Whether the tables of FTS5 hold what may no longer be so: because a ``SegmentBuilder`` was written behind
  /// its back, or because it takes totals that it could not read for read (fts5StorageLoadTotals, up to
  /// 3.53.4 at least), until a transaction is undone. Where memory runs out while it reads them, that has
  /// just happened, and the next change would find the index damaged.
  var mayBeStale = false

  /// Whether no transaction is open.
  var isIdle: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// The number of rows changed since the connection was opened.
  var totalChanges: Int { Int(sqlite3_total_changes(handle)) }

  /// Sets the size of the page cache, in bytes. Frees what no longer fits.
  func setPageCache(_ size: Int) throws(ShortlistError) {
    guard size != pageCache else { return }
    try execute("PRAGMA cache_size = -\(Int32(clamping: size / 1_024))")
    pageCache = size
  }

  /// Runs statements that take no values and return no rows.
  func execute(_ sql: String) throws(ShortlistError) {
    // They may begin or end a transaction.
    readVersion = nil
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Returns the statement for `sql`, prepared once and cached. `slot` distinguishes statements
  /// with the same text that run at the same time.
  func statement(_ sql: String, slot: Int = 0) throws(ShortlistError) -> Statement {
    let key = slot == 0 ? sql : "\(slot) \(sql)"
    if let statement = cached[key] {
      statement.reset()
      return statement
    }
    let statement = try Statement(sql, on: self)
    cached[key] = statement
    return statement
  }

  /// Returns the first column of the first row, as a number; `nil` without a row.
  func number(_ sql: String) throws(ShortlistError) -> Int64? {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.int64(0) : nil
  }

  /// Returns the first column of the first row, as text; empty without a row.
  func text(_ sql: String) throws(ShortlistError) -> String {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : ""
  }

  /// Runs `work` in a transaction and rolls back on an error. The kind is `DEFERRED` for reading,
  /// `IMMEDIATE` for writing.
  func transaction<Result>(
    _ kind: String, _ work: () throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    // Prepare this early, so that a rollback cannot fail for lack of memory. If an earlier one did,
    // it happens now.
    let rollback = try statement("ROLLBACK")
    if !isIdle { try rollback.run() }
    isChangedByFTS5 = false
    readVersion = nil
    try refreshTables()
    try statement("BEGIN \(kind)").run()
    do {
      // A deferred transaction only begins with the first read.
      if kind == "DEFERRED" { _ = try number("PRAGMA user_version") }
      let result = try work()
      try statement("COMMIT").run()
      return result
    } catch {
      // Some errors have already rolled back.
      if isIdle { mayBeStale = true }
      if !isIdle { try? rollback.run() }
      throw error
    }
  }

  /// Makes SQLite open all tables again if those of FTS5 may be stale; writes nothing.
  func refreshTables() throws(ShortlistError) {
    guard mayBeStale else { return }
    try execute("PRAGMA writable_schema = RESET")
    mayBeStale = false
  }

  /// Makes FTS5 see everything written so far before it changes its tables.
  func prepareForFTS5() throws(ShortlistError) {
    try refreshTables()
    isChangedByFTS5 = true
  }

  /// Runs `work`, which may write FTS5's shadow tables; no other statement may.
  func writingShadows<Result>(
    _ work: () throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    try check(shortlist_unlock_shadows(handle, 1))
    defer { shortlist_unlock_shadows(handle, 0) }
    return try work()
  }

  /// The pages in the write-ahead log after the last commit, once ``watchLog()`` was called.
  var logPages: Int32 { logSize.pointee }

  /// Starts counting the pages in the write-ahead log.
  func watchLog() {
    _ = sqlite3_wal_hook(
      handle,
      { size, _, _, pages in
        size?.assumingMemoryBound(to: Int32.self).pointee = pages
        return SQLITE_OK
      }, logSize)
  }

  /// Writes the log back into the file and empties it, unless a reader still needs it. Waits up to
  /// `time` for current readers. With `keepsRoom`, the log keeps its size, and is written again from
  /// its beginning. The caller holds the write gate.
  func checkpoint(waiting time: Duration = .zero, keepsRoom: Bool = false) {
    sqlite3_busy_timeout(handle, Int32(clamping: time.milliseconds))
    let mode = keepsRoom ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_TRUNCATE
    var pages: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &pages, nil)
    if code == SQLITE_OK { logSize.pointee = 0 }
    sqlite3_busy_timeout(handle, busyTimeout)
  }

  /// Frees the memory of all caches. No transaction may be open.
  func releaseMemory() {
    caches = SnapshotCaches()
    cached.removeAll()
    sqlite3_db_release_memory(handle)
  }

  /// Runs `work`. Some builds of SQLite overwrite the pages that become free, so that deleted texts do
  /// not stay in the file; unless `erases`, they leave these pages alone.
  func erasing<Result>(
    _ erases: Bool, _ work: () throws(ShortlistError) -> Result
  ) throws(ShortlistError) -> Result {
    guard !erases, try number("PRAGMA secure_delete") == 1 else { return try work() }
    try execute("PRAGMA secure_delete = FAST")
    defer { try? execute("PRAGMA secure_delete = ON") }
    return try work()
  }

  /// Leaves the log alone when the connection closes.
  func leaveLog() { shortlist_leave_log(handle) }

  /// Throws the error for `code`, unless it is a success.
  func check(_ code: Int32) throws(ShortlistError) {
    guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
    throw ShortlistError(sqliteCode: code, detail: String(cString: sqlite3_errmsg(handle)))
  }
}

extension Duration {
  /// The duration in whole milliseconds.
  var milliseconds: Int64 { nanoseconds / 1_000_000 }

  /// The duration in whole nanoseconds, at most 292 years.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000
  }
}
