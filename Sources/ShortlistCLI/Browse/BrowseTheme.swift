import Shortlist

/// The styles and sizes of the parts of the screen.
struct BrowseTheme {
  let appearance: SearchSessionAppearance
  /// The typed text, and the bar around it.
  let text: CellStyle
  let placeholder: CellStyle
  /// The placeholder while it fades in or out.
  let fadingPlaceholder: CellStyle
  let frame: CellStyle
  /// Cancel, and the selected scope.
  let tint: CellStyle
  let heading = CellStyle.bold
  let faint = CellStyle.faint
  let match: CellStyle
  let warning: CellStyle
  /// The colour of the overlay; `nil` for the terminal's own.
  private let overlay: CellStyle.Color?

  /// Applies a session's appearance. Without colour, only weight and lines set parts apart.
  init(_ appearance: SearchSessionAppearance, isColored: Bool) {
    self.appearance = appearance
    func color(_ color: SearchSessionAppearance.Color?, else other: UInt8? = nil)
      -> CellStyle.Color?
    {
      guard isColored else { return nil }
      return color.map(CellStyle.Color.init) ?? other.map(CellStyle.Color.palette)
    }
    let background = color(appearance.backgroundColor)
    text = CellStyle(foreground: color(appearance.textColor), background: background)
    let placeholderColor = color(appearance.placeholderColor)
    placeholder = CellStyle(
      isFaint: placeholderColor == nil, foreground: placeholderColor, background: background)
    fadingPlaceholder = CellStyle(
      isFaint: true, foreground: color(nil, else: 8), background: background)
    frame = CellStyle(isFaint: background == nil, background: background)
    tint = CellStyle(isBold: true, foreground: color(appearance.tintColor))
    match = CellStyle(
      isBold: true, isUnderlined: !isColored, foreground: color(appearance.tintColor, else: 3))
    warning = CellStyle(isBold: true, foreground: color(nil, else: 1))
    // The colour behind the overlay is unknown; most terminals are dark.
    overlay = color(
      appearance.overlayColor.map { color in
        let opacity = min(max(appearance.overlayOpacity * color.opacity, 0), 1)
        return .init(
          red: color.red * opacity, green: color.green * opacity, blue: color.blue * opacity)
      })
  }

  /// The style of a cell under the overlay; `nil` if the overlay hides it completely.
  func covered(_ style: CellStyle) -> CellStyle? {
    guard appearance.overlayOpacity > 0 else { return style }
    var covered = style.dimmed
    covered.background = overlay ?? covered.background
    return appearance.overlayOpacity < 1 ? covered : nil
  }

  var opaqueOverlay: CellStyle { CellStyle(background: overlay) }

  /// The height of the bar in rows: 3, with a frame, unless the appearance says otherwise.
  var barHeight: Int { max(1, Self.cells(appearance.height ?? 3)) }

  var topMargin: Int { Self.cells(appearance.margins.top) }
  var bottomMargin: Int { Self.cells(appearance.margins.bottom) }
  var leadingMargin: Int { Self.cells(appearance.margins.leading) }
  var trailingMargin: Int { Self.cells(appearance.margins.trailing) }

  /// The space before and after the text, inside the frame.
  var textInsets: (leading: Int, trailing: Int) {
    guard let insets = appearance.textInsets else { return (1, 1) }
    return (Self.cells(insets.leading), Self.cells(insets.trailing))
  }

  private static func cells(_ length: Double) -> Int {
    length.isFinite ? Int(min(max(length, 0), 1000).rounded()) : 0
  }
}

extension CellStyle.Color {
  /// Converts a colour, to the nearest of 256 if the terminal has no more.
  init(_ color: SearchSessionAppearance.Color) {
    func part(_ value: Double, of steps: Double) -> UInt8 {
      UInt8((min(max(value, 0), 1) * steps).rounded())
    }
    if ["truecolor", "24bit"].contains(Environment.value(of: "COLORTERM") ?? "") {
      self = .rgb(part(color.red, of: 255), part(color.green, of: 255), part(color.blue, of: 255))
    } else {
      // A cube of 6 × 6 × 6 colours follows the 16 named ones.
      self = .palette(
        16 + 36 * part(color.red, of: 5) + 6 * part(color.green, of: 5) + part(color.blue, of: 5))
    }
  }
}
