/// Figures about a repository and its file.
public struct Statistics: Sendable, Hashable {
  /// The number of items.
  public let items: Int
  /// The number of sections.
  public let sections: Int
  /// The number of sets of synonyms.
  public let synonyms: Int
  /// The number of distinct tokens.
  public let terms: Int
  /// The size of the database file in bytes, without the write-ahead log.
  public let fileSize: Int
  /// The size of the write-ahead log in bytes.
  public let logSize: Int
  /// The version of the file's schema: the number of its last migration.
  public let schemaVersion: Int
  /// The version of the tokenizer that made the index.
  public let tokenizerVersion: Int
  /// The version of SQLite in use, such as "3.40.1".
  public let sqliteVersion: String
  /// How much of the index Shortlist handles itself with this SQLite.
  public let indexSupport: IndexSupport
  /// A sentence that says why ``indexSupport`` is not ``IndexSupport/readAndWrite``; `nil` when it is.
  public let indexSupportReason: String?
  /// Why this user cannot change the file, to follow "because", such as "this user may only read it";
  /// `nil` when it can be changed.
  public let readOnlyReason: String?
  /// The error that stopped the background rebuild of the index started when the repository was
  /// opened; `nil` if there was none. Searches still use the current index.
  /// ``ItemRepository/reindex(progress:)`` continues the rebuild, and throws if it fails again.
  public let reindexingFailure: ShortlistError?
}

/// A section and its number of items.
public struct SectionSummary: Sendable, Hashable, Identifiable {
  /// The section.
  public let section: ItemSection
  /// The number of items.
  public let count: Int

  /// The id of the section.
  public var id: ItemSection.ID { section.id }

  /// Makes a summary, for a search source other than a repository.
  public init(section: ItemSection, count: Int) {
    self.section = section
    self.count = count
  }
}
