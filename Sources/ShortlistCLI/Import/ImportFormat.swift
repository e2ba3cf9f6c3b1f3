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

  /// The format that the beginning of a text looks like; `isWhole` says that there is no more of it.
  ///
  /// What has an item or a section on a line of its own is NDJSON, even where other lines are bad: in
  /// a JSON document, such a line is a part of something.
  init(beginning bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool = true, fields: FieldNames) {
    let lines = Lines(bytes, isWhole: isWhole, fields: fields)
    switch bytes.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "["), UInt8(ascii: "{"): self = lines.areDocument ? .json : .ndjson
    case _ where lines.records > 0: self = .ndjson
    case _ where lines.first.contains(0x09): self = .tsv
    default: self = .csv
    }
  }

  /// What the first lines of a text hold.
  private struct Lines {
    typealias Line = Slice<UnsafeBufferPointer<UInt8>>

    /// The first line.
    let first: Line
    /// How many of the first lines hold an item or a section each.
    private(set) var records = 0
    /// Whether the text is one JSON value, or part of one, unless it is an item.
    private(set) var areDocument: Bool

    private static let maximum = 100

    init(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool, fields: FieldNames) {
      var lines = bytes.split(maxSplits: Self.maximum) { $0 == 0x0A || $0 == 0x0D }
      first = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
      // The last one may go on.
      if lines.count > 1, !isWhole || lines.count > Self.maximum { lines.removeLast() }
      var decoder = ItemDecoder(fields: fields, defaultSection: "Items")
      let areRecords = lines.map { line in
        guard line.first(where: { !JSONReader.isWhitespace($0) }) == UInt8(ascii: "{") else {
          return false
        }
        // A bad record is none; one of a section gives no item.
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
        // Another object behind the first value: no document has that.
        let next = bytes[(start + end)...].first { !JSONReader.isWhitespace($0) }
        areDocument = next != UInt8(ascii: "{")
      } else {
        // In a document, commas would part the records; and its first line would not end in the midst
        // of a string, as one does that was cut off.
        let areParted = zip(areRecords, areRecords.dropFirst()).contains { $0 && $1 }
        let opens = first.last { !JSONReader.isWhitespace($0) }.map { "[{,:".utf8.contains($0) }
        areDocument = !areParted && (opens ?? true || !(isWhole && areRecords.last == true))
      }
    }
  }
}
