/// How far apart two words are, for sentences about misspelt ones; one word at a time, so it need
/// not be fast.
enum EditDistance {
  /// The least number of edits from `typed` to each beginning of `word`, by its length in letters, the
  /// whole word last: letters left out, put in, exchanged, or swapped with the next.
  static func edits(from typed: String, toBeginningsOf word: String) -> [Int] {
    let (a, b) = (Array(typed.unicodeScalars), Array(word.unicodeScalars.prefix(256)))
    var before = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for (i, letter) in a.prefix(256).enumerated() {
      var row = [i + 1]
      for (j, other) in b.enumerated() {
        var least = min(last[j] + (letter == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, letter == b[j - 1], a[i - 1] == other {
          least = min(least, before[j - 1] + 1)
        }
        row.append(least)
      }
      (before, last) = (last, row)
    }
    return last
  }

  /// How many edits the typo tiers allow in a word.
  static func allowance(for word: String) -> Int {
    guard !word.unicodeScalars.contains(where: { $0.properties.numericType != nil }) else {
      return 0
    }
    switch word.unicodeScalars.count {
    case ..<5: return 0
    case ..<9: return 1
    default: return 2
    }
  }
}
