/// The width of characters, in cells of a terminal.
///
/// Terminals disagree about some characters: emoji of several parts, scripts whose letters join. The
/// widths here are the most common ones or, in doubt, the wider one. ``Screen`` positions the next
/// character explicitly, so that no column shifts.
enum CellWidth {
  /// The width of a character as a user sees it: 0 or more.
  static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.value < 0x7F, scalars.count == 1 { return first.value < 0x20 ? 0 : 1 }
    if isEmoji(scalars) { return 2 }
    return scalars.reduce(0) { $0 + width(of: $1) }
  }

  static func width(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// Whether all terminals draw the character in the width assumed here.
  static func isCertain(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first else { return false }
    switch scalar.value {
    // Latin, Greek, Cyrillic, Armenian; ideographs, kana, hangul; box drawing.
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x370..<0x483, 0x48A..<0x590: return true
    case 0x2500..<0x2580, 0x3041..<0x3097, 0x30A1..<0x30FB, 0x4E00..<0xA000, 0xAC00..<0xD7A4:
      return true
    default: return false
    }
  }

  /// Whether the character is read from right to left.
  static func isRightToLeft(_ character: Character) -> Bool {
    character.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: true
      case 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
      default: false
      }
    }
  }

  private static func isEmoji(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first else { return false }
    if first.properties.isEmojiPresentation { return true }
    // Drawn as a picture because of a variation selector, a keycap or a joiner.
    return first.properties.isEmoji
      && scalars.dropFirst().contains { [0xFE0F, 0x20E3, 0x200D].contains($0.value) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      // Most terminals draw a soft hyphen.
      return scalar.value == 0xAD ? 1 : 0
    default: break
    }
    // Vowels and final consonants that join a hangul syllable.
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  /// East Asian Width W and F, without emoji; blocks with gaps are included whole.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x1100: false
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF: true
    case 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF: true
    case 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6: true
    case 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD: true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
