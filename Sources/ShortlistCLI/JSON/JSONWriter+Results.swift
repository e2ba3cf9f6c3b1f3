import Shortlist

extension JSONWriter {
  /// Writes an answer, as `search --json` and `pipe` give it.
  mutating func results(_ results: SearchResults, maximumGroups: Int? = nil) {
    raw("{\"query\":")
    string(results.query.text)
    if let corrected = results.correctedText {
      raw(",\"corrected\":")
      string(corrected)
    }
    var isFirst = true
    if results.query.layout == .grouped {
      raw(",\"groups\":[")
      for group in results.groups.prefix(maximumGroups ?? .max) {
        separate(isFirst: &isFirst)
        self.group(group, explains: results.query.explains)
      }
    } else {
      raw(",\"hits\":[")
      for hit in results.hits {
        separate(isFirst: &isFirst)
        self.hit(hit, explains: results.query.explains)
      }
    }
    raw("],\"total\":")
    total(results.total)
    next(results.next)
    raw(",\"micros\":")
    integer(results.duration.microseconds)
    if let plan = results.plan {
      raw(",\"plan\":")
      explanation(plan)
    }
    raw(",\"notes\":[")
    isFirst = true
    for note in results.notes {
      separate(isFirst: &isFirst)
      string(note.sentence)
    }
    raw("]}")
  }

  private mutating func group(_ group: HitGroup, explains: Bool) {
    raw("{\"section\":{\"id\":")
    string(group.section.id.rawValue)
    raw(",\"title\":")
    string(group.section.title)
    raw("},\"total\":")
    total(group.total)
    raw(",\"hits\":[")
    var isFirst = true
    for hit in group.hits {
      separate(isFirst: &isFirst)
      self.hit(hit, explains: explains)
    }
    raw("]")
    next(group.next)
    raw("}")
  }

  private mutating func total(_ total: Total) {
    raw("{\"value\":")
    integer(total.value)
    raw(total.isExact ? ",\"relation\":\"exact\"}" : ",\"relation\":\"atLeast\"}")
  }

  private mutating func next(_ cursor: SearchCursor?) {
    guard let cursor else { return }
    raw(",\"next\":")
    string(cursor.description)
  }

  private mutating func hit(_ hit: Hit, explains: Bool) {
    raw("{\"id\":")
    string(hit.item.id.rawValue)
    raw(",\"section\":")
    string(hit.item.section.rawValue)
    raw(",\"title\":")
    string(hit.item.title)
    raw(",\"rung\":\"")
    raw(Self.names[hit.rung.rawValue])
    raw("\",\"score\":")
    number(hit.score)
    raw(",\"ranges\":{")
    ranges(of: hit)
    raw("},\"snippet\":")
    snippet(hit.snippet)
    if explains, let explanation = hit.explanation {
      raw(",\"explanation\":")
      self.explanation(explanation)
    }
    raw("}")
  }

  /// The names of the rungs in UTF-8, by their numbers: a name made anew for each hit would cost as
  /// much as the rest of the hit.
  private static let names: [[UInt8]] = {
    let last = Rung.allCases.map(\.rawValue).max() ?? 0
    return (0...last).map { number in Rung(rawValue: number).map { Array($0.name.utf8) } ?? [] }
  }()

  private mutating func snippet(_ snippet: Snippet?) {
    guard let snippet else { return raw("null") }
    raw("{\"text\":")
    string(snippet.text)
    raw(",\"ranges\":[")
    var isFirst = true
    for range in snippet.ranges {
      separate(isFirst: &isFirst)
      self.range(snippet.text.utf8Range(range))
    }
    raw("]}")
  }

  private mutating func ranges(of hit: Hit) {
    var rest = hit.highlights[...]
    while let field = rest.first?.field {
      let ranges = rest.prefix { $0.field == field }
      raw(rest.startIndex == 0 ? "\"" : ",\"")
      raw(field.rawValue.utf8)
      raw("\":")
      switch field {
      case .title: self.ranges(ranges, in: hit.item.title)
      case .subtitle: self.ranges(ranges, in: hit.item.subtitle)
      case .body: self.ranges(ranges, in: hit.item.body)
      case .keywords: keywordRanges(ranges, in: hit.item.keywords)
      }
      rest = rest[ranges.endIndex...]
    }
  }

  /// An array of ranges for each keyword, empty for those that did not match.
  private mutating func keywordRanges(
    _ highlights: ArraySlice<Highlight>, in keywords: [String]
  ) {
    var rest = highlights
    raw("[")
    var isFirst = true
    for (number, keyword) in keywords.enumerated() {
      separate(isFirst: &isFirst)
      let ranges = rest.prefix { $0.keyword == number }
      self.ranges(ranges, in: keyword)
      rest = rest[ranges.endIndex...]
    }
    raw("]")
  }

  private mutating func ranges(_ highlights: ArraySlice<Highlight>, in text: String) {
    raw("[")
    var isFirst = true
    for highlight in highlights {
      separate(isFirst: &isFirst)
      range(text.utf8Range(highlight.range))
    }
    raw("]")
  }
}

extension String {
  /// The range in bytes of UTF-8, from the beginning of the text.
  func utf8Range(_ range: Range<Index>) -> Range<Int> {
    let start = utf8.distance(from: startIndex, to: range.lowerBound)
    return start..<start + utf8.distance(from: range.lowerBound, to: range.upperBound)
  }
}
