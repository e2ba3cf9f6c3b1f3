/// One text of an item as tokens, for matching phrases without the index.
struct ItemText {
  /// A token and its position.
  struct Word {
    let text: String
    let bytes: [UInt8]
    let kind: Token.Kind
    /// The number of the word, from 0.
    let position: Int
    /// The position of the last part of a joined word; otherwise the same as `position`.
    let lastPosition: Int
    /// The range in bytes of the text.
    let range: Range<Int>

    /// Whether this is a token of the same text.
    func isToken(_ token: Tokens.Element) -> Bool {
      token.range == range && token.kind == kind && token.position == position
    }
  }

  let field: Field
  /// The number of the keyword, from 0; 0 for the other fields.
  let keyword: Int
  let words: [Word]
  /// The number of positions.
  let length: Int

  init(_ text: String, field: Field, keyword: Int = 0) throws(ShortlistError) {
    let tokens = try Tokens(text)
    var lastOfGroup: [Int: Int] = [:]
    for index in tokens.indices { lastOfGroup[tokens[index].group] = tokens[index].position }
    var words: [Word] = []
    for index in tokens.indices {
      let token = tokens[index]
      words.append(
        Word(
          text: tokens.text(of: token), bytes: Array(tokens.bytes(of: token)), kind: token.kind,
          position: token.position,
          lastPosition: token.kind == .joined
            ? lastOfGroup[token.group] ?? token.position : token.position,
          range: token.range))
    }
    self.words = words
    self.field = field
    self.keyword = keyword
    length = (words.map(\.lastPosition).max() ?? -1) + 1
  }

  /// The words as typed, for display, without the tokens beside them.
  var shownWords: [String] {
    var shown: [String] = []
    for word in words {
      switch word.kind {
      case .word, .single: shown.append(word.text)
      case .symbol: shown[shown.count - 1] = word.text
      case .beside, .joined, .tail: break
      }
    }
    return shown
  }

  /// Returns all texts of an item: title, keywords, subtitle, body.
  static func texts(of item: Item) throws(ShortlistError) -> [ItemText] {
    var texts: [ItemText] = []
    for field in Field.byImportance {
      for (number, text) in item[field].enumerated() {
        texts.append(try ItemText(text, field: field, keyword: number))
      }
    }
    return texts
  }

  // MARK: Phrases

  /// Returns the words of a phrase where it first occurs; `nil` when it does not.
  func words(matching phrase: [String], isPrefix: Bool) -> [Word]? {
    let phrase = phrase.map { Array($0.utf8) }
    for position in 0..<max(length, 0) {
      if let found = words(matching: phrase[...], isPrefix: isPrefix, at: position) { return found }
    }
    return nil
  }

  /// Returns the number of places at which a phrase occurs.
  func count(of phrase: [String], isPrefix: Bool) -> Int {
    let phrase = phrase.map { Array($0.utf8) }
    return (0..<max(length, 0)).count {
      words(matching: phrase[...], isPrefix: isPrefix, at: $0) != nil
    }
  }

  /// Returns the words of a phrase if the text begins with it or, with `isWhole`, consists of it.
  func words(beginningWith phrase: [String], isPrefix: Bool, isWhole: Bool) -> [Word]? {
    let phrase = phrase.map { Array($0.utf8) }
    for first in words where first.position == 0 && first.kind != .beside && !phrase.isEmpty {
      guard Self.matches(phrase[0], first, isPrefix: isPrefix && phrase.count == 1) else {
        continue
      }
      // A joined word begins a title at the position of its first part, and at that of its last.
      for place in Set([0, first.lastPosition]).sorted() {
        guard !isWhole || place + phrase.count == length else { continue }
        guard
          let rest = words(matching: phrase.dropFirst(), isPrefix: isPrefix, at: place + 1)
        else { continue }
        return [first] + rest
      }
    }
    return nil
  }

  private func words(
    matching phrase: ArraySlice<[UInt8]>, isPrefix: Bool, at position: Int
  ) -> [Word]? {
    var found: [Word] = []
    for (offset, wanted) in phrase.enumerated() {
      let place = position + offset
      let word = words.first {
        ($0.position == place || $0.lastPosition == place)
          && Self.matches(wanted, $0, isPrefix: isPrefix && offset == phrase.count - 1)
      }
      guard let word else { return nil }
      found.append(word)
    }
    return found
  }

  private static func matches(_ wanted: [UInt8], _ word: Word, isPrefix: Bool) -> Bool {
    isPrefix ? word.bytes.starts(with: wanted) : word.bytes == wanted
  }

  // MARK: Substrings

  /// Returns the first word that contains a substring starting at a character other than a mark.
  func word(containing substring: String) -> Word? {
    let substring = Array(substring.unicodeScalars)
    return words.first { word in
      let scalars = Array(word.text.unicodeScalars)
      guard scalars.count >= substring.count else { return false }
      // A sequence of emoji is one character and has no inside.
      if let first = scalars.first, Self.isSymbol(first) { return scalars.starts(with: substring) }
      return (0...scalars.count - substring.count).contains { start in
        scalars[start...].starts(with: substring) && !(start > 0 && Self.isMark(scalars[start]))
      }
    }
  }

  private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .otherSymbol, .modifierSymbol, .mathSymbol, .unassigned: true
    default: false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
