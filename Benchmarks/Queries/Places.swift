import Foundation
import Random
package import Shortlist

/// Generated places in sections: the list to search.
///
/// Names are built from syllables, some with accents. The frequencies of names, kinds of place and
/// sections, and the weights of items, follow Zipf's law, as real ones roughly do.
package struct Places {
  /// An item, and its words as people type them: without capitals and accents.
  package struct Place {
    package let item: Item
    package let words: [String]
  }

  private static let kinds = [
    "new", "old", "upper", "lower", "saint", "north", "south", "east", "west", "great", "little",
    "mount", "lake", "river", "fort", "port", "cape", "bay", "hill", "valley", "spring", "bridge",
    "castle", "church", "cross", "green", "white", "black", "red", "long", "high", "king", "queen",
    "mill", "park", "grove", "beach", "island", "point", "falls",
  ]
  private static let onsets = [
    "", "b", "br", "c", "ch", "d", "f", "g", "gr", "h", "j", "k", "kr", "l", "m", "n", "p", "pr",
    "r", "s", "sh", "st", "t", "th", "tr", "v", "w", "z",
  ]
  private static let vowels = ["a", "a", "e", "e", "i", "i", "o", "o", "u", "ai", "ea", "ou"]
  private static let codas = ["", "", "", "l", "m", "n", "r", "s", "nd", "ck", "rt"]
  private static let endings = [
    "ton", "burg", "ville", "field", "wood", "land", "ford", "ham", "stad", "mouth",
  ]
  private static let accents = [
    "a": "á", "e": "é", "i": "í", "o": "ö", "u": "ü", "n": "ñ",
  ]

  private var generator = SeededGenerator(seed: 20_261_121)
  private var names: [String] = []
  private let drawName: WeightedDraw
  private let drawKind = WeightedDraw(zipf: kinds.count, exponent: 0.7)
  private let drawSection = WeightedDraw(zipf: sectionCount, exponent: 0.6)

  package static let sectionCount = 50

  private init(count: Int) {
    let distinct = max(100, count / 3)
    drawName = WeightedDraw(zipf: distinct, exponent: 0.8)
    names.reserveCapacity(distinct)
    for _ in 0..<distinct { names.append(makeName()) }
  }

  /// Generates places, the same for the same count in every run.
  package static func make(_ count: Int) -> [Place] {
    var places = Places(count: count)
    return (0..<count).map { places.makePlace(number: $0, of: count) }
  }

  private mutating func makeName() -> String {
    var name = ""
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      name += generator.pick(Self.onsets) + generator.pick(Self.vowels)
      name += generator.pick(Self.codas)
    }
    if name.utf8.count < 3 || generator.fraction() < 0.35 { name += generator.pick(Self.endings) }
    return name
  }

  private mutating func makePlace(number: Int, of count: Int) -> Place {
    let words =
      switch generator.fraction() {
      case ..<0.5: [aName()]
      case ..<0.75: [aKind(), aName()]
      case ..<0.85: [aName(), aKind()]
      case ..<0.95: [aName(), aName()]
      default: [aKind(), aName(), aName()]
      }
    let section = drawSection(using: &generator) + 1
    var body: [String] = []
    if generator.fraction() < 0.3 {
      for _ in 0..<Int.random(in: 6...12, using: &generator) {
        body.append(generator.fraction() < 0.3 ? aKind() : aName())
      }
    }
    let weight = 1e6 / pow(1 + generator.fraction() * Double(count), 0.9)
    let item = Item(
      id: Item.ID("\(number)"), section: ItemSection.ID("Section \(section)"),
      title: words.map { spelled($0) }.joined(separator: " "),
      body: body.joined(separator: " "), weight: weight)
    return Place(item: item, words: words)
  }

  private mutating func aName() -> String { names[drawName(using: &generator)] }

  private mutating func aKind() -> String { Self.kinds[drawKind(using: &generator)] }

  /// Returns a word as it appears in a title: capitalised, and some with an accent.
  private mutating func spelled(_ word: String) -> String {
    guard generator.fraction() < 0.05 else { return word.capitalized }
    let letter = String(generator.pick(word))
    guard let accented = Self.accents[letter] else { return word.capitalized }
    return word.replacing(letter, with: accented, maxReplacements: 1).capitalized
  }
}
