import Shortlist

extension Explanation {
  /// The tree as lines, each level two spaces further in: "rank = …: 0.82".
  func lines(indent: String = "") -> [String] {
    let value: String? =
      switch self.value {
      case .number(let number): number.short
      case .text(let text): text
      case nil: nil
      }
    return [indent + label + (value.map { ": \($0)" } ?? "")]
      + children.flatMap { $0.lines(indent: indent + "  ") }
  }
}

extension Double {
  /// The number without a fraction where it has none, else with at most four digits of it.
  var short: String {
    if let integer = Int(exactly: self) { return integer.grouped }
    guard magnitude < 1e12 else { return description }
    return ((self * 10_000).rounded() / 10_000).description
  }
}
