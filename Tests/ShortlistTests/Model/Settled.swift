import Shortlist

/// The queries that the specification defines completely.
enum Settled {
  /// Whether a query is one of them.
  static func contains(
    _ text: String, _ tokenizer: ModelTokenizer, operators: Bool = true
  ) -> Bool {
    guard operators else {
      return ModelQuery(text, tokenizer, operators: false).choiceCount <= 8
        && hasPlainEnd(text, tokenizer) && beginsNoWordWithMark(text, tokenizer)
    }
    let text = ModelQueryParser.withoutUnfinishedOperators(text, tokenizer)
    // The specification leaves open which of more than eight ways to begin a title are tried.
    return ModelQuery(text, tokenizer).choiceCount <= 8
      && hasPlainChoices(text, tokenizer) && hasPlainQuotes(text, tokenizer)
      && hasPlainExclusions(text, tokenizer) && hasPlainEnd(text, tokenizer)
      && beginsNoWordWithMark(text, tokenizer)
  }

  /// Whether each "OR" is next to words, other "OR"s and exclusions only.
  private static func hasPlainChoices(_ text: String, _ tokenizer: ModelTokenizer) -> Bool {
    let chunks = chunks(of: text)
    return zip(chunks, chunks.dropFirst()).allSatisfy { a, b in
      let other = a == "OR" ? b : b == "OR" ? a : "x"
      return !tokenizer.tokens(of: other).isEmpty
    }
  }

  /// Whether quotes open at the beginning of a chunk and close at its end, and have tokens if an
  /// operator precedes them.
  private static func hasPlainQuotes(_ text: String, _ tokenizer: ModelTokenizer) -> Bool {
    let fields = Field.allCases.map { "\($0):" }
    let operators = ["-"] + fields + fields.map { "-" + $0 }
    let parts = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.allSatisfy { index in
      let part = parts[index]
      guard !index.isMultiple(of: 2) else {
        // The text after a closing quote.
        return index == 0 || part.first.map(isSpace) ?? true
      }
      let previous = parts[index - 1]
      let start = previous.lastIndex(where: isSpace).map(previous.index(after:))
      let before = String(previous[(start ?? previous.startIndex)...])
      return before.isEmpty
        || operators.contains(before) && !tokenizer.tokens(of: String(part)).isEmpty
    }
  }

  /// Whether a word follows each "-" with a field.
  private static func hasPlainExclusions(_ text: String, _ tokenizer: ModelTokenizer) -> Bool {
    chunks(of: text).allSatisfy { chunk in
      Field.allCases.allSatisfy { field in
        let start = "-\(field):".unicodeScalars
        let rest = String(chunk.unicodeScalars.dropFirst(start.count))
        return !chunk.unicodeScalars.starts(with: start) || !tokenizer.tokens(of: rest).isEmpty
          || rest.hasPrefix("\"")
      }
    }
  }

  /// Whether the last chunk has tokens, if no space follows it.
  private static func hasPlainEnd(_ text: String, _ tokenizer: ModelTokenizer) -> Bool {
    guard let last = text.unicodeScalars.last, !isSpace(last) else { return true }
    return chunks(of: text).last.map { !tokenizer.tokens(of: $0).isEmpty } ?? true
  }

  /// Whether no word begins with a mark, as substrings do not.
  private static func beginsNoWordWithMark(_ text: String, _ tokenizer: ModelTokenizer) -> Bool {
    tokenizer.tokens(of: text).allSatisfy { $0.substringStarts.first == 0 }
  }

  private static func chunks(of text: String) -> [String] {
    text.unicodeScalars.split(whereSeparator: isSpace).map { String($0) }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }
}
