import Shortlist

/// Prints the values of attributes among the matches, with their numbers in a column.
struct FacetPrinter {
  let output: OutputFile
  let style: Style

  /// The widest value, in cells of a terminal, that the numbers stand back for.
  private static let maximumWidth = 40

  /// Prints the facets that have values.
  func print(_ facets: [Facet]) throws(SystemError) {
    for facet in facets where !facet.values.isEmpty {
      try output.writeLine(style.text(facet.attribute, style.heading))
      let values = facet.values.map { $0.value.shown }
      let counts = facet.values.map(\.total.shown)
      let width =
        values.map { CellWidth.width(of: $0) }.filter { $0 <= Self.maximumWidth }.max() ?? 0
      let countWidth = counts.map { Self.digits(of: $0).count }.max() ?? 0
      for (value, count) in zip(values, counts) {
        let gap = max(0, width - CellWidth.width(of: value)) + 2 + countWidth
        let padding = String(repeating: " ", count: gap - Self.digits(of: count).count)
        try output.writeLine("  " + value + padding + style.text(count, style.faint))
      }
    }
  }

  /// A number without the plus of a lower bound, which stands to the right of the column.
  private static func digits(of count: String) -> Substring { count.prefix { $0 != "+" } }
}

extension AttributeValue {
  /// The value as it is printed: safe for a terminal, and never empty.
  var shown: String {
    let text = TerminalText.shown(description)
    return text.isBlank ? "“\(text)”" : text
  }
}
