import Shortlist

/// Prints search results as text: a heading for each section, and its hits below.
struct ResultsPrinter {
  let output: OutputFile
  let style: Style
  /// Whether to print how each hit matched, and at the end how the search was run.
  let explains: Bool

  func print(_ results: SearchResults) throws(SystemError) {
    try printHits(of: results)
    if explains { try print(results.plan, indent: "") }
  }

  private func printHits(of results: SearchResults) throws(SystemError) {
    guard results.query.layout == .grouped else {
      for hit in results.hits { try print(hit, indent: "", showsSection: true) }
      try printRest(of: results.total, shown: results.hits.count, indent: "")
      return
    }
    for group in results.groups {
      try output.writeLine(
        style.text(group.section.title, style.heading) + "  "
          + style.text(group.total.shown, style.faint))
      for hit in group.hits { try print(hit, indent: "  ", showsSection: false) }
      try printRest(of: group.total, shown: group.hits.count, indent: "  ")
    }
    if results.groupTotal.value > results.groups.count {
      let more = (results.groupTotal.value - results.groups.count).counted("more section")
      try output.writeLine(style.text("… \(more)", style.faint))
    }
  }

  private func print(_ hit: Hit, indent: String, showsSection: Bool) throws(SystemError) {
    var line = indent + style.text(hit.item.title, matching: hit.ranges(in: .title))
    for (text, ranges) in hit.details {
      line += "  " + style.text(text, matching: ranges, in: style.faint)
    }
    if showsSection { line += "  " + style.text(hit.item.section.rawValue, style.faint) }
    try output.writeLine(line)
    if let snippet = hit.snippet {
      try output.writeLine(
        indent + "  " + style.text(snippet.text, matching: snippet.ranges, in: style.faint))
    }
    if explains { try print(hit.explanation, indent: indent + "    ") }
  }

  private func print(_ explanation: Explanation?, indent: String) throws(SystemError) {
    for line in explanation?.lines(indent: indent) ?? [] {
      try output.writeLine(style.text(line, style.faint))
    }
  }

  private func printRest(of total: Total, shown: Int, indent: String) throws(SystemError) {
    guard let more = total.shown(besides: shown) else { return }
    try output.writeLine(indent + style.text("… \(more) more", style.faint))
  }
}

extension [Range<String.Index>] {
  /// Whether one of these ranges, which are sorted and do not overlap, overlaps `place`.
  ///
  /// - Complexity: O(log *n*), because a long text may have a match in every word.
  func overlap(_ place: Range<String.Index>) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound > place.lowerBound { high = middle } else { low = middle + 1 }
    }
    return low < count && self[low].lowerBound < place.upperBound
  }
}

extension Hit {
  /// The texts to show after the title, with their matches: the subtitle and, if the title shows no
  /// match, the keywords that do.
  var details: [(text: String, ranges: [Range<String.Index>])] {
    let subtitle = item.subtitle.isEmpty ? [] : [(item.subtitle, ranges(in: .subtitle))]
    guard ranges(in: .title).isEmpty else { return subtitle }
    return subtitle
      + keywordRanges.filter { item.keywords.indices.contains($0.key) }
      .sorted { $0.key < $1.key }
      .map { (item.keywords[$0.key], $0.value) }
  }

  /// The matches in each keyword, by the index of the keyword.
  var keywordRanges: [Int: [Range<String.Index>]] {
    highlights.reduce(into: [:]) { ranges, highlight in
      guard highlight.field == .keywords else { return }
      ranges[highlight.keyword, default: []].append(highlight.range)
    }
  }
}

extension Explanation {
  /// The tree as lines, each level indented by two more spaces: "rank = …: 0.82".
  func lines(indent: String = "") -> [String] {
    let value: String? =
      switch self.value {
      case .number(let number): number.short
      case .text(let text): text
      case nil: nil
      }
    return [indent + label + (value.map { ": \($0)" } ?? "")]
      + children.flatMap { $0.lines(indent: indent + "  ") }
  }
}

extension Double {
  /// The number with at most four decimals, and none if it is an integer.
  var short: String {
    if let integer = Int(exactly: self) { return integer.grouped }
    guard magnitude < 1e12 else { return description }
    return ((self * 10_000).rounded() / 10_000).description
  }
}

extension SearchResults.Note {
  var sentence: String {
    switch self {
    case .wordsCut(let kept): "Only the first \(kept) words were used."
    case .wordCut: "A word of more than 1,000 characters was truncated."
    case .timeBudgetSpent: "The time budget ran out; there may be more matches."
    case .unknownSection(let id): "There is no section “\(id)”."
    case .unknownAttribute(let name): "No item has an attribute “\(name)”."
    case .indexOutdated:
      "The index is from another version; items may be missing until you run `shortlist reindex`."
    }
  }
}

extension Total {
  /// The number to show: "5", or "1,000+" if counting stopped early.
  var shown: String { value.grouped + (isExact ? "" : "+") }

  /// How many more there are than those shown: "12", "12+", or "perhaps"; `nil` if there are none.
  func shown(besides count: Int) -> String? {
    guard value > count else { return isExact ? nil : "perhaps" }
    return (value - count).grouped + (isExact ? "" : "+")
  }
}
