/// What a check of a repository found.
public struct CheckReport: Sendable, Hashable {
  /// What the findings come to.
  public enum Status: String, Sendable, Hashable {
    /// Nothing is wrong.
    case sound
    /// It can be used, but the index should be built anew.
    case stale
    /// Something is lost or wrong; answers may be.
    case damaged
  }

  /// Where something was found.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// The pages of the file, and SQLite's own indexes.
    case file
    /// The definitions of the tables.
    case schema
    /// Who made the index, and with which tokens.
    case versions
    /// The sections, and what they say of their items.
    case sections
    /// The items themselves.
    case items
    /// The words of titles and keywords.
    case titles
    /// The words of all fields.
    case texts
    /// The list of words that corrections and completions are made from.
    case terms
  }

  /// Something that is wrong.
  public struct Finding: Sendable, Hashable {
    /// Where it is.
    public let part: Part
    /// Whether answers may be wrong for it.
    public let isDamage: Bool
    /// A sentence to show.
    public let message: String
  }

  /// All that is wrong; at most a few for each part.
  public let findings: [Finding]
  /// How many items were read.
  public let items: Int
  /// How many sections were read.
  public let sections: Int
  /// How long the check took.
  public let duration: Duration

  /// What the findings come to.
  public var status: Status {
    findings.isEmpty ? .sound : findings.contains(where: \.isDamage) ? .damaged : .stale
  }
}
