import Shortlist

/// The valid items of several files, pulled by the repository. Each iteration covers one file; the
/// next iteration continues with the next file.
final class ImportStream: Sequence, IteratorProtocol {
  private var inputs: [String]
  private let report: ImportReport
  private let isStrict: Bool
  private let open: (String) throws(CommandFailure) -> any RecordReader
  private var reader: (any RecordReader)?
  private var path = ""
  private var bytesOfEarlierFiles = 0

  /// The reason the stream ended early: an unreadable file, or a bad record in strict mode.
  private(set) var failure: CommandFailure?
  /// The sections that the files declare.
  private(set) var sections: [ImportSection] = []
  /// The sets of synonyms in the files.
  private(set) var synonyms: [SynonymSet] = []
  /// The pinned items that the files declare.
  private(set) var pins: [PinnedItem] = []

  init(
    _ paths: [String], report: ImportReport, isStrict: Bool,
    open: @escaping (String) throws(CommandFailure) -> any RecordReader
  ) {
    inputs = paths.reversed()
    self.report = report
    self.isStrict = isStrict
    self.open = open
  }

  var isAtEnd: Bool { failure != nil || reader == nil && inputs.isEmpty }

  var bytesConsumed: Int { bytesOfEarlierFiles + (reader?.window.consumed ?? 0) }

  func next() -> Item? {
    while failure == nil {
      guard let reader = reader ?? openNext() else { return nil }
      switch reader.next() {
      case .success(let item):
        report.note(item)
        return item
      case .failure(let problem):
        let name = ImportInput.name(of: path)
        report.note(badRecord: "\(name):\(reader.line): \(problem.reason)")
        if isStrict {
          failure = CommandFailure("Stopped at the first bad record because of --strict.")
        }
      case nil:
        finish(reader)
        return nil
      }
    }
    return nil
  }

  private func openNext() -> (any RecordReader)? {
    guard let next = inputs.popLast() else { return nil }
    path = next
    do {
      reader = try open(path)
    } catch {
      failure = error
    }
    return reader
  }

  private func finish(_ reader: any RecordReader) {
    report.note(repairedItems: reader.repairedItems)
    sections += reader.sections
    synonyms += reader.synonyms
    pins += reader.pins
    bytesOfEarlierFiles += reader.window.consumed
    if let reason = reader.failure {
      failure = CommandFailure("Cannot read \(ImportInput.name(of: path)): \(reason).")
    }
    self.reader = nil
  }
}
