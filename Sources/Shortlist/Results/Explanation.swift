/// Why a number is what it is, or what was done to find it, as a tree: each label says how the
/// value comes from the values below it.
public struct Explanation: Sendable, Hashable {
  /// What is explained.
  public enum Value: Sendable, Hashable {
    /// A number.
    case number(Double)
    /// A word, a name, a match expression.
    case text(String)
  }

  /// What the value is, as a formula over the labels of ``children`` where it is calculated.
  public let label: String
  /// The value; `nil` for what only holds its children together.
  public let value: Value?
  /// Where it comes from.
  public let children: [Explanation]

  /// Makes an explanation from its parts.
  public init(_ label: String, _ value: Value? = nil, children: [Explanation] = []) {
    self.label = label
    self.value = value
    self.children = children
  }

  /// Makes an explanation of a number.
  public init(_ label: String, _ value: Double, children: [Explanation] = []) {
    self.init(label, .number(value), children: children)
  }

  /// Makes an explanation of a whole number.
  public init(_ label: String, _ value: Int, children: [Explanation] = []) {
    self.init(label, .number(Double(value)), children: children)
  }

  /// The first explanation of that label, in the tree from here on; `nil` when there is none.
  public func first(_ label: String) -> Explanation? {
    guard self.label != label else { return self }
    for child in children {
      if let found = child.first(label) { return found }
    }
    return nil
  }

  /// The value, when it is a number.
  public var number: Double? {
    if case .number(let number) = value { number } else { nil }
  }
}
