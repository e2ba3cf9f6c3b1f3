import Shortlist

extension JSONWriter {
  /// Writes search results, for `search --json` and `pipe`.
  mutating func results(_ results: SearchResults) {
    object {
      $0.member("query", results.query.text)
      if let corrected = results.correctedText { $0.member("corrected", corrected) }
      if results.query.layout == .grouped {
        $0.key("groups")
        $0.array(results.groups) { $0.group($1) }
      } else {
        $0.hits(results.hits)
      }
      $0.member("total", results.total)
      if results.query.maxGroups != nil, results.query.layout == .grouped {
        $0.member("groupTotal", results.groupTotal)
      }
      $0.facets(results.facets)
      if let next = results.next { $0.member("next", next.description) }
      $0.member("micros", results.duration.microseconds)
      $0.member("plan", results.plan)
      $0.key("notes")
      $0.array(results.notes) { $0.string($1.sentence) }
    }
  }

  private mutating func group(_ group: HitGroup) {
    object {
      $0.key("section")
      $0.object {
        $0.member("id", group.section.id.rawValue)
        $0.member("title", group.section.title)
      }
      $0.member("total", group.total)
      $0.hits(group.hits)
      if let next = group.next { $0.member("next", next.description) }
    }
  }

  private mutating func member(_ name: StaticString, _ total: Total) {
    key(name)
    object {
      $0.member("value", total.value)
      $0.member("relation", total.isExact ? "exact" : "atLeast")
    }
  }

  private mutating func facets(_ facets: [Facet]) {
    guard !facets.isEmpty else { return }
    key("facets")
    array(facets) { writer, facet in
      writer.object {
        $0.member("attribute", facet.attribute)
        $0.key("values")
        $0.array(facet.values) { writer, counted in
          writer.object {
            $0.key("value")
            $0.value(counted.value)
            $0.member("total", counted.total)
          }
        }
      }
    }
  }

  private mutating func hits(_ hits: [Hit]) {
    key("hits")
    array(hits) { $0.hit($1) }
  }

  private mutating func hit(_ hit: Hit) {
    // Asking a hit for its item takes a lock.
    let item = hit.item
    let matches = hit.matches
    object {
      $0.member("id", item.id.rawValue)
      $0.member("section", item.section.rawValue)
      $0.member("title", item.title)
      $0.member("tier", Self.tierNames[hit.tier.rawValue])
      $0.member("score", hit.score)
      $0.key("ranges")
      $0.ranges(matches.highlights, of: item)
      $0.key("snippet")
      $0.snippet(matches.snippet)
      $0.attributes(item.attributes)
      if hit.isLearned {
        $0.key("learned")
        $0.bool(true)
      }
      if hit.matchesSynonym {
        $0.key("synonym")
        $0.bool(true)
      }
      if hit.isPinned {
        $0.key("pinned")
        $0.bool(true)
      }
      if hit.matchesSection {
        $0.key("matchesSection")
        $0.bool(true)
      }
      $0.member("explanation", hit.explanation)
    }
  }

  /// The names of the tiers, which count from 1. Making one for each hit would cost as much as all
  /// the rest.
  private static let tierNames = [""] + MatchTier.allCases.map(\.name)

  private mutating func snippet(_ snippet: Snippet?) {
    guard let snippet else { return raw("null") }
    object {
      $0.member("text", snippet.text)
      $0.key("ranges")
      $0.array(snippet.ranges) { $0.range(snippet.text.utf8Range($1)) }
    }
  }

  private mutating func ranges(_ highlights: [Highlight], of item: Item) {
    var rest = highlights[...]
    object { writer in
      while let field = rest.first?.field {
        var own = rest.prefix { $0.field == field }
        rest = rest[own.endIndex...]
        // Most matches are in the title. Asking an item for any field copies the item.
        guard field != .title else {
          writer.key("title")
          writer.ranges(own, in: item.title)
          continue
        }
        writer.key(field)
        guard field.isList else {
          writer.ranges(own, in: item.text(of: field) ?? "")
          continue
        }
        // An array for each text, empty for those that did not match.
        writer.array(item[field].enumerated()) { writer, element in
          let ranges = own.prefix { $0.keyword == element.offset }
          own = own[ranges.endIndex...]
          writer.ranges(ranges, in: element.element)
        }
      }
    }
  }

  private mutating func ranges(_ highlights: ArraySlice<Highlight>, in text: String) {
    array(highlights) { $0.range(text.utf8Range($1.range)) }
  }

  /// Writes completions, for `complete --json`; `typed` is a range of UTF-8 offsets.
  mutating func completions(_ completions: [Completion]) {
    object {
      $0.key("completions")
      $0.array(completions) { writer, completion in
        writer.object {
          $0.member("text", completion.text)
          $0.key("typed")
          $0.range(completion.text.utf8Range(completion.typed))
          $0.member("kind", completion.kind.rawValue)
          $0.member("weight", completion.weight)
        }
      }
    }
  }

  private mutating func member(_ name: StaticString, _ explanation: Explanation?) {
    guard let explanation else { return }
    key(name)
    self.explanation(explanation)
  }

  /// Writes an explanation as a tree: label, value and, if there are any, children.
  private mutating func explanation(_ explanation: Explanation) {
    object {
      $0.member("label", explanation.label)
      switch explanation.value {
      case .number(let number): $0.member("value", number)
      case .text(let text): $0.member("value", text)
      case nil: break
      }
      if !explanation.children.isEmpty {
        $0.key("children")
        $0.array(explanation.children) { $0.explanation($1) }
      }
    }
  }

  /// Writes why an item is or is not a hit, for `why --json`.
  mutating func why(_ why: Why) {
    object {
      $0.member("item", why.item.id.rawValue)
      $0.member("query", why.query.text)
      $0.key("isHit")
      $0.bool(why.isHit)
      $0.key("tier")
      if let tier = why.tier { $0.string(tier.name) } else { $0.raw("null") }
      $0.key("place")
      if let place = why.place { $0.integer(place) } else { $0.raw("null") }
      $0.key("sentences")
      $0.array(why.sentences) { $0.string($1) }
    }
  }
}

extension String {
  /// The range as UTF-8 offsets from the start of the text.
  func utf8Range(_ range: Range<Index>) -> Range<Int> {
    let start = utf8.distance(from: startIndex, to: range.lowerBound)
    return start..<start + utf8.distance(from: range.lowerBound, to: range.upperBound)
  }
}
