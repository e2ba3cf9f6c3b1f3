/// A number of matches.
public enum Total: Sendable, Hashable {
  /// All were counted.
  case exactly(Int)
  /// Counting stopped here; there may be more.
  case atLeast(Int)

  /// What was counted.
  public var value: Int {
    switch self {
    case .exactly(let value), .atLeast(let value): value
    }
  }

  /// Whether all were counted.
  public var isExact: Bool {
    if case .exactly = self { true } else { false }
  }

  /// Both together; exact when both are.
  public static func + (a: Total, b: Total) -> Total {
    let sum = a.value + b.value
    return a.isExact && b.isExact ? .exactly(sum) : .atLeast(sum)
  }
}
