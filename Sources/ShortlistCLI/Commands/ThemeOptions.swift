import ArgumentParser
import Shortlist

/// The appearance of the search bar in `browse`.
struct ThemeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The text of the empty bar.", valueName: "text"))
  var placeholder = "Search"

  @Option(help: ArgumentHelp("The label of Cancel.", valueName: "text"))
  var cancelLabel = "Cancel"

  @Option(help: ArgumentHelp("The height of the bar; a frame needs at least 3.", valueName: "rows"))
  var height = 3

  @Option(help: ArgumentHelp("The margin on both sides of the bar.", valueName: "columns"))
  var margin = 0

  @Option(
    help: ArgumentHelp(
      "The space before and after the text of the bar, inside its frame.", valueName: "columns"))
  var textInset = 1

  @Option(help: "When the bar shows a × to clear the text.")
  var clearButton = ClearButton.whileEditing

  @Option(help: ArgumentHelp("The colour of the typed text.", valueName: "color"))
  var textColor: ColorArgument?

  @Option(help: ArgumentHelp("The colour of the placeholder.", valueName: "color"))
  var placeholderColor: ColorArgument?

  @Option(help: ArgumentHelp("The colour of the bar.", valueName: "color"))
  var barColor: ColorArgument?

  @Option(
    help: ArgumentHelp(
      "The colour of Cancel, the scope and matches: a name such as blue, or #1e90ff.",
      valueName: "color"))
  var tint: ColorArgument?

  @Option(help: ArgumentHelp("The colour of the overlay on the list.", valueName: "color"))
  var overlayColor: ColorArgument?

  @Option(
    help: ArgumentHelp(
      "The opacity of the overlay, from 0 (transparent) to 1 (opaque).", valueName: "opacity"))
  var overlayOpacity = 0.4

  enum ClearButton: String, CaseIterable, ExpressibleByArgument {
    case never, always
    case whileEditing = "while-editing"
    case unlessEditing = "unless-editing"

    fileprivate var mode: SearchSessionAppearance.ClearButtonMode {
      switch self {
      case .never: .never
      case .always: .always
      case .whileEditing: .whileEditing
      case .unlessEditing: .unlessEditing
      }
    }
  }

  func validate() throws {
    let lengths = [
      ("height", height, 1...20), ("margin", margin, 0...100), ("text-inset", textInset, 0...100),
    ]
    for (name, length, range) in lengths where !range.contains(length) {
      throw ValidationError(
        "--\(name) must be from \(range.lowerBound) to \(range.upperBound).")
    }
    guard (0...1).contains(overlayOpacity) else {
      throw ValidationError("--overlay-opacity must be from 0 to 1.")
    }
  }

  /// The options as a session's appearance, with lengths in cells.
  var appearance: SearchSessionAppearance {
    SearchSessionAppearance(
      height: Double(height),
      margins: .init(leading: Double(margin), trailing: Double(margin)),
      textInsets: .init(leading: Double(textInset), trailing: Double(textInset)),
      clearButtonMode: clearButton.mode, textColor: textColor?.color,
      placeholderColor: placeholderColor?.color, backgroundColor: barColor?.color,
      tintColor: tint?.color, overlayColor: overlayColor?.color, overlayOpacity: overlayOpacity,
      placeholder: placeholder, cancelLabel: cancelLabel)
  }
}
