/// What went wrong with a file, a disk or a caller's request. What a person types is no error.
public struct ShortlistError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of thing went wrong: something to branch on.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case cannotOpen, fileExists, notAnIndex, newerVersion, damaged, storage, full, busy, readOnly
      case unknownSection, unknownItem, duplicateID, invalidItem, invalidValue
      case logLost, cancelled, closed, outOfMemory, unsupported, input, alreadyAttached
    }
    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    /// The file cannot be opened: no such folder, no permission, not a file.
    public static let cannotOpen = Code(.cannotOpen)
    /// There is a file already where one was to be made.
    public static let fileExists = Code(.fileExists)
    /// The file is something else than an index of ours; it was left as it is.
    public static let notAnIndex = Code(.notAnIndex)
    /// The file was made by a newer version; it was left as it is.
    public static let newerVersion = Code(.newerVersion)
    /// The file is damaged; its items may still be read, and the index built anew from them.
    public static let damaged = Code(.damaged)
    /// Reading or writing the disk failed.
    public static let storage = Code(.storage)
    /// The disk is full; nothing of the change was kept.
    public static let full = Code(.full)
    /// Somebody else kept the file locked for too long; try again.
    public static let busy = Code(.busy)
    /// The file or its folder may not be written.
    public static let readOnly = Code(.readOnly)
    /// The write-ahead log was deleted while it was open, usually by a second copy of SQLite in the process.
    /// Close every repository of this process that has the file open, and open it again. Changes that
    /// were acknowledged before are there.
    public static let logLost = Code(.logLost)
    /// There is no section of that id.
    public static let unknownSection = Code(.unknownSection)
    /// There is no item of that id.
    public static let unknownItem = Code(.unknownItem)
    /// The id is taken.
    public static let duplicateID = Code(.duplicateID)
    /// An item or a section cannot be kept as it is: an empty id, a blank title, a negative weight.
    public static let invalidItem = Code(.invalidItem)
    /// A payload is not the value that was asked for, or a value cannot be kept.
    public static let invalidValue = Code(.invalidValue)
    /// The task was cancelled.
    public static let cancelled = Code(.cancelled)
    /// The repository was closed.
    public static let closed = Code(.closed)
    /// Memory ran out.
    public static let outOfMemory = Code(.outOfMemory)
    /// This SQLite lacks something: FTS5, or threads.
    public static let unsupported = Code(.unsupported)
    /// The source of a bulk load failed; what was loaded before stays.
    public static let input = Code(.input)
    /// A search session has a bar, a list or an updater already.
    public static let alreadyAttached = Code(.alreadyAttached)

    /// The name of the code, as in the source.
    public var description: String { kind.rawValue }
  }

  /// What kind of thing went wrong.
  public let code: Code
  /// A sentence to show.
  public let message: String
  /// SQLite's extended result code, where SQLite had a part in it: `sqliteCode & 0xff` is the
  /// primary one.
  public let sqliteCode: Int32?

  /// Makes an error from its parts.
  public init(_ code: Code, _ message: String, sqliteCode: Int32? = nil) {
    self.code = code
    self.message = message
    self.sqliteCode = sqliteCode
  }

  /// The sentence.
  public var description: String { message }
}
