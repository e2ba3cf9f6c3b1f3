/// How much of an FTS5 index Shortlist handles itself, without asking FTS5.
///
/// Shortlist is fast because it reads and writes the pages of FTS5's tables itself. SQLite does not
/// promise that their format stays, so it does that only with a SQLite that is known to keep it. See
/// ``Statistics/indexSupport``.
public enum IndexSupport: String, Sendable, Hashable, Codable, Comparable {
  /// FTS5 does everything: answers are the same, and slower.
  case none
  /// Shortlist reads the pages; FTS5 writes and merges them, so adding items is slower.
  case read
  /// Shortlist reads, writes and merges the pages.
  case readAndWrite

  /// Less support first.
  public static func < (a: IndexSupport, b: IndexSupport) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .none: 0
    case .read: 1
    case .readAndWrite: 2
    }
  }
}
