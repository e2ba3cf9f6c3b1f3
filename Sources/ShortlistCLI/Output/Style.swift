import ArgumentParser

/// When to use colour in the output.
enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never

  /// Whether to use colour: by default on a terminal that supports it, unless `NO_COLOR` is set.
  func isOn(isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      let terminal = Environment.value(of: "TERM") ?? "dumb"
      return isTerminal && terminal != "dumb" && Environment.value(of: "NO_COLOR") == nil
    }
  }
}

/// The styles of printed text.
struct Style {
  let isColored: Bool

  /// Matched text: bold and yellow.
  var match: String { sequence("1;33") }
  var heading: String { sequence("1") }
  var faint: String { sequence("2") }

  /// The escape sequence that selects a style; without colour, nothing.
  private func sequence(_ parameters: String) -> String {
    isColored ? "\u{1B}[\(parameters)m" : ""
  }

  /// Returns text from the database in one style.
  func text(_ text: String, _ style: String) -> String {
    style + TerminalText.shown(text) + sequence("0")
  }

  /// Returns text from the database with matches in ``match`` and the rest in `base`.
  func text(
    _ text: String, matching ranges: [Range<String.Index>], in base: String = ""
  ) -> String {
    let end = sequence("0")
    let shown = TerminalText.shown(text, emphasizing: ranges, start: match, end: end + base)
    return base + shown + (base.isEmpty ? "" : end)
  }
}
