/// The searchable texts of an item, as stored in the file: those of ``Field/columns`` in order, with
/// a U+001F before each keyword.
///
/// They lie in an array, because a load handles millions of them; those of its items share one.
struct ItemTexts: Equatable {
  private let bytes: [UInt8]
  /// Where in the array they begin: with the end of each text, counted from the first text, which
  /// follows; all are UTF-8.
  private let start: Int

  /// 32 bits are enough: SQLite stores no text of more than 2 GB.
  private static let endSize = MemoryLayout<UInt32>.size
  private static let headerSize = endSize * Field.columns.count

  /// Makes the texts of all columns.
  init(all texts: [String]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headerSize + texts.reduce(0) { $0 + $1.utf8.count })
    Self.append(to: &bytes) { column, bytes in bytes.append(contentsOf: texts[column].utf8) }
    self.init(in: bytes, at: 0)
  }

  init(_ item: Item) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      Self.headerSize + Field.columns.reduce(0) { $0 + item.columnSize($1) })
    Self.append(item, to: &bytes)
    self.init(in: bytes, at: 0)
  }

  /// Refers to texts that were appended to an array.
  init(in bytes: [UInt8], at start: Int) {
    self.bytes = bytes
    self.start = start
  }

  /// Appends the texts of an item to an array.
  static func append(_ item: Item, to bytes: inout [UInt8]) {
    append(to: &bytes) { column, bytes in item.appendColumn(Field.columns[column], to: &bytes) }
  }

  private static func append(
    to bytes: inout [UInt8], _ append: (_ column: Int, _ bytes: inout [UInt8]) -> Void
  ) {
    let start = bytes.count
    for _ in 0..<headerSize { bytes.append(0) }
    for column in Field.columns.indices {
      append(column, &bytes)
      let end = UInt32(clamping: bytes.count - start - headerSize)
      bytes.withUnsafeMutableBytes {
        $0.storeBytes(of: end, toByteOffset: start + column * endSize, as: UInt32.self)
      }
    }
  }

  static func == (a: ItemTexts, b: ItemTexts) -> Bool {
    a.withAll { a in b.withAll { b in a.elementsEqual(b) } }
  }

  /// The length of all texts, in bytes.
  var count: Int { withAll { $0.count } - Self.headerSize }

  /// The length of the texts of some columns, in bytes.
  func size(of columns: [Int]) -> Int {
    withBytes(of: columns) { $0.reduce(0) { $0 + $1.count } }
  }

  var title: String { self[0] }

  /// Starts to load the texts, unless they are long, into the processor's caches.
  func prefetch() { bytes.prefetch(at: start, count: 160) }

  /// The text of a column.
  subscript(column: Int) -> String {
    withBytes(of: column) { String(decoding: $0, as: UTF8.self) }
  }

  /// Calls `body` with the text of a column as UTF-8.
  func withBytes<Result, Failure: Error>(
    of column: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withAll { (all) throws(Failure) in try body(Self.text(of: column, in: all)) }
  }

  /// Calls `body` with the texts of some columns as UTF-8.
  func withBytes<Result, Failure: Error>(
    of columns: [Int], _ body: (Columns) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withAll { (all) throws(Failure) in try body(Columns(all: all, columns: columns)) }
  }

  /// Calls `body` with the ends and the texts.
  private func withAll<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try body(Self.all(in: UnsafeRawBufferPointer(bytes), at: start))
    }
  }

  private static func all(
    in bytes: UnsafeRawBufferPointer, at start: Int
  ) -> UnsafeRawBufferPointer {
    let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
    let count = headerSize + end(of: Field.columns.count - 1, in: rest)
    return UnsafeRawBufferPointer(rebasing: rest[..<count])
  }

  /// Returns texts of an item that were appended to bytes that someone else owns.
  static func columns(
    _ columns: [Int], in bytes: UnsafeRawBufferPointer, at start: Int
  ) -> Columns {
    Columns(all: all(in: bytes, at: start), columns: columns)
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
    Int(all.loadUnaligned(fromByteOffset: column * endSize, as: UInt32.self))
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
    withAll { all in
      Field.proseColumns.contains { !Self.text(of: $0, in: all).isEmpty }
    }
  }
}

extension Statement {
  /// Runs a statement that returns no rows, with the texts of some columns as its values from `index`
  /// on. Does not copy the texts, and unbinds all values afterwards.
  func run(_ texts: ItemTexts, _ columns: [Int], from index: Int32) throws(ShortlistError) {
    try texts.withBytes(of: columns) { (texts) throws(ShortlistError) in
      try run(texts, from: index)
    }
  }

  func run(_ texts: ItemTexts.Columns, from index: Int32) throws(ShortlistError) {
    defer { unbindAll() }
    for (offset, text) in texts.enumerated() { try bind(borrowed: text, at: index + Int32(offset)) }
    try run()
  }
}
