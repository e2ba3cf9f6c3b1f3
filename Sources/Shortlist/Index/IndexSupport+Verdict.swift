#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The door to FTS5's format: every function that reads or writes pages asks here first.
extension IndexSupport {
  /// The format that this library knows, as FTS5 marks it.
  private static let knownFormat: Int64 = 4

  /// The versions of SQLite that the tests of storage, search and the model have passed with. Others
  /// have to pass ``IndexSelfTest`` once per process.
  static let testedVersions: Set<String> = ["3.40.1", "3.42.0", "3.44.2", "3.46.1", "3.54.0"]

  /// The environment variable that forces a mode, for tests: `none`, `read`, `self-test`, which runs
  /// the self-test with a tested SQLite as well, or `failing-self-test`, whose self-test fails.
  static let variable = "SHORTLIST_INDEX_SUPPORT"

  /// The support for an index, and the reason when it is not full.
  struct Verdict: Hashable {
    var support = IndexSupport.readAndWrite
    var reason: String?
  }

  /// Decides about a table of FTS5.
  ///
  /// - Complexity: O(1), but for the first call in a process whose SQLite is not a tested one, which
  ///   takes a few milliseconds.
  static func verdict(
    on table: String, of connection: Connection
  ) throws(ShortlistError) -> Verdict {
    let format = try connection.number("SELECT v FROM \(table)_config WHERE k = 'version'")
    guard format == knownFormat else {
      let format = format.map { "format \($0)" } ?? "an unknown format"
      return Verdict(support: .none, reason: "FTS5 has marked \(table) as of \(format).")
    }
    return try connection.trustsFormat ? Verdict() : ofThisSQLite()
  }

  /// Whether the pages of a table may be read.
  static func allowsReading(
    _ table: String, of connection: Connection
  ) throws(ShortlistError) -> Bool {
    try verdict(on: table, of: connection).support >= .read
  }

  /// Whether the pages of a table may be written.
  static func allowsWriting(
    _ table: String, of connection: Connection
  ) throws(ShortlistError) -> Bool {
    try verdict(on: table, of: connection).support == .readAndWrite
  }

  private static let known = Condition<Verdict?>(nil)

  private static func ofThisSQLite() throws(ShortlistError) -> Verdict {
    if let known = known.withLock({ $0 }) { return known }
    // Two threads may both decide, and come to the same.
    let verdict = try decide(
      version: Database.sqliteVersion, mode: getenv(variable).map { String(cString: $0) })
    known.withLock { $0 = verdict }
    return verdict
  }

  /// Decides about a version of SQLite; `mode` is a value of ``variable``.
  static func decide(version: String, mode: String?) throws(ShortlistError) -> Verdict {
    switch mode {
    case "none": return Verdict(support: .none, reason: "\(variable) is none.")
    case "read": return Verdict(support: .read, reason: "\(variable) is read.")
    case "self-test", "failing-self-test": break
    default: if testedVersions.contains(version) { return Verdict() }
    }
    let test = try IndexSelfTest(isToFail: mode == "failing-self-test").run()
    guard let failure = test.failure else { return Verdict() }
    return Verdict(
      support: test.canRead ? .read : .none,
      reason: "SQLite \(version) failed the self-test: \(failure)")
  }
}
