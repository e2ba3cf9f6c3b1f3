import Shortlist

/// Imports files into a repository and reports the outcome.
struct Importer {
  let repository: BlockingItemRepository
  let opener: InputOpener
  let defaultSection: ItemSection.ID
  let isStrict: Bool
  /// The number of bytes to read; `nil` if unknown.
  let totalSize: Int?
  let progress: ProgressLine

  /// Imports the files; with `replaces`, they replace the sections that they name.
  func run(_ paths: [String], replaces: Bool) throws {
    let start = ContinuousClock.now
    let report = ImportReport { record in
      progress.clear()
      StandardError.writeLine(TerminalText.shown(record))
    }
    let stream = ImportStream(paths, report: report, isStrict: isStrict) {
      (path) throws(CommandFailure) in
      try opener.open(path, defaultSection: defaultSection)
    }
    defer { progress.clear() }
    let counts = try replaces ? replace(stream) : load(stream)
    if stream.failure == nil, !stream.synonyms.isEmpty {
      report.note(addedSynonyms: try repository.addSynonyms(stream.synonyms))
    }
    progress.clear()
    if stream.failure == nil || counts.loaded > 0 {
      let attributes = opener.attributes.summary(of: opener.fields)
      for line in report.summary(counts, elapsed: .now - start, attributes: attributes) {
        StandardError.writeLine(line)
      }
    }
    if let failure = stream.failure { throw failure }
    if report.items == 0, report.badRecords > 0, stream.sections.isEmpty, stream.synonyms.isEmpty {
      throw CommandFailure(
        "Nothing could be imported. Try --format to set the format, or --map to name the fields.")
    }
  }

  /// Loads the files one by one. A record that repeats an item of an earlier file refers to that
  /// item, as it would in a separate import.
  private func load(_ stream: ImportStream) throws -> LoadCounts {
    var counts = LoadCounts()
    var reached = 0
    let known = try repository.sections()
    do {
      while !stream.isAtEnd {
        counts += try repository.load(stream) { done in
          reached = counts.loaded + done.loaded
          progress.show(status(of: stream, items: reached))
        }.counts
      }
    } catch {
      progress.clear()
      StandardError.writeLine(
        reached == 0
          ? "Nothing was imported."
          : "\(reached.counted("record")) were imported and are kept. Import again to continue."
      )
      throw error
    }
    if stream.failure == nil {
      try keep(stream.sections, behind: known)
      try keep(stream.pins)
    }
    return counts
  }

  /// Reads everything first, so that a bad file replaces nothing.
  private func replace(_ stream: ImportStream) throws -> LoadCounts {
    var collector = SectionCollector()
    var count = 0
    while !stream.isAtEnd {
      for item in stream {
        collector.add(item)
        count += 1
        if count.isMultiple(of: 1_000) { progress.show(status(of: stream, items: count)) }
      }
      collector.endFile()
    }
    var counts = LoadCounts()
    guard stream.failure == nil else { return counts }
    for section in stream.sections { collector.add(section.id) }
    let known = try repository.sections()
    let titles = known.map { ($0.id, $0.section.title) }
    let titlesByID = Dictionary(titles) { first, _ in first }
    for id in collector.sections {
      counts += try repository.replaceSection(
        ItemSection(id: id, title: titlesByID[id]), with: collector.items(in: id))
    }
    counts.repeated += collector.repeated
    try keep(stream.sections, behind: known)
    try keep(stream.pins)
    return counts
  }

  /// Creates the declared sections with their titles and in their order, after those that were
  /// there before.
  private func keep(
    _ sections: [ImportSection], behind known: [SectionSummary]
  ) throws(ShortlistError) {
    guard !sections.isEmpty else { return }
    var titles: [[UInt8]: String] = [:]
    for summary in try repository.sections() {
      titles[Array(summary.id.rawValue.utf8)] = summary.section.title
    }
    for section in sections {
      let key = Array(section.id.rawValue.utf8)
      if titles[key] == nil {
        try repository.createSection(ItemSection(id: section.id, title: section.title))
      } else if let title = section.title, title != titles[key] {
        try repository.renameSection(section.id, to: title)
      }
      titles[key] = section.title ?? titles[key] ?? section.id.rawValue
    }
    try repository.reorderSections(known.map(\.id) + sections.map(\.id))
  }

  /// Pins the declared items that exist, in their order.
  private func keep(_ pins: [PinnedItem]) throws(ShortlistError) {
    var items: [[UInt8]: [Item.ID]] = [:]
    var texts: [String] = []
    for pin in pins {
      guard try repository.item(pin.item) != nil else { continue }
      let key = Array(pin.text.utf8)
      if items[key] == nil { texts.append(pin.text) }
      items[key, default: []].append(pin.item)
    }
    for text in texts {
      do throws(ShortlistError) {
        try repository.pin(items[Array(text.utf8)] ?? [], for: text)
      } catch {
        // A text without words is a bad record.
        guard error.code == .invalidValue else { throw error }
      }
    }
  }

  private func status(of stream: ImportStream, items: Int) -> String {
    var text = "Importing: \(items.counted("item"))"
    if let totalSize, totalSize > 0 {
      text += ", \(min(100, stream.bytesConsumed * 100 / totalSize))%"
    }
    return text + " …"
  }
}
