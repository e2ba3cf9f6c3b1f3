#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Matched ranges and marked-up text, in the units of Apple's text systems.
extension Hit {
  /// Returns the matched ranges of one field in UTF-16 code units from the start of its text, as
  /// `NSString` counts them; `NSRange(range)` converts each.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - keyword: the index of the keyword; ignored for other fields.
  /// - Returns: the ranges from left to right; none if there is no such keyword.
  /// - Complexity: O(*n*) per range, for a text of *n* bytes.
  public func utf16Ranges(in field: Field, keyword: Int = 0) -> [Range<Int>] {
    guard let text = item.text(of: field, keyword: keyword) else { return [] }
    return ranges(in: field, keyword: keyword).map { text.utf16Range($0) }
  }

  #if !canImport(FoundationEssentials)
    /// Returns the ranges of ``utf16Ranges(in:keyword:)`` for `NSString`, `NSAttributedString` and
    /// TextKit. Where Foundation is split up, as on Linux, `NSRange` is in the part that this
    /// library does not load: convert the other ranges there.
    public func nsRanges(in field: Field, keyword: Int = 0) -> [NSRange] {
      utf16Ranges(in: field, keyword: keyword).map { NSRange($0) }
    }
  #endif

  /// Returns the text of one field, with the attribute ``Highlight/Attribute`` and any others given
  /// on each match.
  ///
  /// ```swift
  /// Text(hit.attributedString(of: .title, marking: AttributeContainer().foregroundColor(.accentColor)))
  /// ```
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - keyword: the index of the keyword; ignored for other fields.
  ///   - attributes: further attributes for each match.
  /// - Returns: the text; empty if there is no such keyword.
  public func attributedString(
    of field: Field, keyword: Int = 0, marking attributes: AttributeContainer = .init()
  ) -> AttributedString {
    AttributedString(
      item.text(of: field, keyword: keyword) ?? "", marking: ranges(in: field, keyword: keyword),
      with: attributes)
  }

  private func ranges(in field: Field, keyword: Int) -> [Range<String.Index>] {
    highlights.filter { $0.field == field && (field != .keywords || $0.keyword == keyword) }
      .map(\.range)
  }
}

extension Snippet {
  /// The matched ranges, in UTF-16 code units from the start of ``text``.
  public var utf16Ranges: [Range<Int>] { ranges.map { text.utf16Range($0) } }

  /// Returns the text with its matches marked as by ``Hit/attributedString(of:keyword:marking:)``.
  public func attributedString(
    marking attributes: AttributeContainer = .init()
  ) -> AttributedString {
    AttributedString(text, marking: ranges, with: attributes)
  }
}

extension Highlight {
  /// The attribute of a match in an `AttributedString`: `true` on matches, and absent elsewhere.
  public enum Attribute: AttributedStringKey {
    /// The type of the value: whether a run matched.
    public typealias Value = Bool
    /// The name of the attribute when it is encoded.
    public static let name = "Shortlist.match"
  }
}

extension AttributedString {
  fileprivate init(
    _ text: String, marking ranges: [Range<String.Index>], with attributes: AttributeContainer
  ) {
    self.init(text)
    var attributes = attributes
    attributes[Highlight.Attribute.self] = true
    for range in ranges {
      guard let range = Range(range, in: self) else { continue }
      self[range].mergeAttributes(attributes)
    }
  }
}

extension String {
  fileprivate func utf16Range(_ range: Range<Index>) -> Range<Int> {
    let start = utf16.distance(from: startIndex, to: range.lowerBound)
    return start..<start + utf16.distance(from: range.lowerBound, to: range.upperBound)
  }
}

/// A range of a text in UTF-8 bytes from its start; in JSON, an array of two numbers.
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

  /// Returns the range in a text; throws if it lies outside the text.
  func range(in text: String, at path: [any CodingKey]) throws -> Range<String.Index> {
    guard bounds.upperBound <= text.utf8.count else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "A range ends after the end of the text."))
    }
    let start = text.utf8.index(text.startIndex, offsetBy: bounds.lowerBound)
    return start..<text.utf8.index(start, offsetBy: bounds.count)
  }
}
