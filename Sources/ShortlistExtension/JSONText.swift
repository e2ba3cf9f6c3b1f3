import Shortlist

/// Writes the JSON of columns that hold more than one value. Ranges are in UTF-8 bytes, as in
/// `shortlist pipe`.
enum JSONText {
  /// Returns an array of strings.
  static func strings(_ strings: [String]) -> String {
    array(strings, string)
  }

  /// Returns the matched ranges of each field, such as `{"title":[[0,4]]}`, and of the snippet.
  /// Keywords have an array each.
  static func highlights(of hit: Hit) -> String {
    var members: [String] = []
    var rest = hit.highlights[...]
    while let field = rest.first?.field {
      let own = rest.prefix { $0.field == field }
      rest = rest[own.endIndex...]
      let value =
        field.isList
        ? array(hit.item[field].enumerated()) { index, text in
          ranges(own.lazy.filter { $0.keyword == index }.map(\.range), in: text)
        } : ranges(own.lazy.map(\.range), in: hit.item.text(of: field) ?? "")
      members.append("\"\(field.rawValue)\":\(value)")
    }
    if let snippet = hit.snippet {
      members.append("\"snippet\":\(ranges(snippet.ranges, in: snippet.text))")
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// Returns an object with the attributes of an item, in the order of their names.
  static func attributes(_ attributes: [String: AttributeValue]) -> String {
    let members = attributes.sorted { $0.key < $1.key }.map { name, value in
      "\(string(name)):\(self.value(value))"
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func value(_ value: AttributeValue) -> String {
    switch value {
    case .text(let text): string(text)
    case .number, .boolean: value.description
    case .list(let values): array(values, self.value)
    }
  }

  /// Returns a range, such as `[0,4]`.
  static func range(_ range: Range<String.Index>, in text: String) -> String {
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    let length = text.utf8.distance(from: range.lowerBound, to: range.upperBound)
    return "[\(start),\(start + length)]"
  }

  private static func ranges(
    _ ranges: some Sequence<Range<String.Index>>, in text: String
  ) -> String {
    array(ranges) { range($0, in: text) }
  }

  private static func array<Element>(
    _ elements: some Sequence<Element>, _ text: (Element) -> String
  ) -> String {
    "[" + elements.lazy.map(text).joined(separator: ",") + "]"
  }

  private static func string(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": json += "\\\(scalar)"
      case "\0"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }
}
