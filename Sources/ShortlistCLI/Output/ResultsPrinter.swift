import Shortlist

/// Prints an answer for people: a heading for each section, and its hits below.
struct ResultsPrinter {
  let output: OutputFile
  let style: Style
  /// Whether lines below each hit say how it matched, and the last ones how it was searched.
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
    let item = hit.item
    var line = indent + style.text(item.title, matching: hit.ranges(in: .title))
    if !item.subtitle.isEmpty {
      line +=
        "  " + style.text(item.subtitle, matching: hit.ranges(in: .subtitle), in: style.faint)
    }
    for (keyword, ranges) in hit.tellingKeywords {
      line += "  " + style.text(keyword, matching: ranges, in: style.faint)
    }
    if showsSection { line += "  " + style.text(item.section.rawValue, style.faint) }
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
