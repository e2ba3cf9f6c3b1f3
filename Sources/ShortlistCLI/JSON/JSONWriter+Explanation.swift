import Shortlist

extension JSONWriter {
  /// Writes an explanation as a tree: label, value, and children where there are any.
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

  /// Writes why an item is a hit or is none, as `why --json` gives it.
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
