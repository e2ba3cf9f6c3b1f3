/// The searchable texts of an item, as stored in the file: those of ``Field/columns`` in order, with
/// a U+001F before each keyword.
///
/// They share one allocation, because a load handles millions of them.
struct ItemTexts: Hashable {
  /// The end of each text, counted from the first, then the texts as UTF-8.
  private let bytes: [UInt8]

  private static let endSize = MemoryLayout<Int>.size
  private static let headerSize = endSize * Field.columns.count

  /// Makes the texts of all columns.
  init(all texts: [String]) {
    self.init(size: texts.reduce(0) { $0 + $1.utf8.count }) { column, bytes in
      bytes.append(contentsOf: texts[column].utf8)
    }
  }

  init(_ item: Item) {
    self.init(size: Field.columns.reduce(0) { $0 + item.columnSize($1) }) { column, bytes in
      item.appendColumn(Field.columns[column], to: &bytes)
    }
  }

  /// Makes the texts that `append` adds, of about `size` bytes in total.
  private init(size: Int, append: (_ column: Int, _ bytes: inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headerSize + size)
    for _ in 0..<Self.headerSize { bytes.append(0) }
    for column in Field.columns.indices {
      append(column, &bytes)
      let end = bytes.count - Self.headerSize
      bytes.withUnsafeMutableBytes {
        $0.storeBytes(of: end, toByteOffset: column * Self.endSize, as: Int.self)
      }
    }
    self.bytes = bytes
  }

  /// The length of all texts, in bytes.
  var count: Int { bytes.count - Self.headerSize }

  /// The length of the texts of some columns, in bytes.
  func size(of columns: [Int]) -> Int {
    withBytes(of: columns) { $0.reduce(0) { $0 + $1.count } }
  }

  var title: String { self[0] }

  /// Starts to load the texts, unless they are long, into the processor's caches.
  func prefetch() { bytes.prefetch(160) }

  /// The text of a column.
  subscript(column: Int) -> String {
    withBytes(of: column) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the text of a column as UTF-8.
  func withBytes<Result, Failure: Error>(
    of column: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { (all) throws(Failure) in
      try body(Self.text(of: column, in: UnsafeRawBufferPointer(all)))
    }
  }

  /// Calls `body` with the texts of some columns as UTF-8.
  func withBytes<Result, Failure: Error>(
    of columns: [Int], _ body: (Columns) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { (all) throws(Failure) in
      try body(Columns(all: UnsafeRawBufferPointer(all), columns: columns))
    }
  }

  /// The texts of some columns, in bytes that someone else owns.
  struct Columns: RandomAccessCollection {
    fileprivate let all: UnsafeRawBufferPointer
    fileprivate let columns: [Int]

    var startIndex: Int { 0 }

    var endIndex: Int { columns.count }

    subscript(index: Int) -> UnsafeRawBufferPointer { text(of: columns[index], in: all) }
  }

  private static func end(of column: Int, in all: UnsafeRawBufferPointer) -> Int {
    all.loadUnaligned(fromByteOffset: column * endSize, as: Int.self)
  }

  private static func text(
    of column: Int, in all: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    let start = column == 0 ? 0 : end(of: column - 1, in: all)
    return UnsafeRawBufferPointer(
      rebasing: all[headerSize + start..<headerSize + end(of: column, in: all)])
  }

  /// Whether an FTS5 table holds the item.
  func isIn(_ table: String, hasStems: Bool) -> Bool {
    hasStems || IndexTable.hasMarks(table) || hasProse
  }

  /// Whether there is any text besides those in the index of titles.
  private var hasProse: Bool {
    bytes.withUnsafeBytes { all in
      Field.proseColumns.contains { !Self.text(of: $0, in: all).isEmpty }
    }
  }
}

extension Statement {
  /// Runs a statement that returns no rows, with the texts of some columns as its values from `index`
  /// on. Does not copy the texts, and unbinds all values afterwards.
  func run(_ texts: ItemTexts, _ columns: [Int], from index: Int32) throws(ShortlistError) {
    defer { unbindAll() }
    try texts.withBytes(of: columns) { (texts) throws(ShortlistError) in
      for (offset, text) in texts.enumerated() {
        try bind(borrowed: text, at: index + Int32(offset))
      }
      try run()
    }
  }
}
