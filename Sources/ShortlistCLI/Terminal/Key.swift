/// What a person does with the keyboard.
enum Key: Hashable {
  /// A character, or a part of one.
  case text(String)
  /// Text from the clipboard: on one line, without control characters.
  case paste(String)
  /// A letter with Ctrl, in lower case.
  case control(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, escape, tab, backTab, backspace, delete
}
