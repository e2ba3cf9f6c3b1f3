/// How a hit matched: a step of the ladder, best first.
public enum Rung: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// The words are the whole title.
  case title = 1
  /// The title begins with the words.
  case prefix = 2
  /// Every word is in the title or the keywords.
  case words = 3
  /// Every word is in some field.
  case text = 4
  /// Every word is inside a word of the title or the keywords.
  case fragment = 5
  /// As 1 to 4, with one edit.
  case typo = 6
  /// As 1 to 4, with two edits.
  case typos = 7
  /// Some of the words are missing.
  case partial = 8

  /// The name of the rung in JSON.
  public var name: String { "\(self)" }

  /// Better rungs first.
  public static func < (a: Rung, b: Rung) -> Bool { a.rawValue < b.rawValue }
}
