/// What keeps an item from matching.
extension WhyAnswer {
  var mismatch: [String] {
    if let (clause, evidence) = matcher.exclusion, let first = evidence.first {
      return [
        "The query excludes \(Self.shown(clause)), and \(Self.sentence(first))",
        matcher.tier.map { "Without that it would be on tier \($0.rawValue): \($0.meaning)." }
          ?? "Even without that it would not match.",
      ]
    }
    var sentences = isInScope ? [] : [scope]
    var isNamed = false
    for clause in matcher.query.clauses {
      if let evidence = matcher.evidence(for: clause, in: Field.allCases) {
        sentences += evidence.map(Self.sentence)
      } else if let evidence = matcher.substringEvidence(for: clause) {
        sentences += evidence.map(Self.sentence)
      } else if !isNamed {
        isNamed = true
        sentences += absence(of: clause)
      } else {
        sentences.append("Nor is there \(Self.shown(clause)).")
      }
    }
    if !isNamed {
      sentences.append(
        "No tier takes these together: tiers 1 to 4 want each word to be, or the last one to begin, "
          + "a whole word; tier 5 takes the inside of words, but only in the title and the keywords."
      )
    }
    if placement.isIncomplete {
      sentences.append(Self.incompleteness)
    }
    return sentences
  }

  /// Explains why nothing matches a clause.
  private func absence(of clause: QueryClause) -> [String] {
    guard let alternative = clause.alternatives.first else { return [] }
    let place = place(alternative.field)
    let texts = texts(alternative.field)
    guard texts.contains(where: { !$0.words.isEmpty }) else {
      return ["\(Self.capitalized(place)) of the item is empty."]
    }
    var sentences: [String]
    if clause.alternatives.count > 1 {
      let words = clause.alternatives.map { "“\($0.words.joined(separator: " "))”" }
      sentences = ["None of \(Self.list(words, "and")) is in \(place)."]
    } else if alternative.words.count > 1 {
      sentences = [brokenPhrase(alternative, in: texts, place)]
    } else {
      sentences = missingWord(alternative, in: texts, place)
    }
    if let field = alternative.field,
      let elsewhere = matcher.texts.first(where: {
        $0.field != field
          && $0.words(matching: alternative.words, isPrefix: alternative.isPrefix) != nil
      })
    {
      sentences.append(
        "The \(elsewhere.field.noun) has it, but the query wants it in the \(field.noun).")
    }
    return sentences
  }

  /// Returns the texts in which a word may be.
  private func texts(_ field: Field?) -> [ItemText] {
    matcher.texts.filter { field == nil || $0.field == field }
  }

