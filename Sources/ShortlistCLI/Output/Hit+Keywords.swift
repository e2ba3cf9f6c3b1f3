import Shortlist

extension Hit {
  /// The keywords that matched, where the title does not show why the item is there, each with what
  /// matched in it.
  var tellingKeywords: [(keyword: String, ranges: [Range<String.Index>])] {
    guard ranges(in: .title).isEmpty else { return [] }
    let highlights = highlights.filter { $0.field == .keywords }
    let numbers = Set(highlights.map(\.keyword)).filter(item.keywords.indices.contains)
    return numbers.sorted().map { number in
      (item.keywords[number], highlights.filter { $0.keyword == number }.map(\.range))
    }
  }
}
