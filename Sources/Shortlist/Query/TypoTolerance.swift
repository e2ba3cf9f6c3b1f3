/// The misspelt words that a query forgives.
///
/// ```swift
/// var query = SearchQuery("swizerland")
/// query.typos = .off
/// query.typos = .after(letters: 8)
/// query.typos = .on.limited(to: [.title, .keywords])
/// ```
public struct TypoTolerance: Sendable, Hashable {
  /// The fewest letters of a typed word that may be misspelt: 5 or more; `nil` if none may be.
  ///
  /// Whatever it is, two edits need nine letters, in the typed word or the one meant. Names without
  /// their symbols (`c` for "C++") match however short they are.
  public let letters: Int?
  /// The fields in which corrected words may match; `nil` for all. Words as typed match in any field.
  public let fields: Set<Field>?

  /// The shortest word that may ever be misspelt, in letters.
  private static let leastLetters = 5

  /// Words of five letters or more may be misspelt.
  public static let on = TypoTolerance(letters: leastLetters, fields: nil)

  /// No word may be misspelt.
  public static let off = TypoTolerance(letters: nil, fields: nil)

  /// Words with fewer letters must be typed exactly. Numbers below 5 count as 5.
  public static func after(letters: Int) -> TypoTolerance {
    TypoTolerance(letters: max(letters, leastLetters), fields: nil)
  }

  /// Returns the same tolerance, for corrected words in these fields only.
  public func limited(to fields: Set<Field>) -> TypoTolerance {
    letters == nil ? self : TypoTolerance(letters: letters, fields: fields)
  }

  /// Whether any word may be misspelt.
  public var isOn: Bool { letters != nil && fields?.isEmpty != true }

  /// Whether a word has enough letters.
  func allows(_ word: String) -> Bool {
    letters.map { word.unicodeScalars.count >= $0 } ?? false
  }
}

extension TypoTolerance: ExpressibleByBooleanLiteral {
  /// Makes ``on`` or ``off``.
  public init(booleanLiteral isOn: Bool) { self = isOn ? .on : .off }
}

/// The JSON is `true`, `false`, or an object with `letters`, `fields`, or both.
extension TypoTolerance: Codable {
  private enum CodingKeys: String, CodingKey {
    case letters, fields
  }

  /// Decodes a tolerance.
  ///
  /// - Throws: what the decoder throws.
  public init(from decoder: any Decoder) throws {
    if let isOn = try? decoder.singleValueContainer().decode(Bool.self) {
      self = isOn ? .on : .off
      return
    }
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let letters = try values.decodeIfPresent(Int.self, forKey: .letters)
    let tolerance = letters.map(Self.after) ?? .on
    let fields = try values.decodeIfPresent(Set<Field>.self, forKey: .fields)
    self = fields.map(tolerance.limited) ?? tolerance
  }

  /// Encodes the tolerance.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    guard let letters, fields != nil || letters != Self.leastLetters else {
      var value = encoder.singleValueContainer()
      return try value.encode(isOn)
    }
    var values = encoder.container(keyedBy: CodingKeys.self)
    if letters != Self.leastLetters { try values.encode(letters, forKey: .letters) }
    guard let fields else { return }
    try values.encode(Field.allCases.filter(fields.contains), forKey: .fields)
  }
}