  /// Lists the fields that are not empty, in words.
  private func place(_ field: Field?) -> String {
    if let field { return "the \(field.noun)" }
    let fields = Field.allCases.filter { field in
      field == .title || matcher.texts.contains { $0.field == field && !$0.words.isEmpty }
    }
    return Self.list(fields.map { "the \($0.noun)" }, "or")
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private func brokenPhrase(
    _ phrase: QueryClause.Alternative, in texts: [ItemText], _ place: String
  ) -> String {
    let missing = phrase.words.first { word in
      !texts.contains { $0.words(matching: [word], isPrefix: phrase.isPrefix) != nil }
    }
    let words = "“\(phrase.words.joined(separator: " "))”"
    guard let missing else {
      return "All words of \(words) are in \(place), but not next to each other in this order."
    }
    return "Of the phrase \(words), “\(missing)” is not in \(place)."
  }

  private func missingWord(
    _ alternative: QueryClause.Alternative, in texts: [ItemText], _ place: String
  ) -> [String] {
    let typed = alternative.words.first ?? ""
    var sentence =
      "“\(typed)” \(alternative.isPrefix ? "begins no word" : "is no word") of \(place)"
    if !alternative.isPrefix,
      let longer = texts.lazy.compactMap({ $0.words(matching: [typed], isPrefix: true)?.first })
        .first
    {
      return [
        "\(sentence). “\(longer.text)” begins with it, but only the last word of a query may be half "
          + "typed, and only while nothing follows it, not even a space."
      ]
    }
    guard let nearest = nearestWord(to: alternative, in: texts) else { return [sentence + "."] }
    sentence += "; the nearest word is “\(nearest.word)”."
    if matcher.triesSubstrings {
      sentence += " Nor is it inside a word, as tier 5 would have it."
    }
    // Nobody who types five letters means a word that shares two of them.
    guard nearest.edits * 2 <= typed.unicodeScalars.count else { return [sentence] }
    return [sentence, misspelling(typed, nearest)]
  }

  /// A word of an item and its distance, in edits.
  private struct NearWord {
    let word: String
    let field: Field
    let edits: Int
    /// The beginning of the word at that distance; `nil` for all of it.
    let beginning: String?
  }

  /// Returns the word with the fewest edits. The typed text may be half a word, unless it is too
  /// short to be misspelt: such a text is close to the beginning of too many words.
  private func nearestWord(
    to alternative: QueryClause.Alternative, in texts: [ItemText]
  ) -> NearWord? {
    guard let typed = alternative.words.first else { return nil }
    let mayBegin = alternative.isPrefix && Typos.allowance(of: typed) > 0
    var best: (near: NearWord, whole: Int)?
    let words = texts.lazy.flatMap { text in text.words.lazy.map { ($0, text.field) } }
    for (word, field) in words.prefix(2_000) {
      let distances = EditDistance.edits(from: typed, toBeginningsOf: word.text)
      guard let whole = distances.last else { continue }
      let edits = mayBegin ? distances.min() ?? whole : whole
      guard best.map({ (edits, whole) < ($0.near.edits, $0.whole) }) ?? true else { continue }
      let length = edits < whole ? distances.lastIndex(of: edits) : nil
      let beginning = length.map { String(word.text.unicodeScalars.prefix($0)) }
      best = (NearWord(word: word.text, field: field, edits: edits, beginning: beginning), whole)
    }
    return best?.near
  }

  /// Explains how the typo tiers, 6 and 7, treat a word at that distance.
  private func misspelling(_ typed: String, _ nearest: NearWord) -> String {
    let edits = nearest.edits
    let away =
      "“\(typed)” is \(edits) \(edits == 1 ? "edit" : "edits") away from "
      + (nearest.beginning.map { "“\($0)”, the beginning of that word" } ?? "it")
    let allowed = Typos.allowance(of: typed, for: nearest.beginning ?? nearest.word)
    let length = typed.unicodeScalars.count
    if typed.unicodeScalars.contains(where: { $0.properties.numericType != nil }) {
      return "\(away); a word with a digit must be typed exactly."
    }
    if allowed == 0, length >= Typos.shortestWord {
      return "\(away); a word of such characters must be typed exactly."
    }
    if allowed == 0 {
      return "\(away); a word of \(length) \(length == 1 ? "letter" : "letters") must be typed "
        + "exactly, misspelt words need \(Typos.shortestWord) or more."
    }
    if let letters = query.typos.letters, length < letters {
      return "\(away); the query forgives misspelt words from \(letters) letters on."
    }
    if edits > allowed {
      return "\(away); in a word of \(length) letters the typo tiers, 6 and 7, forgive \(allowed)."
    }
    let tier = "tier \(5 + edits)"
    if !query.typos.isOn {
      return "\(away), which is \(tier), but the query wants no misspelt words."
    }
    if let fields = query.typos.fields, !fields.contains(nearest.field) {
      let names = Field.allCases.filter(fields.contains).map { "the \($0.noun)" }
      return "\(away), which is \(tier), but the query corrects words only in "
        + "\(Self.list(names, "and"))."
    }
    let better = placement.count(through: 5)
    if better >= query.limit {
      return
        "\(away), which is \(tier); but tiers 1 to 5 gave \(better), not fewer than the limit of "
        + "\(query.limit)."
    }
    return "\(away), which would be \(tier); an edit of the first letter counts twice there."
  }
}
