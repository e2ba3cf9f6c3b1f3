import Shortlist

/// Spelling correction in plain Swift.
enum ModelTypos {
  /// Whether edits are allowed in a word: it must have 5 to 63 letters and nothing else, or more than
  /// 5 if the query says so.
  static func allowsEdits(in word: [UInt8], _ tolerance: TypoTolerance) -> Bool {
    let scalars = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
    return (5...63).contains(scalars.count) && scalars.count >= tolerance.letters ?? 64
      && scalars.allSatisfy { [.letter, .mark].contains(ModelFold.kind(of: $0)) }
  }

  /// Returns the fewest edits between a typed word and a term, or for a prefix any prefix of the
  /// term; `nil` if they exceed the limit.
  static func edits(
    _ word: [UInt8], _ term: [UInt8], isPrefix: Bool, _ tolerance: TypoTolerance
  ) -> Int? {
    guard allowsEdits(in: word, tolerance) else { return nil }
    let typed = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
    let meant = Array(String(decoding: term, as: UTF8.self).unicodeScalars)
    let table = distances(typed, meant)
    let ends = isPrefix ? Array(1...max(1, meant.count)) : [meant.count]
    return ends.filter { $0 <= meant.count }.compactMap { end -> Int? in
      let allowance = max(typed.count, end) >= 9 ? 2 : 1
      let edits = table[end][typed.count]
      return edits <= allowance ? edits : nil
    }.min()
  }

  /// Computes optimal string alignment, with edits of the first typed letter counted twice:
  /// `[i][j]` is the distance between the first `i` intended letters and the first `j` typed ones.
  static func distances(_ typed: [Unicode.Scalar], _ meant: [Unicode.Scalar]) -> [[Int]] {
    var table = [[Int]](
      repeating: [Int](repeating: 0, count: typed.count + 1), count: meant.count + 1)
    for i in 0...meant.count {
      for j in 0...typed.count {
        var options: [Int] = i == 0 && j == 0 ? [0] : []
        if i > 0 { options.append(table[i - 1][j] + (j == 0 ? 2 : 1)) }
        if j > 0 { options.append(table[i][j - 1] + (j == 1 ? 2 : 1)) }
        if i > 0, j > 0 {
          let cost = meant[i - 1] == typed[j - 1] ? 0 : j == 1 ? 2 : 1
          options.append(table[i - 1][j - 1] + cost)
        }
        if i > 1, j > 1, meant[i - 1] == typed[j - 2], meant[i - 2] == typed[j - 1] {
          options.append(table[i - 2][j - 2] + (j == 2 ? 2 : 1))
        }
        table[i][j] = options.min() ?? 0
      }
    }
    return table
  }
}
