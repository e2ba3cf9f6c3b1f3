import Shortlist

/// Reads a JSON object from each line; skips empty lines.
final class NDJSONReader: RecordReader {
  let window: InputWindow
  private var lines: LineReader
  private var decoder: ItemDecoder
  private(set) var failure: String?

  var line: Int { lines.number }
  var repairedItems: Int { decoder.repairedItems }
  var sections: [ImportSection] { decoder.sections }
  var synonyms: [SynonymSet] { decoder.synonyms }
  var pins: [PinnedItem] { decoder.pins }

  init(_ input: ImportInput, decoder: ItemDecoder, limit: Int = RecordLimit.bytes) {
    window = input.window
    lines = LineReader(window: input.window, limit: limit)
    self.decoder = decoder
  }

  func next() -> Result<Item, ItemProblem>? {
    while failure == nil {
      switch lines.next() {
      case nil:
        failure = window.failure?.reason
        return nil
      case .tooLong:
        if lines.isHopeless { failure = RecordLimit.hopelessReason(line: lines.number) }
        return .failure(RecordLimit.reason)
      case .text(let bytes):
        guard bytes.contains(where: { !JSONReader.isWhitespace($0) }) else { continue }
        let item = decoder.item(from: bytes)
        lines.release()
        if let item { return item }
      }
    }
    return nil
  }
}
