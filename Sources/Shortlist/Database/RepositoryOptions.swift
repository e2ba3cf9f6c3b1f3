/// How a file is opened.
public struct RepositoryOptions: Sendable, Hashable {
  /// How a committed change is kept.
  public enum Synchronous: String, Sendable, Hashable {
    /// It survives a power loss.
    case full = "FULL"
    /// It survives a crash of the process; the last ones may be lost with the power.
    case normal = "NORMAL"
  }

  /// Whether a word finds its other forms in English.
  public enum Stemming: String, Sendable, Hashable, Codable {
    /// Words are found as they are written, and by their beginnings.
    case none
    /// "cooling" finds "cooled" as well.
    case english
  }

  /// Whether the file is only read, and never made.
  public var isReadOnly = false
  /// Whether the file may have been made to do harm. It is then only read, and only once: a copy is
  /// checked as a whole, as ``ItemRepository/check()`` does, and searched if nothing is wrong.
  public var isUntrusted = false
  /// How many searches can run at the same time; 1 or more.
  public var readers = 4
  /// How much of the file each reader may keep in memory, in bytes: its pages, and items that were shown.
  /// 0 or more.
  public var readerCache = 24 << 20
  /// What a committed change survives.
  public var synchronous = Synchronous.full

  /// Whether a file that is made now finds other forms of words; a file that is there keeps to what
  /// it was made with.
  public var stemming = Stemming.none

  /// The name of the file system of SQLite's that the file is on, for tests; `nil` for the usual one.
  package var vfs: String?

  /// Whether an index that was made by an older version is built anew while the repository is in
  /// use; see ``ItemRepository/reindex(progress:)``.
  public var reindexesInBackground = true

  /// The options that suit most.
  public init() {}
}
