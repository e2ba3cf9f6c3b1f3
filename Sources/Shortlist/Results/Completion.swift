/// A text that goes on where a person stopped typing.
public struct Completion: Sendable, Hashable {
  /// What a completion was made from.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// The title of an item that begins with all that was typed.
    case title
    /// What was typed, with its last word made a whole one.
    case term
  }

  /// All of it: a title as its item has it, or the words that were typed with a term at the end.
  public let text: String
  /// What of ``text`` was typed: from its start to the end of the last word.
  public let typed: Range<String.Index>
  /// What it was made from.
  public let kind: Kind
  /// How much it weighs among others of its kind: the weight of the item of that title that ranks
  /// best, or the number of items that hold the term.
  public let weight: Double

  /// What is new.
  public var added: Substring { text[typed.upperBound...] }

  /// Makes a completion from its parts.
  public init(text: String, typed: Range<String.Index>, kind: Kind, weight: Double) {
    self.text = text
    self.typed = typed
    self.kind = kind
    self.weight = weight
  }
}
