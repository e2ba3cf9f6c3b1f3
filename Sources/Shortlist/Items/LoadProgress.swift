/// How far a bulk load has come.
public struct LoadProgress: Sendable, Hashable {
  /// Items that are in the file for good.
  public let loaded: Int
  /// How long it has taken so far.
  public let elapsed: Duration
  /// What became of the items that were loaded; of no use while an index is built anew.
  public let counts: LoadCounts

  init(loaded: Int, elapsed: Duration, counts: LoadCounts = LoadCounts()) {
    self.loaded = loaded
    self.elapsed = elapsed
    self.counts = counts
  }
}

/// What became of the items of a load, or of those that replaced a section. Each of them is counted
/// once, as inserted, updated, unchanged or repeated.
public struct LoadCounts: Sendable, Hashable {
  /// New items.
  public var inserted = 0
  /// Items that were there, and got other contents or another section.
  public var updated = 0
  /// Items that were there as they came. Nothing of them was written.
  public var unchanged = 0
  /// Items with an id that an earlier one of the same load had, in whose place they came.
  public var repeated = 0
  /// Those of the inserted, updated and unchanged ones that came without an id, behind others with
  /// their section and title, and have a number in their ids.
  public var numbered = 0
  /// Items that were taken out of a replaced section.
  public var removed = 0

  /// Counts nothing yet.
  public init() {}

  /// All items that came.
  public var loaded: Int { inserted + updated + unchanged + repeated }

  /// Adds up two counts.
  public static func += (counts: inout LoadCounts, other: LoadCounts) {
    counts.inserted += other.inserted
    counts.updated += other.updated
    counts.unchanged += other.unchanged
    counts.repeated += other.repeated
    counts.numbered += other.numbered
    counts.removed += other.removed
  }
}
