/// A block of the table `attribute_block`: items in ascending order of their docids, and the values
/// of each attribute that some of them have.
struct AttributeBlock {
  private(set) var docids: [Int64] = []
  /// The values of an attribute, one for each item.
  private(set) var columns: [Int64: [PackedValue?]] = [:]

  /// The number of the row that holds the docids.
  static let docidRow: Int64 = 0

  /// Reads the block that begins at a docid, or returns an empty block if none does.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` for bytes that are not a block.
  init(first: Int64, on connection: Connection) throws(ShortlistError) {
    let rows = try connection.statement(
      "SELECT attribute, packed FROM attribute_block WHERE first = ?1 ORDER BY attribute")
    defer { rows.reset() }
    rows.bind(first, at: 1)
    while try rows.step() {
      let attribute = rows.int64(0)
      if attribute == Self.docidRow {
        docids = try Self.docids(rows.bytes(1))
      } else {
        columns[attribute] = try Self.values(rows.bytes(1), count: docids.count)
      }
    }
  }

  private static func docids(_ bytes: UnsafeRawBufferPointer) throws(ShortlistError) -> [Int64] {
    var reader = PackedReader(bytes)
    guard let count = reader.number(), count <= UInt64(bytes.count) else { throw damaged }
    var docids: [Int64] = []
    docids.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let step = reader.number().flatMap({ Int64(exactly: $0) }) else { throw damaged }
      let (docid, isOver) = (docids.last ?? 0).addingReportingOverflow(step)
      guard !isOver, Limits.docids.contains(docid), docid > docids.last ?? -1 else { throw damaged }
      docids.append(docid)
    }
    guard reader.isAtEnd else { throw damaged }
    return docids
  }

  private static func values(
    _ bytes: UnsafeRawBufferPointer, count: Int
  ) throws(ShortlistError) -> [PackedValue?] {
    var reader = PackedReader(bytes)
    var values: [PackedValue?] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try reader.value()) }
    guard reader.isAtEnd else { throw damaged }
    return values
  }

  private static var damaged: ShortlistError {
    .damaged("a block of attributes cannot be read")
  }

  /// Gives items new attributes, or removes them, in ascending order of their docids.
  mutating func apply(_ changes: [(docid: Int64, packed: PackedAttributes?)]) {
    var sources: [(old: Int?, packed: PackedAttributes?)] = []
    sources.reserveCapacity(docids.count + changes.count)
    var merged: [Int64] = []
    merged.reserveCapacity(docids.count + changes.count)
    var attributes = Set(columns.keys)
    var place = 0
    func keep(before docid: Int64) {
      while place < docids.count, docids[place] < docid {
        merged.append(docids[place])
        sources.append((place, nil))
        place += 1
      }
    }
    for change in changes {
      keep(before: change.docid)
      if place < docids.count, docids[place] == change.docid { place += 1 }
      guard let packed = change.packed else { continue }
      merged.append(change.docid)
      sources.append((nil, packed))
      for (attribute, _) in packed.values { attributes.insert(attribute) }
    }
    keep(before: .max)
    for attribute in attributes {
      let old = columns[attribute]
      columns[attribute] = sources.map { source in
        source.old.map { old?[$0] ?? nil } ?? source.packed?[attribute]
      }
    }
    docids = merged
  }

  /// Returns the rows of some items, by their indices: the docids first, then each attribute that one
  /// of them has.
  func rows(of items: Range<Int>) -> [(attribute: Int64, bytes: [UInt8])] {
    var bytes: [UInt8] = []
    PackedValue.append(UInt64(items.count), to: &bytes)
    var last: Int64 = 0
    for docid in docids[items] {
      PackedValue.append(UInt64(docid - last), to: &bytes)
      last = docid
    }
    var rows: [(attribute: Int64, bytes: [UInt8])] = [(Self.docidRow, bytes)]
    for attribute in columns.keys.sorted() {
      guard let values = columns[attribute]?[items], values.contains(where: { $0 != nil }) else {
        continue
      }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(2 * items.count)
      for value in values { PackedValue.append(value, to: &bytes) }
      rows.append((attribute, bytes))
    }
    return rows
  }
}
