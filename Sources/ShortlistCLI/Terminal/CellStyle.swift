/// How a cell looks.
struct CellStyle: Hashable {
  /// A colour of the terminal's own 256, or any.
  enum Color: Hashable {
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)

    /// The parameters that set it: `base` is 38 for text, 48 for what is behind it.
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

  /// The style of what an overlay covers.
  var dimmed: CellStyle { CellStyle(isFaint: true, background: background) }

  /// What sets a terminal to this style, whatever it was set to.
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
