import Shortlist

extension JSONWriter {
  /// Writes completions, as `complete --json` gives them; `typed` is a range in bytes of UTF-8.
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
