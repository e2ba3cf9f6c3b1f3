/// The findings of a check of a repository.
public struct CheckReport: Sendable, Hashable {
  /// The overall verdict of a check.
  public enum Status: String, Sendable, Hashable {
    /// Nothing is wrong.
    case sound
    /// The file can be used, but the index should be rebuilt.
    case stale
    /// Data is lost or wrong, and search results may be wrong too.
    case damaged
  }

  /// A part of the file that is checked.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// The pages of the file, and SQLite's own indexes.
    case file
    /// The definitions of the tables.
    case schema
    /// The versions of Shortlist and of the tokens that made the index.
    case versions
    /// The sections, and their item counts and order.
    case sections
    /// The items themselves.
    case items
    /// The attributes of the items, and the blocks in which searches read them.
    case attributes
    /// The index of titles and keywords.
    case titles
    /// The index of all fields.
    case texts
    /// The terms used for corrections and completions.
    case terms
  }

  /// A fault that the check found.
  public struct Finding: Sendable, Hashable {
    /// The faulty part.
    public let part: Part
    /// Whether the fault can make search results wrong.
    public let isDamage: Bool
    /// A sentence to show to a person.
    public let message: String
  }

  /// The faults, limited to a few for each part.
  public let findings: [Finding]
  /// The number of items read.
  public let items: Int
  /// The number of sections read.
  public let sections: Int
  /// The time the check took.
  public let duration: Duration

  /// The overall verdict.
  public var status: Status {
    findings.isEmpty ? .sound : findings.contains(where: \.isDamage) ? .damaged : .stale
  }
}
