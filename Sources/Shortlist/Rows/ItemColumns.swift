#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An item as stored in the file, in bytes that someone else owns.
struct ItemColumns {
  /// The position of the item in its section.
  let position: Int64
  let weight: Double
  private let idBytes, titleBytes, subtitleBytes, keywordBytes, bodyBytes: UnsafeRawBufferPointer
  private let payloadBytes: UnsafeRawBufferPointer?
  /// The attributes, for ``AttributeCatalog/attributes(_:)``; empty for none.
  let attributeBytes: UnsafeRawBufferPointer
  /// The copy that the bytes are in, if they are in one.
  private let source: UnsafeRawPointer?
  /// The size of a copy in bytes, a multiple of 8.
  let copySize: Int

  var id: Item.ID { Item.ID(text(idBytes)) }

  var title: String { text(titleBytes) }

  var subtitle: String { text(subtitleBytes) }

  var keywords: [String] { Field.keywords(in: text(keywordBytes)) }

  var body: String { text(bodyBytes) }

  var payload: Data? { payloadBytes.map { Data($0) } }

  /// The length of the searchable texts, in bytes.
  var textSize: Int {
    titleBytes.count + subtitleBytes.count + keywordBytes.count + bodyBytes.count
  }

  /// Makes the item of a section.
  func item(in section: ItemSection.ID, attributes: [String: AttributeValue]) -> Item {
    Item(
      id: id, section: section, title: title, subtitle: subtitle, keywords: keywords, body: body,
      weight: weight, payload: payload, attributes: attributes)
  }

  private func text(_ bytes: UnsafeRawBufferPointer) -> String { Statement.text(bytes) }
}

// MARK: In a row

extension ItemColumns {
  /// Returns the columns of ``init(_:)`` after the first, in order. Without attributes in the list,
  /// none need to be looked for.
  static func names(hasAttributes: Bool) -> String {
    "position, weight, id, \(Field.columnNames), payload, "
      + (hasAttributes ? ItemChecksum.storedAttributes : "NULL")
  }

  /// Borrows the columns of the current row, until the next step.
  init(_ row: Statement) {
    position = row.int64(1)
    weight = row.double(2)
    idBytes = row.bytes(3)
    titleBytes = row.bytes(4)
    subtitleBytes = row.bytes(5)
    keywordBytes = row.bytes(6)
    bodyBytes = row.bytes(7)
    payloadBytes = row.isNull(8) ? nil : row.bytes(8)
    attributeBytes = row.bytes(9)
    source = nil
    let count =
      idBytes.count + titleBytes.count + subtitleBytes.count + keywordBytes.count
      + bodyBytes.count + (payloadBytes?.count ?? 0) + attributeBytes.count
    copySize = Self.copySize(count)
  }
}

// MARK: In a copy

extension ItemColumns {
  /// The header of a copy, followed by its bytes.
  private struct Header {
    let position: Int64
    let weight: Double
    let id, title, subtitle, keywords, body: Int32
    /// -1 for none.
    let payload: Int32
    let attributes: Int32
  }

  private static func copySize(_ count: Int) -> Int {
    (MemoryLayout<Header>.size + count + 7) & ~7
  }

  /// Writes a copy, of less than 2 GB in total.
  func copy(to target: UnsafeMutableRawPointer) {
    if let source { return target.copyMemory(from: source, byteCount: copySize) }
    target.storeBytes(
      of: Header(
        position: position, weight: weight, id: Int32(idBytes.count),
        title: Int32(titleBytes.count), subtitle: Int32(subtitleBytes.count),
        keywords: Int32(keywordBytes.count), body: Int32(bodyBytes.count),
        payload: Int32(payloadBytes?.count ?? -1), attributes: Int32(attributeBytes.count)),
      as: Header.self)
    var next = target + MemoryLayout<Header>.size
    func append(_ bytes: UnsafeRawBufferPointer) {
      guard let base = bytes.baseAddress else { return }
      next.copyMemory(from: base, byteCount: bytes.count)
      next += bytes.count
    }
    append(idBytes)
    append(titleBytes)
    append(subtitleBytes)
    append(keywordBytes)
    append(bodyBytes)
    if let payloadBytes { append(payloadBytes) }
    append(attributeBytes)
  }

  /// Borrows the columns of a copy, as long as that exists.
  init(copy: UnsafeRawPointer) {
    let header = copy.load(as: Header.self)
    var next = copy + MemoryLayout<Header>.size
    func take(_ count: Int32) -> UnsafeRawBufferPointer {
      defer { next += Int(count) }
      return UnsafeRawBufferPointer(start: next, count: Int(count))
    }
    position = header.position
    weight = header.weight
    idBytes = take(header.id)
    titleBytes = take(header.title)
    subtitleBytes = take(header.subtitle)
    keywordBytes = take(header.keywords)
    bodyBytes = take(header.body)
    payloadBytes = header.payload < 0 ? nil : take(header.payload)
    attributeBytes = take(header.attributes)
    source = copy
    copySize = Self.copySize(next - copy - MemoryLayout<Header>.size)
  }
}
