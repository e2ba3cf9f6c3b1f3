/// What may be wrong in a word, in plain Swift.
enum ModelTypos {
  /// Whether a word may have edits at all: it is made of 5 to 63 letters.
  static func allowsEdits(in word: [UInt8]) -> Bool {
    let scalars = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
    return (5...63).contains(scalars.count)
      && scalars.allSatisfy { [.letter, .mark].contains(ModelFold.kind(of: $0)) }
  }

  /// The fewest edits that make a typed word of a term, or for a prefix of a beginning of it; `nil`
  /// when they are more than are allowed.
  static func edits(_ word: [UInt8], _ term: [UInt8], isPrefix: Bool) -> Int? {
    guard allowsEdits(in: word) else { return nil }
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

  /// Optimal string alignment, where edits of the first typed letter count twice:
  /// `[i][j]` is the distance of the first `i` letters that were meant from the first `j` typed.
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
