import Shortlist

extension JSONWriter {
  /// Writes search results, for `search --json` and `pipe`.
  mutating func results(_ results: SearchResults) {
    raw("{\"query\":")
    string(results.query.text)
    if let corrected = results.correctedText {
      raw(",\"corrected\":")
      string(corrected)
    }
    var isFirst = true
    if results.query.layout == .grouped {
      raw(",\"groups\":[")
      for group in results.groups {
        separate(isFirst: &isFirst)
        self.group(group, explains: results.query.explains)
      }
    } else {
      raw(",\"hits\":[")
      hits(results.hits, explains: results.query.explains)
    }
    raw("],\"total\":")
    total(results.total)
    if results.query.maxGroups != nil, results.query.layout == .grouped {
      raw(",\"groupTotal\":")
      total(results.groupTotal)
    }
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
    hits(group.hits, explains: explains)
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

  private mutating func hits(_ hits: [Hit], explains: Bool) {
    hits.withUnsafeBufferPointer { hits in
      for index in hits.indices {
        guard let hit = hits.baseAddress else { break }
        if index > 0 { raw(",") }
        self.hit(hit + index, explains: explains)
      }
    }
  }

  /// Reads the hit in place: copying it takes half as long as writing it.
  private mutating func hit(_ hit: UnsafePointer<Hit>, explains: Bool) {
    raw("{\"id\":")
    string(hit.pointee.item.id.rawValue)
    raw(",\"section\":")
    string(hit.pointee.item.section.rawValue)
    raw(",\"title\":")
    string(hit.pointee.item.title)
    raw(",\"tier\":\"")
    name(hit.pointee.tier)
    raw("\",\"score\":")
    number(hit.pointee.score)
    raw(",\"ranges\":{")
    ranges(of: hit)
    raw("},\"snippet\":")
    snippet(hit.pointee.snippet)
    if explains, let explanation = hit.pointee.explanation {
      raw(",\"explanation\":")
      self.explanation(explanation)
    }
    raw("}")
  }

  /// Writes ``MatchTier/name``. Making a string for each hit would cost as much as all the rest.
  private mutating func name(_ tier: MatchTier) {
    switch tier {
    case .title: raw("title")
    case .prefix: raw("prefix")
    case .words: raw("words")
    case .text: raw("text")
    case .substring: raw("substring")
    case .typo: raw("typo")
    case .typos: raw("typos")
    case .partial: raw("partial")
    }
  }

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

  private mutating func ranges(of hit: UnsafePointer<Hit>) {
    let highlights = hit.pointee.highlights
    var start = 0
    while start < highlights.count {
      let field = highlights[start].field
      var end = start + 1
      while end < highlights.count, highlights[end].field == field { end += 1 }
      if start > 0 { raw(",") }
      let ranges = highlights[start..<end]
      switch field {
      case .title:
        raw("\"title\":")
        self.ranges(ranges, in: hit.pointee.item.title)
      case .subtitle:
        raw("\"subtitle\":")
        self.ranges(ranges, in: hit.pointee.item.subtitle)
      case .body:
        raw("\"body\":")
        self.ranges(ranges, in: hit.pointee.item.body)
      case .keywords:
        raw("\"keywords\":")
        keywordRanges(ranges, in: hit.pointee.item.keywords)
      }
      start = end
    }
  }

  /// Writes an array of ranges for each keyword, empty for those that did not match.
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
  /// The range as UTF-8 offsets from the start of the text.
  func utf8Range(_ range: Range<Index>) -> Range<Int> {
    let start = utf8.distance(from: startIndex, to: range.lowerBound)
    return start..<start + utf8.distance(from: range.lowerBound, to: range.upperBound)
  }
}

extension JSONWriter {
  /// Writes completions, for `complete --json`; `typed` is a range of UTF-8 offsets.
  mutating func completions(_ completions: [Completion]) {
    raw("{\"completions\":[")
    var isFirst = true
    for completion in completions {
      separate(isFirst: &isFirst)
      raw("{\"text\":")
      string(completion.text)
      raw(",\"typed\":")
      range(completion.text.utf8Range(completion.typed))
      raw(",\"kind\":")
      string(completion.kind.rawValue)
      raw(",\"weight\":")
      number(completion.weight)
      raw("}")
    }
    raw("]}")
  }
}

extension JSONWriter {
  /// Writes the report of a check, for `check --json`.
  mutating func report(_ report: CheckReport) {
    raw("{\"status\":")
    string(report.status.rawValue)
    raw(",\"items\":")
    integer(report.items)
    raw(",\"sections\":")
    integer(report.sections)
    raw(",\"findings\":[")
    var isFirst = true
    for finding in report.findings {
      separate(isFirst: &isFirst)
      raw("{\"part\":")
      string(finding.part.rawValue)
      raw(",\"damage\":")
      bool(finding.isDamage)
      raw(",\"message\":")
      string(finding.message)
      raw("}")
    }
    raw("],\"micros\":")
    integer(report.duration.microseconds)
    raw("}")
  }
}

extension JSONWriter {
  /// Writes an explanation as a tree: label, value and, if there are any, children.
  mutating func explanation(_ explanation: Explanation) {
    raw("{\"label\":")
    string(explanation.label)
    switch explanation.value {
    case .number(let number):
      raw(",\"value\":")
      self.number(number)
    case .text(let text):
      raw(",\"value\":")
      string(text)
    case nil: break
    }
    if !explanation.children.isEmpty {
      raw(",\"children\":[")
      var isFirst = true
      for child in explanation.children {
        separate(isFirst: &isFirst)
        self.explanation(child)
      }
      raw("]")
    }
    raw("}")
  }

  /// Writes why an item is or is not a hit, for `why --json`.
  mutating func why(_ why: Why) {
    raw("{\"id\":")
    string(why.item.id.rawValue)
    raw(",\"query\":")
    string(why.query.text)
    raw(",\"isHit\":")
    bool(why.isHit)
    raw(",\"tier\":")
    if let tier = why.tier { string(tier.name) } else { raw("null") }
    raw(",\"place\":")
    if let place = why.place { integer(place) } else { raw("null") }
    raw(",\"sentences\":[")
    var isFirst = true
    for sentence in why.sentences {
      separate(isFirst: &isFirst)
      string(sentence)
    }
    raw("]}")
  }
}
