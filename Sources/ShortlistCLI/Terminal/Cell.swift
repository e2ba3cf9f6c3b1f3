/// What stands at one place of a screen.
struct Cell: Hashable {
  /// What is drawn.
  var character: Character
  /// How many cells it takes; 0 for a cell that the character before it covers.
  var width: Int
  var style: CellStyle
  /// Whether text from right to left ends here, and must not turn what follows.
  var endsRightToLeft = false

  static let blank = Cell(character: " ", width: 1, style: .plain)
}
