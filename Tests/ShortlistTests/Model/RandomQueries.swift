import ShortlistTestSupport

extension SeededGenerator {
  /// Returns a query made from the contents of the texts.
  mutating func query(from texts: [String]) -> String {
    guard !texts.isEmpty, !once(in: 25) else { return junk(characters: 8) }
    var pieces = [piece(of: pick(texts))]
    while once(in: 3) { pieces.append(once(in: 2) ? piece(of: pick(texts)) : pieces[0]) }
    if once(in: 8) { pieces.append("OR"); pieces.append(piece(of: pick(texts))) }
    if once(in: 8) { pieces.append("-" + piece(of: pick(texts))) }
    if once(in: 30) { pieces.append(pick(["OR", "-", "\"\"", "title:", "\"", "body:", "..."])) }
    if once(in: 6) { pieces.shuffle(using: &self) }
    var query = pieces.joined(separator: once(in: 8) ? "  " : " ")
    if once(in: 5) { query = once(in: 2) ? query.uppercased() : query.lowercased() }
    if once(in: 4) { query += " " }
    return query
  }

  /// Returns a word, its prefix or middle, several words, a phrase, or one in a field.
  private mutating func piece(of text: String) -> String {
    switch number(0...15) {
    case 0...3: return beginning(of: word(of: text))
    case 4: return middle(of: word(of: text))
    case 5...6: return word(of: text)
    case 7: return once(in: 2) ? text : "\"" + text + "\""
    case 8: return beginning(of: text)
    case 9: return "\"" + middle(of: text) + (once(in: 4) ? "" : "\"")
    case 10:
      let field = pick(["title", "subtitle", "keywords", "body"])
      return "\(field):" + beginning(of: word(of: text))
    case 11:
      let dropped = pick(["-", "-", ".", "+", "#", "&"])
      return word(of: text).replacing(dropped, with: "")
    case 12: return word(of: text) + word(of: text)
    default:
      let word = once(in: 3) ? beginning(of: word(of: text)) : word(of: text)
      return once(in: 3) ? misspelt(misspelt(word)) : misspelt(word)
    }
  }

  /// Returns the word with a letter inserted, deleted or replaced, two letters swapped, or split in
  /// two.
  mutating func misspelt(_ word: String) -> String {
    var scalars = Array(word.unicodeScalars)
    guard scalars.count > 1 else { return word }
    let index = number(0...(scalars.count - 2))
    switch number(0...8) {
    case 0...1: scalars.remove(at: index)
    case 2...3: scalars.insert(once(in: 2) ? "e" : pick(scalars), at: index)
    case 4...5: scalars[index] = once(in: 2) ? "x" : pick(scalars)
    case 6...7: scalars.swapAt(index, index + 1)
    default: scalars.insert(" ", at: index)
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private mutating func word(of text: String) -> String {
    let words = text.split { $0.isWhitespace }
    return words.isEmpty ? pick(Alphabets.plain) : String(pick(words))
  }

  private mutating func beginning(of text: String) -> String {
    guard !text.isEmpty else { return "" }
    return String(text.unicodeScalars.prefix(number(1...min(8, text.unicodeScalars.count))))
  }

  private mutating func middle(of text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    guard !scalars.isEmpty else { return "" }
    let start = number(0...(scalars.count - 1))
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start...number(start...(scalars.count - 1))])
    return String(view)
  }
}
