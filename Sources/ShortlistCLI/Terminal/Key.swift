/// What a person does with the keyboard or the mouse.
enum Key: Hashable {
  /// A character, or a part of one.
  case text(String)
  /// Text from the clipboard: on one line, without control characters.
  case paste(String)
  /// A letter with Ctrl, in lower case.
  case control(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  /// The left button of the mouse was pressed, on a cell counted from 0.
  case click(column: Int, row: Int)
  /// The wheel of the mouse was turned over a cell, one notch down (1) or up (-1).
  case wheel(Int, column: Int, row: Int)
  case enter, escape, tab, backTab, backspace, delete
}
