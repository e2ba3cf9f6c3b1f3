import Shortlist
import ShortlistTestSupport

extension SeededGenerator {
  /// Returns a change of the synonyms that is valid for the model.
  mutating func synonymChange(of model: ModelIndex) -> Change {
    let known = model.synonyms.sets
    switch number(0...5) {
    case 0 where !known.isEmpty: return .removeSynonyms(some(known, number(1...known.count)))
    case 1:
      let sets = (0..<number(0...4)).compactMap { _ in synonymSet(of: model) }
      return .replaceSynonyms(sets)
    default:
      var sets = (0..<number(1...4)).compactMap { _ in synonymSet(of: model) }
      if once(in: 4), let set = known.first {
        sets.append(set.source == nil ? SynonymSet(set.terms.reversed()) : set)
      }
      return .addSynonyms(sets)
    }
  }

  /// Returns a set of words and phrases, most of them from the items; now and then a term is also
  /// in another set. `nil` if the terms are too few.
  mutating func synonymSet(of model: ModelIndex) -> SynonymSet? {
    let texts = model.items.map(\.title) + model.items.map(\.body)
    var terms: [String] = []
    for _ in 0..<number(2...(once(in: 10) ? 20 : 4)) {
      let term = term(from: texts + model.synonyms.sets.flatMap(\.terms))
      if (1...8).contains(model.synonyms.words(of: term).count), term.utf8.count <= 256 {
        terms.append(term)
      }
    }
    var distinct = Set(terms.map(model.synonyms.words))
    guard let source = terms.first, once(in: 3) else {
      return distinct.count > 1 ? SynonymSet(terms) : nil
    }
    distinct.remove(model.synonyms.words(of: source))
    return distinct.isEmpty ? nil : SynonymSet(Array(terms.dropFirst()), for: source)
  }

  private mutating func term(from texts: [String]) -> String {
    let words = (texts.isEmpty || once(in: 5) ? text(words: 3) : pick(texts))
      .split { $0.isWhitespace }
    guard !words.isEmpty else { return pick(Alphabets.plain) }
    let start = number(0...words.count - 1)
    let end = min(words.count, start + (once(in: 2) ? 1 : number(1...3)))
    return words[start..<end].joined(separator: " ").replacing("\u{1F}", with: "")
  }
}
