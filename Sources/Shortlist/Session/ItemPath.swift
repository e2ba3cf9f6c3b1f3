/// Where a row stands: in which section, and where there; both counted from 0.
public struct ItemPath: Sendable, Hashable, Comparable {
  /// Which section.
  public var section: Int
  /// Which row of the section.
  public var row: Int

  /// Points to a row.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// As rows stand, from top to bottom.
  public static func < (a: ItemPath, b: ItemPath) -> Bool {
    (a.section, a.row) < (b.section, b.row)
  }
}
