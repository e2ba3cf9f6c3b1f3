import Shortlist

/// Reads the items of one JSON document, element by element: an array of objects and titles, or an
/// object with such an array for each section.
final class JSONDocumentReader: RecordReader {
  private enum Place {
    case start
    /// In the object whose keys are sections.
    case sections(isFirst: Bool)
    /// In an array of items: those of a section, or the whole document.
    case items(section: ItemSection.ID?, isFirst: Bool)
    /// After the document.
    case end
    case done
  }

  private var stream: JSONElementStream
  private var decoder: ItemDecoder
  private var place = Place.start
  private(set) var line = 1
  private(set) var failure: String?
  private var keys: [ImportSection] = []

  var window: InputWindow { stream.window }
  var repairedItems: Int { decoder.repairedItems }
  var sections: [ImportSection] { keys + decoder.sections }
  var synonyms: [SynonymSet] { decoder.synonyms }
  var pins: [PinnedItem] { decoder.pins }

  init(_ input: ImportInput, decoder: ItemDecoder, limit: Int = RecordLimit.bytes) {
    stream = JSONElementStream(window: input.window, limit: limit)
    self.decoder = decoder
  }

  func next() -> Result<Item, ItemProblem>? {
    while true {
      switch place {
      case .start: begin()
      case .sections(let isFirst): if let bad = nextSection(isFirst) { return bad }
      case .items(let section, let isFirst):
        if let result = nextItem(section, isFirst) { return result }
      case .end:
        if stream.peek() != nil { stop("unexpected text after the JSON") } else { stop() }
      case .done: return nil
      }
    }
  }

  private func begin() {
    switch stream.peek() {
    case UInt8(ascii: "["): place = .items(section: nil, isFirst: true)
    case UInt8(ascii: "{"): place = .sections(isFirst: true)
    case nil: return stop()
    default: return stop("expected [ or { at the beginning")
    }
    stream.consume(1)
  }

  private func nextSection(_ isFirst: Bool) -> Result<Item, ItemProblem>? {
    guard let byte = stream.peek() else { return broken("the JSON ends unexpectedly") }
    if byte == UInt8(ascii: "}") {
      stream.consume(1)
      place = .end
      return nil
    }
    if !isFirst {
      guard byte == UInt8(ascii: ",") else { return broken("expected a comma or }") }
      stream.consume(1)
    }
    guard stream.peek() == UInt8(ascii: "\""), case .value(let bytes) = stream.value(),
      let name = Self.string(bytes)
    else { return broken("expected the name of a section") }
    guard stream.peek() == UInt8(ascii: ":") else { return broken("expected a colon") }
    stream.consume(1)
    guard stream.peek() == UInt8(ascii: "[") else {
      place = .sections(isFirst: false)
      line = stream.line
      if case .ended = stream.value() { return unended() }
      return .failure("the items of a section must be an array")
    }
    stream.consume(1)
    let section = name.isEmpty ? nil : ItemSection.ID(name)
    if let section { keys.append(ImportSection(id: section)) }
    place = .items(section: section ?? decoder.defaultSection, isFirst: true)
    return nil
  }

  private func nextItem(
    _ section: ItemSection.ID?, _ isFirst: Bool
  ) -> Result<Item, ItemProblem>? {
    guard var byte = stream.peek() else { return broken("the JSON ends unexpectedly") }
    if byte == UInt8(ascii: "]") {
      stream.consume(1)
      place = section == nil ? .end : .sections(isFirst: false)
      return nil
    }
    if !isFirst {
      guard byte == UInt8(ascii: ",") else { return broken("expected a comma or ]") }
      stream.consume(1)
      byte = stream.peek() ?? 0
    }
    guard byte != UInt8(ascii: ","), byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}"),
      byte != UInt8(ascii: ":")
    else { return broken("expected a value") }
    place = .items(section: section, isFirst: false)
    line = stream.line
    switch stream.value() {
    case .ended: return unended()
    case .tooLong: return .failure(RecordLimit.reason)
    case .value(let bytes):
      return decoder.item(from: bytes, section: section, allowsBareTitle: true)
    }
  }

  private static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var reader = JSONReader(bytes)
    return try? reader.string()
  }

  /// Stops reading where the document is broken, because the rest cannot be parsed.
  private func broken(_ reason: String) -> Result<Item, ItemProblem>? {
    stop(reason)
    return nil
  }

  /// Stops reading, at the end of the document or before it.
  private func stop(_ reason: String? = nil) {
    place = .done
    failure = window.failure?.reason ?? reason.map { "line \(stream.line): \($0)" }
  }

  /// Stops reading in a value that does not end.
  private func unended() -> Result<Item, ItemProblem>? {
    _ = broken("the JSON ends unexpectedly")
    if stream.isHopeless { failure = RecordLimit.hopelessReason(line: line) }
    return nil
  }
}
