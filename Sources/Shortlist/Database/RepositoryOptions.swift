/// The options for opening a file.
///
/// ```swift
/// var options = RepositoryOptions()
/// options.isReadOnly = true
/// options.cacheSize = 8 << 20
/// let repository = try ItemRepository(path: "countries.db", options: options)
/// ```
public struct RepositoryOptions: Sendable, Hashable {
  /// The durability of a committed change.
  public enum Synchronous: String, Sendable, Hashable {
    /// Changes survive a power loss.
    case full = "FULL"
    /// Changes survive a crash of the process; a power loss may undo the latest ones.
    case normal = "NORMAL"
  }

  /// The stemming of words.
  public enum Stemming: String, Sendable, Hashable, Codable {
    /// Words match as written, and by prefix.
    case none
    /// Words also match their other English forms: "cooling" finds "cooled".
    case english
  }

  /// The times at which the system can read a protected file.
  public enum FileProtection: String, Sendable, Hashable {
    /// While the device is unlocked.
    case complete
    /// While the device is unlocked, or as long as the file stays open.
    case completeUnlessOpen
    /// Since the device was first unlocked after a restart. Choose this for a list that is used in
    /// the background.
    case completeUntilFirstUserAuthentication
    /// Always.
    case unprotected
  }

  /// Whether the file is only read, and never created.
  public var isReadOnly = false
  /// Whether the file comes from an untrusted source. It is then opened read-only and copied once.
  /// The copy is checked in full, as by ``ItemRepository/check()``, and searched only if nothing is
  /// wrong.
  public var isUntrusted = false
  /// The number of searches that can run at the same time; 1 or more. By default, as many as the
  /// processor has cores, but at least 2 and at most 4.
  ///
  /// More searches than cores take longer, because they share ``cacheSize``. They help where searches
  /// wait for a slow disk.
  public var readers = min(max(Workers.cores, 2), 4)
  /// The memory that all readers together may use as caches, in bytes; 0 or more. Those that are
  /// open have equal shares, for pages of the file and of the index, and for items that were shown.
  ///
  /// Not part of it are the terms of the index, about 20 bytes for each, and the attributes that
  /// queries have used. ``ItemRepository/releaseMemory()`` frees everything.
  public var cacheSize = 16 << 20
  /// The durability of committed changes.
  public var synchronous = Synchronous.full

  /// The protection of new files on iOS, iPadOS, tvOS, watchOS and visionOS; `nil` for that of their
  /// folder. Other systems ignore it, and existing files keep theirs.
  public var fileProtection: FileProtection?

  /// The stemming of a new file; an existing file keeps the stemming it was created with.
  public var stemming = Stemming.none

  /// The name of the SQLite VFS to use, for tests; `nil` for the default.
  package var vfs: String?

  /// Whether an index made by an older version is rebuilt while the repository is in use; see
  /// ``ItemRepository/reindex(progress:)``.
  public var reindexesInBackground = true

  /// The share of one reader in ``cacheSize``, in bytes.
  @available(*, deprecated, message: "Set cacheSize, which is for all readers together.")
  public var readerCache: Int {
    get { cacheSize / max(readers, 1) }
    set {
      cacheSize =
        newValue.multipliedReportingOverflow(by: readers).overflow ? .max : newValue * readers
    }
  }

  /// Makes the default options.
  public init() {}
}
