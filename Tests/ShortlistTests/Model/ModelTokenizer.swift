/// Splits text into tokens according to the specification, in plain Swift.
final class ModelTokenizer {
  private let folding = ModelFold()

  /// Returns the tokens of a text.
  func tokens(of text: String) -> [ModelToken] {
    tokens(of: Array(text.utf8))
  }

  /// Returns the tokens of any bytes.
  func tokens(of bytes: [UInt8]) -> [ModelToken] {
    var splitter = ModelSplitter(characters: folding.characters(of: bytes))
    return splitter.tokens()
  }
}

/// Splits folded characters into tokens.
struct ModelSplitter {
  /// A part of a word between hyphens, without its apostrophes.
  private struct Part {
    var characters: [ModelCharacter]
    /// The beginnings of the rests after apostrophes.
    var rests: [Int]
    /// The position of the next character.
    var end: Int
  }

  let characters: [ModelCharacter]
  private var result: [ModelToken] = []
  private var position = 0
  private var group = 0
  /// Whether the next word follows the ampersand of another.
  private var isLinked = false

  init(characters: [ModelCharacter]) {
    self.characters = characters
  }

  mutating func tokens() -> [ModelToken] {
    var index = 0
    while index < characters.count {
      switch characters[index].kind {
      case .letter, .digit, .mark: index = hyphenGroup(from: index)
      case .unspaced: index = unspacedRun(from: index)
      case .emoji, .skinTone, .regionalIndicator: index = emoji(from: index)
      default: index += 1
      }
    }
    return result
  }

  private func kind(_ index: Int) -> ModelClass {
    index < characters.count ? characters[index].kind : .separator
  }

  // MARK: - Words

