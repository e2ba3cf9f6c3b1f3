/// A matched range of a field.
public struct Highlight: Sendable, Hashable {
  /// The field.
  public let field: Field
  /// Which keyword, counted from 0; 0 for the other fields.
  public let keyword: Int
  /// What matched, in the text of the field, or of that keyword; it covers only what was typed.
  public let range: Range<String.Index>

  /// Makes a highlight from its parts.
  public init(field: Field, keyword: Int = 0, range: Range<String.Index>) {
    self.field = field
    self.keyword = keyword
    self.range = range
  }
}
