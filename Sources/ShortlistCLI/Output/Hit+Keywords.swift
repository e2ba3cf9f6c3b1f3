import Shortlist

extension Hit {
  /// The keywords that matched, where the title does not show why the item is there, each with what
  /// matched in it.
  var tellingKeywords: [(keyword: String, ranges: [Range<String.Index>])] {
    guard ranges(in: .title).isEmpty else { return [] }
    return keywordRanges.filter { item.keywords.indices.contains($0.key) }
      .sorted { $0.key < $1.key }
      .map { (item.keywords[$0.key], $0.value) }
  }

  /// What matched in each keyword, by its number.
  var keywordRanges: [Int: [Range<String.Index>]] {
    highlights.reduce(into: [:]) { ranges, highlight in
      guard highlight.field == .keywords else { return }
      ranges[highlight.keyword, default: []].append(highlight.range)
    }
  }
}
