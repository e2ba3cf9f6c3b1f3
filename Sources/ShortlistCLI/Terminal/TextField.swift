/// An editable line of text with a cursor.
struct TextField {
  /// The maximum length, in characters; a query uses less.
  static let limit = 4096

  /// The text before and after the cursor.
  private(set) var before = ""
  private(set) var after = ""

  var text: String { before + after }

  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Replaces the text, and puts the cursor at its end.
  mutating func replace(with text: String) {
    before = String(text.prefix(Self.limit))
    after = ""
  }

  /// Handles a key; returns `false` if the field does not use it.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .text(let text), .paste(let text): insert(text)
    case .backspace, .control("h"): if !before.isEmpty { before.removeLast() }
    case .delete, .control("d"): if !after.isEmpty { after.removeFirst() }
    case .left, .control("b"): if let last = before.popLast() { after = String(last) + after }
    case .right, .control("f"): if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"):
      while before.last?.isWhitespace == true { before.removeLast() }
      while before.last?.isWhitespace == false { before.removeLast() }
    default: return false
    }
    return true
  }

  private mutating func insert(_ text: String) {
    let room = Self.limit - before.count - after.count
    before += text.prefix(max(room, 0))
  }

  /// The part that fits into `width` cells with the cursor in it, and the column of the cursor.
  func visible(width: Int) -> (text: String, cursor: Int) {
    var shown: [Character] = []
    var cursor = 0
    for character in before.reversed() {
      let next = cursor + CellWidth.width(of: character)
      // The cursor takes a cell of its own.
      guard next < width else { break }
      cursor = next
      shown.append(character)
    }
    return (String(shown.reversed()) + after, cursor)
  }
}
