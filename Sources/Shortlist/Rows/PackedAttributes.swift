/// All attributes of an item as the table `item_attribute` stores them: for each, in ascending order
/// of their numbers, the number as a varint and the value.
struct PackedAttributes: Hashable {
  let values: [(attribute: Int64, value: PackedValue)]

  /// The valid numbers of attributes, as many as a list may have.
  static let numbers: ClosedRange<Int64> = 1...1_000
  /// The most attributes of an item.
  static let maximumCount = 64

  /// Packs values, in any order.
  init(_ values: [(attribute: Int64, value: PackedValue)]) {
    self.values = values.sorted { $0.attribute < $1.attribute }
  }

  /// Reads what ``bytes`` returned.
  ///
  /// - Throws: ``ShortlistError/Code/damaged`` for other bytes.
  init(_ bytes: UnsafeRawBufferPointer) throws(ShortlistError) {
    var reader = PackedReader(bytes)
    var values: [(attribute: Int64, value: PackedValue)] = []
    while !reader.isAtEnd {
      guard let number = reader.number(), let attribute = Int64(exactly: number),
        Self.numbers.contains(attribute), attribute > values.last?.attribute ?? 0,
        let value = try reader.value()
      else { throw PackedReader.damaged }
      values.append((attribute, value))
    }
    self.values = values
  }

  var isEmpty: Bool { values.isEmpty }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (attribute, value) in values {
      PackedValue.append(UInt64(attribute), to: &bytes)
      PackedValue.append(value, to: &bytes)
    }
    return bytes
  }

  /// The value of an attribute.
  subscript(attribute: Int64) -> PackedValue? {
    values.first { $0.attribute == attribute }?.value
  }

  static func == (a: PackedAttributes, b: PackedAttributes) -> Bool {
    a.values.elementsEqual(b.values) { $0 == $1 }
  }

  func hash(into hasher: inout Hasher) {
    for (attribute, value) in values {
      hasher.combine(attribute)
      hasher.combine(value)
    }
  }
}
