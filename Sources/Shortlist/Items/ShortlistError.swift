/// A failure of a file, a disk or a caller's request. The text a person types is never an error.
///
/// ```swift
/// do {
///   try await repository.createSection(ItemSection(id: "visited"))
/// } catch {
///   guard error.code == .duplicateID else { throw error }
/// }
/// ```
public struct ShortlistError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an error, to branch on.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case cannotOpen, fileExists, notAnIndex, newerVersion, damaged, storage, full, busy, readOnly
      case unknownSection, unknownItem, duplicateID, invalidItem, invalidValue
      case logLost, cancelled, closed, outOfMemory, unsupported, input, alreadyAttached
      case notADatabase, unknownTable, invalidQuery, invalidFilter, unreachable
    }
    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    /// The file cannot be opened: the folder does not exist, permission is missing, or it is not a
    /// file.
    public static let cannotOpen = Code(.cannotOpen)
    /// A file already exists where one was to be created.
    public static let fileExists = Code(.fileExists)
    /// The file is not a Shortlist index; it was left unchanged.
    public static let notAnIndex = Code(.notAnIndex)
    /// The file was written by a newer version; it was left unchanged.
    public static let newerVersion = Code(.newerVersion)
    /// The file is damaged. Its items may still be readable, and the index can be rebuilt from
    /// them.
    public static let damaged = Code(.damaged)
    /// Reading or writing the disk failed.
    public static let storage = Code(.storage)
    /// The disk is full; nothing of the change was saved.
    public static let full = Code(.full)
    /// Another process or connection kept the file locked for too long; try again.
    public static let busy = Code(.busy)
    /// The file or its folder is not writable.
    public static let readOnly = Code(.readOnly)
    /// The write-ahead log was deleted while it was open, usually by a second copy of SQLite in the
    /// process. Close every repository of this process that has the file open, then open it again.
    /// Changes that were acknowledged earlier are safe.
    public static let logLost = Code(.logLost)
    /// No section has that id.
    public static let unknownSection = Code(.unknownSection)
    /// No item has that id.
    public static let unknownItem = Code(.unknownItem)
    /// The id is already in use.
    public static let duplicateID = Code(.duplicateID)
    /// An item or a section is not valid: it has an empty id, a blank title, a negative weight, or
    /// an attribute that cannot be stored.
    public static let invalidItem = Code(.invalidItem)
    /// A payload does not hold the requested value, a value cannot be encoded, a checkpoint is too
    /// long, or a set of synonyms cannot be used.
    public static let invalidValue = Code(.invalidValue)
    /// The task was cancelled.
    public static let cancelled = Code(.cancelled)
    /// The repository was closed.
    public static let closed = Code(.closed)
    /// Memory ran out.
    public static let outOfMemory = Code(.outOfMemory)
    /// This SQLite lacks a feature, FTS5 or threads, or a search source cannot answer such a query.
    public static let unsupported = Code(.unsupported)
    /// The source of a bulk load failed; the items loaded before that stay.
    public static let input = Code(.input)
    /// A search session already has a bar, a list or an updater.
    public static let alreadyAttached = Code(.alreadyAttached)

    /// The file to follow is not a SQLite database.
    public static let notADatabase = Code(.notADatabase)
    /// The database to follow has no such table, or no longer.
    public static let unknownTable = Code(.unknownTable)
    /// The description of a followed table does not fit the database: SQLite rejects the query, a
    /// column is missing, the query does not yield the key and a title, or it reads a table that is
    /// not tracked.
    public static let invalidQuery = Code(.invalidQuery)
    /// A text is no filter; see ``AttributeFilter/init(_:)``.
    public static let invalidFilter = Code(.invalidFilter)

    /// A server that a search source asks does not answer, or is not there; try again later.
    public static let unreachable = Code(.unreachable)

    /// The name of the code, such as `notAnIndex`.
    public var description: String { kind.rawValue }
  }

  /// The kind of the error.
  public let code: Code
  /// A sentence to show to a person.
  public let message: String
  /// SQLite's extended result code, if SQLite was involved: `sqliteCode & 0xff` is the primary
  /// code.
  public let sqliteCode: Int32?

  /// Makes an error from its parts.
  public init(_ code: Code, _ message: String, sqliteCode: Int32? = nil) {
    self.code = code
    self.message = message
    self.sqliteCode = sqliteCode
  }

  /// The message.
  public var description: String { message }
}
