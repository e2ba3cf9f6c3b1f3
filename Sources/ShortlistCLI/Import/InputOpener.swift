import Shortlist

/// Opens files for import, each with the reader for its format.
struct InputOpener {
  /// The format of all files; `nil` to detect it for each.
  let format: ImportFormat?
  let fields: FieldNames
  /// The attributes of all files.
  let attributes = ImportAttributes()

  /// The total size of all files; `nil` if one has no size. Throws if one cannot be read.
  func totalSize(of paths: [String]) throws(CommandFailure) -> Int? {
    var total: Int? = 0
    for path in paths where path != "-" {
      let name = ImportInput.name(of: path)
      let status: FileStatus
      do {
        status = try FileStatus(path: path)
      } catch {
        throw CommandFailure("Cannot read \(name): \(error.reason).")
      }
      guard !status.isFolder else {
        throw CommandFailure("\(name) is a folder, not a file of items.")
      }
      total = total.flatMap { total in status.size.map { total + $0 } }
    }
    return paths.contains("-") ? nil : total
  }

  func open(
    _ path: String, defaultSection: ItemSection.ID
  ) throws(CommandFailure) -> any RecordReader {
    let input = try ImportInput(path: path)
    let decoder = ItemDecoder(
      fields: fields, defaultSection: defaultSection, attributes: attributes)
    switch format(of: input, path: path) {
    case .ndjson: return NDJSONReader(input, decoder: decoder)
    case .json: return JSONDocumentReader(input, decoder: decoder)
    case .csv:
      return DelimitedReader(
        input, names: fields, defaultSection: defaultSection, attributes: attributes)
    case .tsv:
      return DelimitedReader(
        input, separator: UInt8(ascii: "\t"), names: fields, defaultSection: defaultSection,
        attributes: attributes)
    }
  }

  private func format(of input: ImportInput, path: String) -> ImportFormat {
    if let format { return format }
    let named = ImportFormat(path: path)
    // Many files called .json hold an object on each line.
    if let named, named != .json { return named }
    readFirstLine(through: input.window)
    let seen = ImportFormat(
      beginning: input.window.unread, isWhole: input.window.isAtEnd, fields: fields)
    return named == .json && seen != .ndjson ? .json : seen
  }

  /// Reads the first line, which tells an item from a document of several lines.
  private func readFirstLine(through window: InputWindow) {
    window.fill(to: 1 << 16)
    guard window.unread.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else { return }
    while window.unread.count <= RecordLimit.bytes,
      ByteSearch.firstIndex(of: LineReader.lineFeed, in: window.unread, from: 0) == nil,
      window.fillOnce()
    {}
  }
}
