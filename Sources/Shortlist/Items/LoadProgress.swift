/// How far a bulk load has come.
public struct LoadProgress: Sendable, Hashable {
  /// Items that are in the file for good.
  public let loaded: Int
  /// How long it has taken so far.
  public let elapsed: Duration
}