  private mutating func hyphenGroup(from start: Int) -> Int {
    var parts = [part(from: start)]
    while let end = parts.last?.end, kind(end) == .hyphen, kind(end + 1).isLetter {
      parts.append(part(from: end + 1))
    }
    let first = position
    let symbols = symbols(after: parts)
    let before = before(start)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      append(part, after: index == 0 ? before : nil, before: isLast ? symbols : [])
    }
    if (2...16).contains(parts.count) {
      let all = parts.flatMap(\.characters)
      append(all[...], .joined, at: first, through: position - 1)
    }
    isLinked = symbols.first?.scalar == "&"
    if !isLinked { group += 1 }
    return (parts.last?.end ?? start + 1) + (isLinked ? 1 : 0)
  }

  /// The dot or the ampersand right before a word, and whether another word comes before the dot.
  private typealias Before = (character: ModelCharacter, isInner: Bool)

  private func before(_ start: Int) -> Before? {
    guard start > 0 else { return nil }
    if isLinked { return (characters[start - 1], false) }
    guard kind(start - 1) == .dot else { return nil }
    guard start > 1 else { return (characters[0], false) }
    var last = start - 2
    guard kind(last) != .dot else { return nil }
    let isInner = kind(last).isWordPart
    // A mark belongs to the character before it.
    while last > 0, kind(last) == .mark { last -= 1 }
    return (characters[start - 1], isInner && kind(last) != .unspaced)
  }

  /// Returns the symbols right after a word that belong to it.
  private func symbols(after parts: [Part]) -> [ModelCharacter] {
    guard let part = parts.last, part.characters.first?.kind == .letter,
      kind(part.end) == .symbol, kind(part.end - 1) != .dot
    else { return [] }
    let first = characters[part.end]
    let run = characters[part.end...].prefix { $0.scalar == first.scalar }
    let next = kind(part.end + (first.scalar == "+" ? run.count : 1))
    switch first.scalar {
    case "&":
      let isShort = parts.count == 1 && part.characters.count <= 2
      return isShort && next == .letter ? [first] : []
    case "+" where run.count > 1: return run.count <= 3 ? Array(run) : []
    default: return next.isWordPart ? [] : [first]
    }
  }

  private mutating func append(
    _ part: Part, after before: Before?, before symbols: [ModelCharacter]
  ) {
    let kept = Self.cut(part.characters[...])
    append(kept, .word, at: position)
    if let first = part.rests.first {
      let before = kept.prefix(first)
      if before.count(where: { $0.kind != .mark }) >= 2 { append(before, .beside, at: position) }
    }
    let rests = part.rests.map { kept.dropFirst($0) }.filter { rest in
      rest.count { $0.kind != .mark } >= 2
    }
    for rest in rests.prefix(8) {
      append(rest, .beside, at: position)
    }
    var named = symbols
    if var before, part.characters.first?.kind == .letter {
      let isLong = part.characters.count(where: { $0.kind != .mark }) >= 2
      if before.character.kind == .dot { before.character.scalar = "." }
      if before.isInner, isLong {
        appendWhole([before.character] + part.characters, .beside)
      } else if !before.isInner, isLong || before.character.kind == .symbol {
        named = [before.character] + part.characters + symbols
      }
    }
    if named.count == symbols.count, !symbols.isEmpty { named = part.characters + symbols }
    appendWhole(named, .symbol)
    position += 1
  }

  /// Adds a token, unless it would be cut.
  private mutating func appendWhole(_ characters: [ModelCharacter], _ kind: ModelToken.Kind) {
    guard Self.cut(characters[...]).count == characters.count else { return }
    append(characters[...], kind, at: position)
  }

  private func part(from start: Int) -> Part {
    if let dotted = dottedLetters(from: start) { return dotted }
    var part = Part(characters: [], rests: [], end: start)
    while true {
      if kind(part.end).isWordPart {
        part.characters.append(characters[part.end])
        part.end += 1
      } else if kind(part.end) == .apostrophe, kind(part.end + 1).isLetter {
        part.rests.append(part.characters.count)
        part.end += 1
      } else {
        return part
      }
    }
  }

  /// Returns single letters separated by dots, with an optional final dot.
  private func dottedLetters(from start: Int) -> Part? {
    var part = Part(characters: [], rests: [], end: start)
    var letters = 0
    while kind(part.end) == .letter {
      part.characters.append(characters[part.end])
      part.end += 1
      while kind(part.end) == .mark {
        part.characters.append(characters[part.end])
        part.end += 1
      }
      letters += 1
      // A longer word follows, so no part of the sequence is joined.
      if kind(part.end).isLetter { return nil }
      if kind(part.end) == .apostrophe, kind(part.end + 1).isLetter { return nil }
      guard kind(part.end) == .dot else { break }
      guard kind(part.end + 1) == .letter else {
        if letters > 1 { part.end += 1 }
        break
      }
      part.end += 1
    }
    return letters > 1 ? part : nil
  }

  // MARK: - Scripts without spaces, emoji

  private mutating func unspacedRun(from start: Int) -> Int {
    var clusters: [ArraySlice<ModelCharacter>] = []
    var index = start
    while kind(index) == .unspaced {
      let first = index
      index += 1
      while kind(index) == .mark { index += 1 }
      clusters.append(characters[first..<index])
    }
    for pair in zip(clusters, clusters.dropFirst()) {
      append(pair.0 + pair.1, .word, at: position, isWhole: true)
      position += 1
    }
    if let last = clusters.last {
      append(last, clusters.count == 1 ? .single : .tail, at: position, isWhole: true)
      position += 1
    }
    group += 1
    return index
  }

  private mutating func emoji(from start: Int) -> Int {
    var end = start + 1
    if kind(start) == .regionalIndicator {
      if kind(end) == .regionalIndicator { end += 1 }
    } else {
      while true {
        while kind(end) == .skinTone || kind(end) == .tag { end += 1 }
        guard kind(end) == .joiner else { break }
        end += 2
      }
    }
    append(characters[start..<end], .word, at: position, isWhole: true)
    position += 1
    group += 1
    return end
  }

  // MARK: - Tokens

  /// Returns the first 64 characters, if they fit into 255 bytes.
  private static func cut(_ characters: ArraySlice<ModelCharacter>) -> ArraySlice<ModelCharacter> {
    var bytes = 0
    return characters.prefix(64).prefix { character in
      bytes += UTF8.width(character.scalar)
      return bytes <= 255
    }
  }

  private mutating func append(
    _ characters: ArraySlice<ModelCharacter>, _ kind: ModelToken.Kind, at position: Int,
    through lastPosition: Int? = nil, isWhole: Bool = false
  ) {
    let kept = Self.cut(characters)
    guard let first = kept.first, let last = kept.last else { return }
    var text: [UInt8] = []
    var starts = isWhole ? [0] : []
    for character in kept {
      if !isWhole && character.kind != .mark { starts.append(text.count) }
      text += Array(String(character.scalar).utf8)
    }
    result.append(
      ModelToken(
        text: text, kind: kind, position: position, lastPosition: lastPosition ?? position,
        group: group, start: kept.reduce(first.start) { min($0, $1.start) },
        end: kept.reduce(last.end) { max($0, $1.end) },
        substringStarts: starts))
  }
}
