extension [String] {
  /// Returns the texts with a separator between them. Unlike `joined(separator:)`, it looks up no
  /// conformances, which takes 0.1 ms the first time in a process.
  func joined(by separator: String) -> String {
    guard var joined = first else { return "" }
    for text in dropFirst() {
      joined += separator
      joined += text
    }
    return joined
  }
}
