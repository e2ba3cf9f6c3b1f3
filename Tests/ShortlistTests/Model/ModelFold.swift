import Foundation

/// The class of a folded character.
enum ModelClass: Hashable {
  case letter, digit, mark, unspaced
  case emoji, skinTone, regionalIndicator, tag, joiner
  case apostrophe, hyphen, dot, symbol, separator

  /// Whether the character is part of a word of a script with spaces.
  var isWordPart: Bool { self == .letter || self == .digit || self == .mark }

  /// Whether a word can continue with the character after an apostrophe.
  var isLetter: Bool { self == .letter || self == .digit }
}

/// Folds single characters according to the specification of tokens, using only Swift's Unicode
/// data.
///
/// Valid for the characters of Unicode 14. The tests omit a few that the specification leaves open.
final class ModelFold {
  struct Folded: Hashable {
    var scalar: Unicode.Scalar
    var kind: ModelClass
  }

  private var cache: [Unicode.Scalar: [Folded]] = [:]

  /// Returns the folded form of a character; empty if it is dropped without ending a word.
  ///
  /// Returns the zero-width joiner as ``ModelClass/joiner`` and tags as ``ModelClass/tag``, because
  /// only their neighbours tell whether they are dropped.
  func fold(_ scalar: Unicode.Scalar) -> [Folded] {
    if let known = cache[scalar] { return known }
    let folded = compute(scalar)
    cache[scalar] = folded
    return folded
  }

  private func compute(_ scalar: Unicode.Scalar) -> [Folded] {
    if scalar == "\u{200D}" { return [Folded(scalar: scalar, kind: .joiner)] }
    if (0xE0020...0xE007F).contains(scalar.value) { return [Folded(scalar: scalar, kind: .tag)] }
    if Self.isDropped(scalar) { return [] }
    if let mark = Self.punctuation[scalar] { return [Folded(scalar: scalar, kind: mark)] }
    if let letters = Self.letters[scalar] { return letters.unicodeScalars.flatMap(fold) }
    let decomposed = Array(String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars)
    if decomposed != [scalar] { return decomposed.flatMap(fold) }
    let lower = Self.caseFolded(scalar)
    if lower != [scalar] { return lower.flatMap(fold) }
    let properties = scalar.properties
    if properties.generalCategory == .decimalNumber, let value = properties.numericValue,
      let digit = Unicode.Scalar(0x30 + UInt32(value))
    {
      return [Folded(scalar: digit, kind: .digit)]
    }
    return [Folded(scalar: scalar, kind: Self.kind(of: scalar))]
  }

  /// Upper-casing and then lower-casing is full case folding; only Cherokee folds to upper case.
  private static func caseFolded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    scalar.properties.uppercaseMapping.unicodeScalars.flatMap { upper in
      (0x13A0...0x13F5).contains(upper.value)
        ? [upper] : Array(upper.properties.lowercaseMapping.unicodeScalars)
    }
  }

  /// Whether a character is dropped: it is ignorable, or a mark in a script that is searched
  /// without marks.
  static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    if isIgnorable(scalar) || scalar == "\u{0640}" { return true }
    let category = scalar.properties.generalCategory
    if category == .enclosingMark { return true }
    guard category == .nonspacingMark || category == .spacingMark else { return false }
    if scalar == "\u{3099}" || scalar == "\u{309A}" { return false }
    if category == .nonspacingMark, (0x0591...0x05C7).contains(scalar.value) { return true }
    let name = scalar.properties.name ?? ""
    return name.hasPrefix("COMBINING ")
      || (category == .nonspacingMark && name.hasPrefix("ARABIC "))
  }

  /// Of all ignorable characters, only the zero-width space ends a word.
  static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{200B}"
  }

  private static let punctuation: [Unicode.Scalar: ModelClass] = {
    var classes: [Unicode.Scalar: ModelClass] = [:]
    for scalar in "'’‘ʼʻ＇`´′׳\u{02B9}\u{02BA}\u{02BB}\u{02BC}".unicodeScalars {
      classes[scalar] = .apostrophe
    }
    for scalar in "-‐‑⁃−﹣－־".unicodeScalars { classes[scalar] = .hyphen }
    for scalar in ".．․".unicodeScalars { classes[scalar] = .dot }
    for scalar in "+#&".unicodeScalars { classes[scalar] = .symbol }
    return classes
  }()

  /// Letters without a decomposition.
  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l",
    "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i", "ħ": "h", "Ħ": "h",
    "ŧ": "t", "Ŧ": "t", "ŋ": "n", "Ŋ": "n", "ĸ": "k", "ƀ": "b", "Ƀ": "b", "ɨ": "i", "Ɨ": "i",
    "ƶ": "z", "Ƶ": "z", "ǥ": "g", "Ǥ": "g", "ⱥ": "a", "Ⱥ": "a", "ɇ": "e", "Ɇ": "e", "ɉ": "j",
    "Ɉ": "j", "ɍ": "r", "Ɍ": "r", "ɏ": "y", "Ɏ": "y", "ƚ": "l", "Ƚ": "l", "ⱦ": "t", "Ⱦ": "t",
  ]

  static func kind(of scalar: Unicode.Scalar) -> ModelClass {
    if let emoji = emojiKind(of: scalar) { return emoji }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: return .mark
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return isUnspaced(scalar.value) ? .unspaced : .letter
    case .decimalNumber, .otherNumber: return .digit
    case .unassigned where (0x20000...0x3FFFD).contains(scalar.value): return .unspaced
    default: return .separator
    }
  }

  private static func emojiKind(of scalar: Unicode.Scalar) -> ModelClass? {
    switch scalar.value {
    case 0x1F1E6...0x1F1FF: .regionalIndicator
    case 0x1F3FB...0x1F3FF: .skinTone
    case 0x3030, 0x303D, 0x1F000...0x1FAFF: .emoji
    case 0x231A...0x23FF, 0x2600...0x27BF, 0x2B00...0x2BFF:
      [.otherSymbol, .unassigned].contains(scalar.properties.generalCategory) ? .emoji : nil
    default: nil
    }
  }

  /// Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar.
  private static func isUnspaced(_ value: UInt32) -> Bool {
    switch value {
    case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD,
      0x3041...0x309F, 0x30A1...0x30FF, 0x31F0...0x31FF, 0x1AFF0...0x1B16F,
      0x0E00...0x0EFF, 0x1780...0x17FF, 0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F:
      true
    default: false
    }
  }
}
