import ArgumentParser
import Shortlist

/// How the items stand in a file.
enum ImportFormat: String, CaseIterable, ExpressibleByArgument {
  /// A JSON object on each line.
  case ndjson
  /// A JSON array of objects or titles, or an object with such an array for each section.
  case json
  /// Rows separated by line ends, and fields separated by commas.
  case csv
  /// The same with tabs.
  case tsv

  /// The format that the end of a file's name tells; `nil` when it tells none.
  init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    switch path[path.index(after: dot)...].lowercased() {
    case "ndjson", "jsonl": self = .ndjson
    case "json": self = .json
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    default: return nil
    }
  }

  /// The format that the beginning of the text looks like.
  init(beginning bytes: UnsafeBufferPointer<UInt8>, fields: FieldNames) {
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    switch bytes.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "["): self = .json
    case UInt8(ascii: "{"): self = Self.isItem(line, fields: fields) ? .ndjson : .json
    case _ where line.contains(0x09): self = .tsv
    default: self = .csv
    }
  }

  /// Whether a first line is a whole item already: then there is one on each line.
  private static func isItem(
    _ line: Slice<UnsafeBufferPointer<UInt8>>, fields: FieldNames
  ) -> Bool {
    var decoder = ItemDecoder(fields: fields, defaultSection: "Items")
    guard case .success = decoder.item(from: UnsafeBufferPointer(rebasing: line)) else {
      return false
    }
    return true
  }
}
