struct CellStyle: Hashable {
  /// A colour: one of the terminal's 256, or any RGB value.
  enum Color: Hashable {
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)

    /// The parameters that select it: `base` is 38 for the foreground, 48 for the background.
    fileprivate func parameters(_ base: Int) -> String {
      switch self {
      case .palette(let number): "\(base);5;\(number)"
      case .rgb(let red, let green, let blue): "\(base);2;\(red);\(green);\(blue)"
      }
    }
  }

  var isBold = false
  var isFaint = false
  var isUnderlined = false
  var isReversed = false
  var foreground: Color?
  var background: Color?

  static let plain = CellStyle()
  static let bold = CellStyle(isBold: true)
  static let faint = CellStyle(isFaint: true)

  /// The style of a cell under an overlay.
  var dimmed: CellStyle { CellStyle(isFaint: true, background: background) }

  /// The escape sequence that selects this style, whatever the style before it.
  var sequence: String {
    var parameters = ["0"]
    if isBold { parameters.append("1") }
    if isFaint { parameters.append("2") }
    if isUnderlined { parameters.append("4") }
    if isReversed { parameters.append("7") }
    if let foreground { parameters.append(foreground.parameters(38)) }
    if let background { parameters.append(background.parameters(48)) }
    return "\u{1B}[\(parameters.joined(separator: ";"))m"
  }
}
