/// The corrections of the words of one query.
final class Corrector {
  let dictionary: TermDictionary
  /// The words that may be beginnings of longer ones.
  private let begun: Set<String>
  /// Whether a word had more corrections by beginnings than are taken.
  private(set) var leavesOut = false
  private var edited: [EditedKey: [QueryClause.Alternative]] = [:]

  private struct EditedKey: Hashable {
    let clause: QueryClause
    let allowance: Int
  }

  init(_ dictionary: TermDictionary, for clauses: [QueryClause]) {
    self.dictionary = dictionary
    begun = Set(clauses.flatMap(\.alternatives).filter(\.isPrefix).compactMap(\.words.last))
  }

  /// What a word may have been, with at most so many edits, as ``TermDictionary`` gives it.
  func corrections(
    of word: String, isPrefix: Bool, allowance: Int
  ) throws(ShortlistError) -> [Correction] {
    let found = try dictionary.corrections(
      of: word, allowance: allowance, withBeginnings: begun.contains(word))
    leavesOut = leavesOut || found.beginnings.count >= TermDictionary.maximumCorrections
    return isPrefix ? found.beginnings : found.words
  }

  /// What `make` gives for a clause and an allowance, made once.
  func once(
    _ clause: QueryClause, _ allowance: Int,
    _ make: () throws(ShortlistError) -> [QueryClause.Alternative]
  ) throws(ShortlistError) -> [QueryClause.Alternative] {
    let key = EditedKey(clause: clause, allowance: allowance)
    if let made = edited[key] { return made }
    let made = try make()
    edited[key] = made
    return made
  }
}
