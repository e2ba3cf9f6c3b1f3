import Shortlist

/// A token of a phrase to search for.
struct ModelQueryToken: Hashable {
  var text: [UInt8]
  var kind: ModelToken.Kind
  /// The word without the symbols beside it, if it has any.
  var plain: [UInt8]?
}

/// A text with its tokens by position: a title, a keyword, a subtitle, a body.
struct ModelText {
  private let tokens: [[ModelToken]]
  private let all: [ModelToken]

  init(_ text: String, _ tokenizer: ModelTokenizer) {
    all = tokenizer.tokens(of: text)
    var tokens = [[ModelToken]](repeating: [], count: (all.map(\.lastPosition).max() ?? -1) + 1)
    for token in all {
      tokens[token.position].append(token)
      if token.lastPosition != token.position { tokens[token.lastPosition].append(token) }
    }
    self.tokens = tokens
  }

  /// Whether the tokens follow each other somewhere in the text.
  func contains(_ phrase: [ModelQueryToken], endsInPrefix: Bool) -> Bool {
    tokens.indices.contains { stands(phrase[...], at: $0, endsInPrefix: endsInPrefix) }
  }

  /// Returns the last of the tokens where they first follow each other in the text.
  func last(of phrase: [ModelQueryToken]) -> ModelToken? {
    guard let wanted = phrase.last else { return nil }
    return tokens.indices.first { stands(phrase[...], at: $0, endsInPrefix: false) }
      .flatMap { start in
        tokens[start + phrase.count - 1].first { matches(wanted, $0, asPrefix: false) }
      }
  }

  /// Returns the tokens of a group, in order.
  func group(of token: ModelToken) -> [ModelToken] { all.filter { $0.group == token.group } }

  /// Returns the number of places where the tokens follow each other in the text.
  func count(of phrase: [ModelQueryToken], endsInPrefix: Bool) -> Int {
    tokens.indices.count { stands(phrase[...], at: $0, endsInPrefix: endsInPrefix) }
  }

  /// The number of word positions.
  var length: Int { tokens.count }

  /// The terms that the index counts.
  var terms: Set<[UInt8]> { Set(all.filter { $0.kind != .tail }.map(\.text)) }

  /// The words of the text, without the tokens beside them.
  var words: Set<[UInt8]> {
    Set(all.filter { $0.kind == .word || $0.kind == .single }.map(\.text))
  }

  /// Returns the fewest edits of the token at `place` for which the tokens follow each other
  /// somewhere in the text.
  func edits(
    _ phrase: [ModelQueryToken], endsInPrefix: Bool, place: Int, _ tolerance: TypoTolerance
  ) -> Int? {
    let wanted = phrase[place]
    let isPrefix = endsInPrefix && place == phrase.count - 1
    return tokens.indices.compactMap { start -> Int? in
      guard start + phrase.count <= tokens.count else { return nil }
      let edits = tokens[start + place].compactMap {
        ModelTypos.edits(wanted.text, $0.text, isPrefix: isPrefix, tolerance)
      }.min()
      return edits.flatMap { edits in
        let others = phrase.indices.allSatisfy { index in
          index == place
            || tokens[start + index].contains {
              matches(phrase[index], $0, asPrefix: endsInPrefix && index == phrase.count - 1)
            }
        }
        return others ? edits : nil
      }
    }.min()
  }

  /// Whether the text begins with the tokens, or with `endsThere`, consists of them.
  ///
  /// A token beside a word with an apostrophe neither begins nor ends a text. A joined word also
  /// begins it at the position of its last part.
  func begins(with phrase: [ModelQueryToken], endsInPrefix: Bool, endsThere: Bool) -> Bool {
    guard let first = phrase.first, !tokens.isEmpty else { return false }
    let isOneToken = phrase.count == 1
    return tokens[0].contains { token in
      guard token.kind != .beside,
        matches(first, token, asPrefix: isOneToken && endsInPrefix)
      else { return false }
      return Set([0, token.kind == .joined ? token.lastPosition : 0]).contains { place in
        stands(
          phrase.dropFirst(), at: place + 1, endsInPrefix: endsInPrefix,
          besideEnds: !endsThere || isOneToken)
          && (!endsThere || place + phrase.count == tokens.count)
      }
    }
  }

  /// Whether the token is a substring of some word.
  func containsSubstring(_ substring: ModelQueryToken) -> Bool {
    all.contains { token in
      token.substringStarts.contains { token.text[$0...].starts(with: substring.text) }
    }
  }

  private func stands(
    _ phrase: ArraySlice<ModelQueryToken>, at position: Int, endsInPrefix: Bool,
    besideEnds: Bool = true
  ) -> Bool {
    guard position + phrase.count <= tokens.count else { return false }
    return phrase.enumerated().allSatisfy { index, wanted in
      let isLast = index == phrase.count - 1
      return tokens[position + index].contains { token in
        matches(wanted, token, asPrefix: endsInPrefix && isLast)
          && (besideEnds || !isLast || token.kind != .beside)
      }
    }
  }

  private func matches(_ wanted: ModelQueryToken, _ token: ModelToken, asPrefix: Bool) -> Bool {
    guard token.text.first == wanted.text.first else { return false }
    return asPrefix ? token.text.starts(with: wanted.text) : token.text == wanted.text
  }
}

/// The texts of an item.
struct ModelDocument {
  let title: ModelText
  private let texts: [Field: [ModelText]]

  init(_ item: Item, _ tokenizer: ModelTokenizer) {
    title = ModelText(item.title, tokenizer)
    texts = Dictionary(
      uniqueKeysWithValues: Field.allCases.map { field in
        (field, item[field].map { ModelText($0, tokenizer) })
      })
  }

  func texts(of field: Field) -> [ModelText] { texts[field] ?? [] }

  var keywords: [ModelText] { texts(of: .keywords) }

  var body: ModelText { texts(of: .body)[0] }
}
