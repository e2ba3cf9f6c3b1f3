import Shortlist

extension Hit {
  /// How the item matched, in a few words: "rung 2, prefix; score 0.87; weight 200; in title".
  var explanation: String {
    var parts = ["rung \(rung.rawValue), \(rung.name)", "score \(score.short)"]
    if item.weight > 0 { parts.append("weight \(item.weight.short)") }
    if !matchedFields.isEmpty {
      parts.append("in " + matchedFields.map(\.rawValue).joined(separator: ", "))
    }
    return parts.joined(separator: "; ")
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
