/// A range of a text in bytes of UTF-8, from the beginning of the text: in JSON an array of two numbers.
struct ByteRange: Codable {
  private let bounds: Range<Int>

  init(_ range: Range<String.Index>, in text: String) {
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    bounds = start..<start + text.utf8.distance(from: range.lowerBound, to: range.upperBound)
  }

  init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    let (start, end) = (try values.decode(Int.self), try values.decode(Int.self))
    guard 0 <= start, start <= end else {
      throw DecodingError.dataCorruptedError(
        in: values, debugDescription: "A range ends before it begins, or begins before 0.")
    }
    bounds = start..<end
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(bounds.lowerBound)
    try values.encode(bounds.upperBound)
  }

  /// The range in a text; throws when it does not lie in it.
  func range(in text: String, at path: [any CodingKey]) throws -> Range<String.Index> {
    guard bounds.upperBound <= text.utf8.count else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "A range ends behind the text."))
    }
    let start = text.utf8.index(text.startIndex, offsetBy: bounds.lowerBound)
    return start..<text.utf8.index(start, offsetBy: bounds.count)
  }
}
