#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The checksum of an item in the column `checksum`.
enum ItemChecksum {
  /// Returns the checksum of an item without attributes.
  static func value(of item: Item, _ texts: ItemTexts) -> Int64 {
    var checksum = Checksum()
    var id = item.id.rawValue
    id.withUTF8 { checksum.add(text: UnsafeRawBufferPointer($0)) }
    checksum.add(item.weight)
    texts.withBytes(of: Field.columnNumbers(inTitles: false)) { texts in
      for text in texts { checksum.add(text: text) }
    }
    if let payload = item.payload {
      payload.withUnsafeBytes { checksum.add(blob: $0) }
    } else {
      checksum.add(blob: nil)
    }
    return checksum.value
  }

  /// The attributes of the row of `item` at hand, as `item_attribute` stores them; NULL for none.
  static let storedAttributes =
    "(SELECT packed FROM item_attribute WHERE item_attribute.docid = item.docid)"

  /// Returns the checksum of values. That of an item without attributes is the same as before there
  /// were any.
  static func sql(
    id: String, weight: String, texts: [String], payload: String, attributes: String?
  ) -> String {
    let values = [id, weight] + texts + [payload] + (attributes.map { [$0] } ?? [])
    return "shortlist_checksum(\(values.joined(separator: ", ")))"
  }

  /// Returns the checksum of the row of `item` at hand, with this weight.
  static func ofRow(weight: String = "weight") -> String {
    func checksum(_ attributes: String?) -> String {
      sql(
        id: "id", weight: weight, texts: Field.columns.map(\.rawValue), payload: "payload",
        attributes: attributes)
    }
    return "CASE WHEN \(storedAttributes) IS NULL THEN \(checksum(nil)) "
      + "ELSE \(checksum(storedAttributes)) END"
  }
}
