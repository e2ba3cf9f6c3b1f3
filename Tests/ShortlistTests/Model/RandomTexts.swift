import ShortlistTestSupport

extension SeededGenerator {
  /// Returns up to `count` words of one or two alphabets; now and then nothing, or junk.
  mutating func text(words count: Int) -> String {
    if once(in: 12) { return "" }
    if once(in: 12) { return junk(characters: 12) }
    let alphabets = [
      Alphabets.plain, Alphabets.plain, Alphabets.plain, Alphabets.folded, Alphabets.joined,
      Alphabets.scripts, Alphabets.emoji, Alphabets.symbols,
    ]
    let chosen = [pick(alphabets), pick(alphabets)]
    var text = ""
    let words = number(1...count)
    for index in 0..<words {
      if index > 0 { text += once(in: 3) ? pick(Alphabets.separators) : " " }
      text += pick(pick(chosen))
    }
    if once(in: 10) { text = pick(Alphabets.separators) + text }
    if once(in: 10) { text += pick(Alphabets.separators) }
    return text
  }

  /// Returns up to `count` words like ``text(words:)``, or a symbol if these would be blank.
  mutating func title(words count: Int) -> String {
    let text = text(words: count)
    return text.unicodeScalars.allSatisfy(\.properties.isWhitespace) ? "–" : text
  }

  /// Returns up to `count` characters of any kind.
  mutating func junk(characters count: Int) -> String {
    let few = some(Alphabets.characters, number(2...20))
    return characters(of: once(in: 2) ? few : Alphabets.characters, count)
  }

  /// Returns up to `count` characters of the alphabet.
  mutating func characters(of alphabet: [Unicode.Scalar], _ count: Int) -> String {
    var text = String.UnicodeScalarView()
    let length = number(0...count)
    for _ in 0..<length { text.append(pick(alphabet)) }
    return String(text)
  }

  /// Returns a weight: often none, often the same.
  mutating func weight() -> Double {
    switch number(0...5) {
    case 0...1: 0
    case 2:
      pick([
        1, 2, 1.25, 1.26, 1.5874010519681994, 1.2599210498948732, 4, .leastNonzeroMagnitude, 1e300,
      ])
    case 3: Double(number(0...9))
    default: Double.random(in: 0...1e7, using: &self)
    }
  }
}
