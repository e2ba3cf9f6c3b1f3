import CShortlist

/// The tokens of a text in order of position, with a map from folded bytes to the original.
struct Tokens: ~Copyable {
  /// A token without a copy of its text.
  struct Element {
    let kind: Token.Kind
    /// The number of the word, from 0; tokens of the same word share it.
    let position: Int
    /// Tokens of one group were typed as one: a hyphenated word, or a run without spaces.
    let group: Int
    /// The range in the original, in bytes.
    let range: Range<Int>
    fileprivate let offset: Int
    /// The length of the folded text in bytes, 1 to 256.
    let length: Int

    /// Whether the token counts as a term: every one but the last character of a run.
    var isTerm: Bool { kind != .tail }

    fileprivate init(_ token: shortlist_token) {
      kind =
        switch Int(token.kind) {
        case SHORTLIST_TOKEN_BESIDE: .beside
        case SHORTLIST_TOKEN_JOINED: .joined
        case SHORTLIST_TOKEN_TAIL: .tail
        case SHORTLIST_TOKEN_SINGLE: .single
        case SHORTLIST_TOKEN_SYMBOL: .symbol
        default: .word
        }
      position = Int(token.position)
      group = Int(token.group)
      range = Int(token.start)..<Int(token.end)
      offset = Int(token.offset)
      length = Int(token.length)
    }
  }

  private let handle: UnsafeMutablePointer<shortlist_tokens>
  private let array: UnsafeMutablePointer<shortlist_token>
  let count: Int

  /// Splits UTF-8 text into tokens; O(length).
  init(_ text: String) throws(ShortlistError) {
    var text = text
    var made: UnsafeMutablePointer<shortlist_tokens>?
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        shortlist_tokenize($0.baseAddress, Int64($0.count), &made)
      }
    }
    guard code == SQLITE_OK, let made else {
      throw ShortlistError(sqliteCode: code, detail: "splitting a text into words")
    }
    handle = made
    array = made.pointee.array
    count = Int(made.pointee.count)
  }

  deinit { shortlist_tokens_free(handle) }

  var isEmpty: Bool { count == 0 }

  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Element { Element(array[index]) }

  /// The number of words; those beside each other count once.
  var wordCount: Int { indices.last.map { self[$0].position + 1 } ?? 0 }

  /// Returns the folded bytes of one token, valid as long as `self`.
  func bytes(of token: Element) -> UnsafeBufferPointer<UInt8> {
    let base = UnsafeRawPointer(handle.pointee.bytes) + token.offset
    return UnsafeBufferPointer(
      start: base.assumingMemoryBound(to: UInt8.self), count: token.length)
  }

  /// Returns the folded text of one token.
  func text(of token: Element) -> String {
    String(decoding: bytes(of: token), as: UTF8.self)
  }

  /// Returns the range in the original of a token's folded bytes.
  func source(of bytes: Range<Int>, in token: Element) -> Range<Int> {
    let start = Int(handle.pointee.starts[token.offset + bytes.lowerBound])
    let end = Int(handle.pointee.ends[token.offset + bytes.upperBound - 1])
    return start..<max(start, end)
  }

  /// Returns the length of a title as ranking counts it, in characters.
  static func length(_ title: String) -> Int {
    var title = title
    return title.withUTF8 { length(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the length of a title in UTF-8.
  static func length(_ title: UnsafeRawBufferPointer) -> Int {
    Int(
      shortlist_length(
        title.baseAddress?.assumingMemoryBound(to: CChar.self), Int64(title.count)))
  }

  /// Returns a folded token as the index holds it at the beginning of a title.
  static func markedFirst(_ token: String) -> String {
    var token = token
    return token.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        guard let base = bytes.baseAddress else { return "" }
        return String(unsafeUninitializedCapacity: bytes.count + 8) { mark in
          mark.withMemoryRebound(to: CChar.self) { mark in
            guard let target = mark.baseAddress else { return 0 }
            return Int(shortlist_mark_first(base, Int32(bytes.count), target))
          }
        }
      }
    }
  }

  /// Sorts after all tokens, and before the marked ones.
  static let firstMark = "\u{F0000}"

  /// The mark after the last word of a title, in a token that the index holds beside that word.
  static let end = SHORTLIST_END

  /// The first character of a text that consists of ready tokens, separated by spaces.
  static let verbatim = Character(Unicode.Scalar(UInt8(SHORTLIST_VERBATIM)))
}

extension Tokens {
  /// Returns a key that texts with the same words share: the folded words, with the symbols beside
  /// them, each followed by a space.
  static func key(of text: String) throws(ShortlistError) -> String {
    let tokens = try Tokens(text)
    var words: [String] = []
    for index in tokens.indices {
      switch tokens[index].kind {
      case .word, .single, .tail: words.append(tokens.text(of: tokens[index]))
      case .symbol: words[words.count - 1] = tokens.text(of: tokens[index])
      case .beside, .joined: break
      }
    }
    return words.map { $0 + " " }.joined()
  }
}

extension Tokens {
  /// Returns a whole text as tokens are folded: without case and accents, but with everything
  /// between the words.
  static func folded(_ text: String) throws(ShortlistError) -> String {
    var text = text
    var length: Int64 = 0
    let folded = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        shortlist_fold($0.baseAddress, Int64($0.count), &length)
      }
    }
    guard let folded else {
      throw ShortlistError(sqliteCode: SQLITE_NOMEM, detail: "folding a text")
    }
    defer { sqlite3_free(folded) }
    let bytes = UnsafeRawBufferPointer(start: folded, count: Int(length))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Tokens {
  /// Returns the English stem of a folded word as an index with stems holds it; `nil` for words
  /// with letters other than a to z, or with fewer than three.
  static func markedStem(_ word: some Collection<UInt8>) -> String? {
    stem(word).map { markedFirst(String(decoding: $0, as: UTF8.self)) }
  }

  /// Returns the English stem of a folded word.
  static func stem(_ word: some Collection<UInt8>) -> [UInt8]? {
    let bytes = word.map { CChar(bitPattern: $0) }
    let stem = [UInt8](unsafeUninitializedCapacity: bytes.count + 1) { stem, count in
      count = stem.withMemoryRebound(to: CChar.self) { stem in
        guard let target = stem.baseAddress else { return 0 }
        return bytes.withUnsafeBufferPointer { source in
          guard let base = source.baseAddress else { return 0 }
          return Int(shortlist_stem(base, Int32(clamping: source.count), target))
        }
      }
    }
    return stem.isEmpty ? nil : stem
  }
}

extension Token {
  /// Splits a text into tokens, in order of position.
  ///
  /// - Throws: ``ShortlistError/Code/invalidItem`` for a text of 2 GiB or more, or
  ///   ``ShortlistError/Code/outOfMemory``.
  /// - Complexity: O(*n*) for *n* bytes of text.
  public static func tokens(of text: String) throws(ShortlistError) -> [Token] {
    let tokens = try Tokens(text)
    return tokens.indices.map { index in
      let token = tokens[index]
      let start = text.utf8.index(text.startIndex, offsetBy: token.range.lowerBound)
      return Token(
        text: tokens.text(of: token),
        range: start..<text.utf8.index(start, offsetBy: token.range.count),
        position: token.position, kind: token.kind)
    }
  }
}
