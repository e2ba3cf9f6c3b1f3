import Shortlist

extension JSONWriter {
  /// Writes the member `attributes` in the order of the names, unless there are none.
  mutating func attributes(_ attributes: [String: AttributeValue]) {
    guard !attributes.isEmpty else { return }
    key("attributes")
    object {
      for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
        $0.key(named: name)
        $0.value(value)
      }
    }
  }

  /// Writes an attribute with the number of items that have it.
  mutating func summary(_ summary: AttributeSummary) {
    object {
      $0.member("name", summary.name)
      $0.member("items", summary.items)
    }
  }

  /// Writes the value of an attribute.
  mutating func value(_ value: AttributeValue) {
    switch value {
    case .text(let text): string(text)
    case .number(let number): self.number(number)
    case .boolean(let boolean): bool(boolean)
    case .list(let values): array(values) { $0.value($1) }
    }
  }
}
