import Foundation
import Shortlist

@testable import ShortlistCLI

extension FuzzTarget {
  /// Checks that a file reads the same in one piece and in chunks of a few bytes.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>, as format: ImportFormat) -> CInt {
    let whole = records(bytes, format, chunkSize: 1 << 16)
    precondition(records(bytes, format, chunkSize: 5) == whole, "Pieces read otherwise.")
    return 0
  }

  /// Returns the items and the errors of the other records.
  private static func records(
    _ bytes: UnsafeBufferPointer<UInt8>, _ format: ImportFormat, chunkSize: Int
  ) -> [Result<Item, ItemProblem>] {
    // Smaller than a pipe's buffer, so that nobody has to read while we write.
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0)
    let length = min(bytes.count, 1 << 15)
    precondition(write(ends[1], bytes.baseAddress, length) == length)
    close(ends[1])
    let window = InputWindow(descriptor: ends[0], closesDescriptor: true, chunkSize: chunkSize)
    guard let input = try? ImportInput(name: "in", window: window),
      let fields = try? FieldNames(mapping: [])
    else { return [] }
    let decoder = ItemDecoder(
      fields: fields, defaultSection: "Items", attributes: ImportAttributes())
    let reader: any RecordReader =
      switch format {
      case .ndjson: NDJSONReader(input, decoder: decoder, limit: 200)
      case .json: JSONDocumentReader(input, decoder: decoder, limit: 200)
      case .csv, .tsv:
        DelimitedReader(
          input, separator: UInt8(ascii: format == .csv ? "," : "\t"), names: fields,
          defaultSection: "Items", limit: 200)
      }
    var records: [Result<Item, ItemProblem>] = []
    while let record = reader.next() { records.append(record) }
    return records
  }
}
