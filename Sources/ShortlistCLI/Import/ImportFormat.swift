import ArgumentParser
import Shortlist

/// The format of a file to import.
enum ImportFormat: String, CaseIterable, ExpressibleByArgument {
  /// A JSON object on each line.
  case ndjson
  /// A JSON array of objects or titles, or an object with such an array for each section.
  case json
  /// Rows separated by line ends, with fields separated by commas.
  case csv
  /// The same, with fields separated by tabs.
  case tsv

  /// Detects the format from a file's extension; `nil` if it is not known.
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

  /// Detects the format from the beginning of a text; `isWhole` means that this is all of it.
  ///
  /// Text with an item or a section on a line of its own is NDJSON, even if other lines are bad: in
  /// a JSON document, such a line is part of a larger value.
  init(beginning bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool = true, fields: FieldNames) {
    let lines = Lines(bytes, isWhole: isWhole, fields: fields)
    switch bytes.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "["), UInt8(ascii: "{"): self = lines.areDocument ? .json : .ndjson
    case _ where lines.records > 0: self = .ndjson
    case _ where lines.first.contains(0x09): self = .tsv
    default: self = .csv
    }
  }

  /// The contents of the first lines of a text.
  private struct Lines {
    typealias Line = Slice<UnsafeBufferPointer<UInt8>>

    /// The first line.
    let first: Line
    /// The number of first lines that each hold an item or a section.
    private(set) var records = 0
    /// Whether the text is a JSON value, or part of one, but not an item.
    private(set) var areDocument: Bool

    private static let maximum = 100

    init(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool, fields: FieldNames) {
      var lines = bytes.split(maxSplits: Self.maximum) { $0 == 0x0A || $0 == 0x0D }
      first = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
      // The last one may be incomplete.
      if lines.count > 1, !isWhole || lines.count > Self.maximum { lines.removeLast() }
      var decoder = ItemDecoder(
        fields: fields, defaultSection: "Items", attributes: ImportAttributes())
      let areRecords = lines.map { line in
        guard line.first(where: { !JSONReader.isWhitespace($0) }) == UInt8(ascii: "{") else {
          return false
        }
        // A bad record does not count. The record of a section does, but returns no item.
        if case .failure = decoder.item(from: UnsafeBufferPointer(rebasing: line)) { return false }
        return true
      }
      records = areRecords.count { $0 }
      guard areRecords.first != true else {
        areDocument = false
        return
      }
      let start = bytes.prefix { $0 <= 0x20 }.count
      var scanner = JSONElementScanner()
      if let end = scanner.end(in: bytes[start...]) {
        // No document has another object after the first value.
        let next = bytes[(start + end)...].first { !JSONReader.isWhitespace($0) }
        areDocument = next != UInt8(ascii: "{")
      } else {
        // In a document, commas would separate the records, and the first line would not end in the
        // middle of a string, as a truncated one does.
        let areParted = zip(areRecords, areRecords.dropFirst()).contains { $0 && $1 }
        let opens = first.last { !JSONReader.isWhitespace($0) }.map { "[{,:".utf8.contains($0) }
        areDocument = !areParted && (opens ?? true || !(isWhole && areRecords.last == true))
      }
    }
  }
}
