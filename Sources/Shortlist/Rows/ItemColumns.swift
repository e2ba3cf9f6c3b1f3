#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An item as stored in the file, in bytes that someone else owns: the current row of a statement,
/// until its next step, or a copy, as long as that exists.
struct ItemColumns {
  private enum Source {
    case row(Statement)
    case copy(UnsafeRawPointer)
  }

  /// The numbers at the start of a copy. The end of each column follows, as an `Int32`, counted
  /// from the end of the first, then the bytes. A payload that is not there has the end -1.
  private struct Header {
    let position: Int64
    let weight: Double
  }

  private let source: Source
  /// The position of the item in its section.
  let position: Int64
  let weight: Double

  /// The columns of ``init(_:)`` after the first, in order.
  static let names = "position, weight, id, \(Field.columnNames), payload"
  /// The number of columns that are bytes.
  private static let count = 2 + Field.columns.count
  private static let headerSize = MemoryLayout<Header>.size + count * MemoryLayout<Int32>.size

  init(_ row: Statement) {
    source = .row(row)
    position = row.int64(1)
    weight = row.double(2)
  }

  init(copy: UnsafeRawPointer) {
    source = .copy(copy)
    let header = copy.load(as: Header.self)
    position = header.position
    weight = header.weight
  }

  var id: Item.ID { Item.ID(Statement.text(bytes(0) ?? .init(start: nil, count: 0))) }

  /// Returns the item, which belongs to `section`.
  func item(in section: ItemSection.ID) -> Item {
    Item(
      id: id, section: section, weight: weight, payload: bytes(Self.count - 1).map { Data($0) }
    ) { column in bytes(1 + column).map(Statement.text) ?? "" }
  }

  /// The bytes of a column, counted from the id; `nil` if there are none.
  private func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
    switch source {
    case .row(let row):
      let isNull = column == Self.count - 1 && row.isNull(Int32(3 + column))
      return isNull ? nil : row.bytes(Int32(3 + column))
    case .copy(let copy):
      let ends = copy + MemoryLayout<Header>.size
      func end(_ column: Int) -> Int { Int(ends.load(fromByteOffset: 4 * column, as: Int32.self)) }
      let start = column == 0 ? 0 : end(column - 1)
      guard end(column) >= start else { return nil }
      return UnsafeRawBufferPointer(
        start: copy + Self.headerSize + start, count: end(column) - start)
    }
  }

  /// The size of a copy in bytes, a multiple of 8.
  var copySize: Int {
    let size = (0..<Self.count).reduce(Self.headerSize) { $0 + (bytes($1)?.count ?? 0) }
    return (size + 7) & ~7
  }

  /// Writes a copy, of less than 2 GB in total.
  func copy(to target: UnsafeMutableRawPointer) {
    target.storeBytes(of: Header(position: position, weight: weight), as: Header.self)
    let ends = target + MemoryLayout<Header>.size
    var size = 0
    for column in 0..<Self.count {
      let bytes = bytes(column)
      if let bytes, let base = bytes.baseAddress {
        (target + Self.headerSize + size).copyMemory(from: base, byteCount: bytes.count)
        size += bytes.count
      }
      ends.storeBytes(
        of: bytes == nil ? -1 : Int32(size), toByteOffset: 4 * column, as: Int32.self)
    }
  }
}
