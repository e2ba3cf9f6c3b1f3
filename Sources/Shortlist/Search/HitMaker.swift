/// Makes the items and the matches of a search's hits, or leaves them for later.
struct HitMaker {
  private let highlighter: Condition<HitHighlighter>
  private var batch: HitBatch?
  /// The number of hits that are still to come.
  private var left: Int

  /// The most text of an item, in bytes, in which matches are found later, on whatever thread asks:
  /// little enough that drawing a row takes at most about 0.2 ms longer.
  static let mostTextForLater = 8_192
  /// The most bytes that the items of a batch have together, unless it has only one.
  private static let batchSize = 16 << 10
  /// The least room, in bytes, that is made for each item.
  private static let expectedSize = 256

  /// Expects so many hits.
  init(_ count: Int, _ highlighter: HitHighlighter) {
    left = count
    self.highlighter = Condition(highlighter)
  }

  /// Returns the contents of the next hit, and its number there. The columns are no longer needed
  /// after that.
  mutating func contents(
    of columns: ItemColumns, in section: ItemSection.ID, _ level: MatchLevel,
    _ connection: Connection
  ) throws(ShortlistError) -> (any HitContents, number: Int) {
    defer { left -= 1 }
    let isLong = columns.textSize > Self.mostTextForLater
    var attributes: [String: AttributeValue]?
    if !columns.attributeBytes.isEmpty {
      attributes = try connection.attributeCatalog.attributes(columns.attributeBytes)
    } else if isLong || columns.copySize > Self.batchSize {
      attributes = [:]
    }
    if isLong, let attributes {
      let item = columns.item(in: section, attributes: attributes)
      let matches = try highlighter.withLock { (highlighter) throws(ShortlistError) in
        try highlighter.matches(in: item, level)
      }
      return (MadeHit(item, matches), 0)
    }
    if let batch, let number = batch.append(columns, section, level, attributes: attributes) {
      return (batch, number)
    }
    // The next items may be somewhat larger than this one.
    let size = max(Self.expectedSize, 2 * columns.copySize)
    let new = HitBatch(capacity: min(left * size, Self.batchSize), highlighter)
    batch = new
    return (new, new.append(columns, section, level, attributes: attributes) ?? 0)
  }
}
