import Foundation

/// A folded character, and its bytes in the original text.
struct ModelCharacter: Hashable {
  var scalar: Unicode.Scalar
  var kind: ModelClass
  var start: Int
  var end: Int
}

extension ModelFold {
  /// Returns the folded characters of a text: marks in canonical order, syllables and kana
  /// composed.
  func characters(of bytes: [UInt8]) -> [ModelCharacter] {
    composed(ordered(joined(foldedOneByOne(bytes))))
  }

  /// Folds each character alone. Bytes that are not UTF-8 become a separator.
  private func foldedOneByOne(_ bytes: [UInt8]) -> [ModelCharacter] {
    var characters: [ModelCharacter] = []
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return characters
      case .error(let length):
        characters.append(
          ModelCharacter(
            scalar: "\u{FFFD}", kind: .separator, start: offset, end: offset + length))
        offset += length
      case .valid(let encoded):
        let end = offset + encoded.count
        let folded = fold(Unicode.UTF8.decode(encoded))
        if folded.isEmpty, !characters.isEmpty { characters[characters.count - 1].end = end }
        for one in folded {
          characters.append(
            ModelCharacter(scalar: one.scalar, kind: one.kind, start: offset, end: end))
        }
        offset = end
      }
    }
  }

  /// Drops joiners that join no emoji, and tags that follow none: both are ignorable.
  private func joined(_ characters: [ModelCharacter]) -> [ModelCharacter] {
    var kept: [ModelCharacter] = []
    for (index, character) in characters.enumerated() {
      let previous = kept.last?.kind
      let followsEmoji = previous == .emoji || previous == .skinTone || previous == .tag
      let next = index + 1 < characters.count ? characters[index + 1].kind : .separator
      let isDropped =
        switch character.kind {
        case .joiner: !followsEmoji || (next != .emoji && next != .skinTone)
        case .tag: !followsEmoji
        default: false
        }
      if !isDropped {
        kept.append(character)
      } else if !kept.isEmpty {
        kept[kept.count - 1].end = character.end
      }
    }
    return kept
  }

  /// Sorts adjacent marks by combining class, as canonical ordering requires.
  private func ordered(_ characters: [ModelCharacter]) -> [ModelCharacter] {
    var characters = characters
    for index in characters.indices.dropFirst() {
      var place = index
      while place > 0, follows(characters[place - 1], characters[place]) {
        characters.swapAt(place - 1, place)
        place -= 1
      }
    }
    return characters
  }

  private func follows(_ a: ModelCharacter, _ b: ModelCharacter) -> Bool {
    guard a.kind == .mark, b.kind == .mark else { return false }
    let first = a.scalar.properties.canonicalCombiningClass.rawValue
    let second = b.scalar.properties.canonicalCombiningClass.rawValue
    return second != 0 && first > second
  }

  /// Composes Hangul jamo to syllables, and kana with their voice marks.
  private func composed(_ characters: [ModelCharacter]) -> [ModelCharacter] {
    var result: [ModelCharacter] = []
    for character in characters {
      // Marks of a lower class may come between a kana and its voice mark.
      let base = result.lastIndex { last in
        let rank = last.scalar.properties.canonicalCombiningClass.rawValue
        return !(character.kind == .mark && last.kind == .mark && (1..<8).contains(rank))
      }
      if let base, let both = Self.composition(result[base].scalar, character.scalar) {
        result[base].scalar = both
        result[base].end = max(result[base].end, character.end)
      } else {
        result.append(character)
      }
    }
    return result
  }

  private static func composition(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Unicode.Scalar? {
    switch (a.value, b.value) {
    case (0x1100...0x1112, 0x1161...0x1175):
      return Unicode.Scalar(0xAC00 + (a.value - 0x1100) * 588 + (b.value - 0x1161) * 28)
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (a.value - 0xAC00) % 28 == 0:
      return Unicode.Scalar(a.value + b.value - 0x11A7)
    case (0x3041...0x30FF, 0x3099...0x309A):
      var pair = String(a)
      pair.unicodeScalars.append(b)
      let composed = Array(pair.precomposedStringWithCanonicalMapping.unicodeScalars)
      return composed.count == 1 ? composed[0] : nil
    default:
      return nil
    }
  }
}
