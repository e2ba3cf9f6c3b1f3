import Shortlist
import ShortlistTestSupport

@testable import ShortlistCLI

/// Everything that a reader finds in some bytes.
struct Reading: Equatable {
  var items: [Item] = []
  /// Bad records as "line: reason".
  var bad: [String] = []
  var failure: String?
  var repaired = 0
  /// Sections without items, as "id" or "id: title".
  var sections: [String] = []
  /// The sentences of the summary about attributes.
  var attributes: [String] = []

  var titles: [String] { items.map(\.title) }

  /// Reads bytes as a file called "in", `chunkSize` bytes at a time.
  init(
    _ bytes: some Sequence<UInt8>, as format: ImportFormat, map: [String] = [],
    key: [String] = [], attributes: [String] = [],
    chunkSize: Int = 1 << 20, limit: Int = RecordLimit.bytes
  ) throws {
    let folder = try TemporaryFolder()
    let window = try InputWindow(path: folder.write(bytes, to: "in"), chunkSize: chunkSize)
    let fields = try FieldNames(
      mapping: map, keys: key, attributes: AttributeSelection(attributes))
    let found = ImportAttributes()
    let decoder = ItemDecoder(fields: fields, defaultSection: "Items", attributes: found)
    let input: ImportInput
    do {
      input = try ImportInput(name: "in", window: window)
    } catch {
      failure = error.message
      return
    }
    func delimited(by separator: String?) -> DelimitedReader {
      DelimitedReader(
        input, separator: separator.map { Array($0.utf8)[0] }, names: fields,
        defaultSection: "Items", attributes: found, limit: limit)
    }
    let reader: any RecordReader =
      switch format {
      case .ndjson: NDJSONReader(input, decoder: decoder, limit: limit)
      case .json: JSONDocumentReader(input, decoder: decoder, limit: limit)
      case .csv: delimited(by: nil)
      case .tsv: delimited(by: "\t")
      }
    while let record = reader.next() {
      switch record {
      case .success(let item): items.append(item)
      case .failure(let problem): bad.append("\(reader.line): \(problem.reason)")
      }
    }
    failure = reader.failure
    repaired = reader.repairedItems
    self.attributes = found.summary(of: fields)
    sections = reader.sections.map { "\($0.id)" + ($0.title.map { ": \($0)" } ?? "") }
  }

  init(
    _ text: String, as format: ImportFormat, map: [String] = [], key: [String] = [],
    attributes: [String] = [], chunkSize: Int = 1 << 20, limit: Int = RecordLimit.bytes
  ) throws {
    try self.init(
      Array(text.utf8), as: format, map: map, key: key, attributes: attributes,
      chunkSize: chunkSize, limit: limit)
  }
}
