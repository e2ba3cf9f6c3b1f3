import Shortlist

/// Reads a JSON object from each line; skips empty lines.
final class NDJSONReader: RecordReader {
  let window: InputWindow
  private let file: String
  private var lines: LineReader
  private var decoder: ItemDecoder
  private(set) var failure: String?

  var repairedItems: Int { decoder.repairedItems }
  var sections: [ImportSection] { decoder.sections }

  init(_ input: ImportInput, decoder: ItemDecoder, limit: Int = RecordLimit.bytes) {
    window = input.window
    file = input.name
    lines = LineReader(window: input.window, limit: limit)
    self.decoder = decoder
  }

  func next() -> Result<Item, BadRecord>? {
    while failure == nil {
      switch lines.next() {
      case nil:
        failure = window.failure?.reason
        return nil
      case .tooLong:
        if lines.isHopeless { failure = RecordLimit.hopelessReason(line: lines.number) }
        return .failure(bad(RecordLimit.reason))
      case .text(let bytes):
        guard bytes.contains(where: { !JSONReader.isWhitespace($0) }) else { continue }
        let item = decoder.item(from: bytes)
        lines.release()
        switch item {
        case nil: continue
        case .success(let item): return .success(item)
        case .failure(let problem): return .failure(bad(problem.reason))
        }
      }
    }
    return nil
  }

  private func bad(_ reason: String) -> BadRecord {
    BadRecord(file: file, line: lines.number, reason: reason)
  }
}
