/// The progress of a bulk load.
public struct LoadProgress: Sendable, Hashable {
  /// The number of items committed to the file.
  public let loaded: Int
  /// The time taken so far.
  public let elapsed: Duration
  /// The outcomes of the loaded items; all 0 while an index is rebuilt.
  public let counts: LoadCounts

  init(loaded: Int = 0, elapsed: Duration = .zero, counts: LoadCounts = LoadCounts()) {
    self.loaded = loaded
    self.elapsed = elapsed
    self.counts = counts
  }
}

/// The outcomes of the items of a load, a change set or a section replacement. Each item counts once, as
/// inserted, updated, unchanged or repeated.
public struct LoadCounts: Sendable, Hashable {
  /// New items.
  public var inserted = 0
  /// Existing items with new contents or a new section.
  public var updated = 0
  /// Existing items that already had the same contents; nothing was written for them.
  public var unchanged = 0
  /// Items with the id of an earlier item of the same load, which they replaced.
  public var repeated = 0
  /// Inserted, updated and unchanged items without an id that followed others with the same section
  /// and title, so that their derived id ends in a number.
  public var numbered = 0
  /// Items removed: those of a replaced section or of a change set, or those that a reconciliation
  /// did not find.
  public var removed = 0

  /// Makes counts of 0.
  public init() {}

  /// The number of all items received.
  public var loaded: Int { inserted + updated + unchanged + repeated }

  /// Adds other counts.
  public static func += (counts: inout LoadCounts, other: LoadCounts) {
    counts.inserted += other.inserted
    counts.updated += other.updated
    counts.unchanged += other.unchanged
    counts.repeated += other.repeated
    counts.numbered += other.numbered
    counts.removed += other.removed
  }
}
