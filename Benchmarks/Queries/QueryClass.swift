import Random

/// A class of typed queries. Each has ``count`` queries.
package enum QueryClass: String, CaseIterable, Codable, Sendable {
  /// A prefix of a place's first word: 1, 2, 3 letters, or 4 and more but not all.
  case oneLetter = "1 letter"
  case twoLetters = "2 letters"
  case threeLetters = "3 letters"
  case fourLetters = "4 letters or more"
  /// The rarest word of a place.
  case wholeWord = "a whole word"
  /// A place's first word, and 1 letter or more of its second.
  case twoWords = "two words"
  /// One of the commonest words.
  case commonWord = "a common word"
  /// A word of five letters or more with one edit that is no prefix of a word in a title.
  case misspeltWord = "a misspelt word"
  /// 4 letters or more from inside a word that are no prefix of a word in a title.
  case insideWord = "inside a word"

  /// The number of queries of a class.
  package static let count = 100

  /// Whether FTS5 can find the intended places.
  package var isForFTS5: Bool {
    switch self {
    case .misspeltWord, .insideWord: false
    default: true
    }
  }
}

/// The queries of all classes, as typed by people who look for heavier places more often.
package struct QueryLog: Codable, Sendable {
  private let texts: [String: [String]]

  /// The queries of a class; the same for the same places in every run.
  package subscript(kind: QueryClass) -> [String] { texts[kind.rawValue] ?? [] }

  package init(_ places: [Places.Place]) {
    var author = QueryAuthor(places)
    var texts: [String: [String]] = [:]
    for kind in QueryClass.allCases { texts[kind.rawValue] = author.queries(kind) }
    self.texts = texts
  }
}

/// Makes up queries.
private struct QueryAuthor {
  private let places: [Places.Place]
  private let drawPlace: WeightedDraw
  private let counts: [String: Int]
  private let commonWords: [String]
  private let sortedWords: [String]
  private var generator = SeededGenerator(seed: 5)

  init(_ places: [Places.Place]) {
    self.places = places
    drawPlace = WeightedDraw(weights: places.lazy.map(\.item.weight))
    var counts: [String: Int] = [:]
    for place in places { for word in place.words { counts[word, default: 0] += 1 } }
    self.counts = counts
    commonWords = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(60).map(\.key)
    sortedWords = counts.keys.sorted()
  }

  mutating func queries(_ kind: QueryClass) -> [String] {
    var queries: [String] = []
    while queries.count < QueryClass.count {
      if let query = query(kind) { queries.append(query) }
    }
    return queries
  }

  /// Returns a query; `nil` if the chosen place is unsuitable.
  private mutating func query(_ kind: QueryClass) -> String? {
    let words = places[drawPlace(using: &generator)].words
    let first = words[0]
    switch kind {
    case .oneLetter: return String(first.prefix(1))
    case .twoLetters: return String(first.prefix(2))
    case .threeLetters: return String(first.prefix(3))
    case .fourLetters:
      guard first.count > 4 else { return nil }
      return String(first.prefix(Int.random(in: 4..<first.count, using: &generator)))
    case .wholeWord: return words.min { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) }
    case .twoWords:
      guard words.count > 1 else { return nil }
      let typed = Int.random(in: 1...words[1].count, using: &generator)
      return "\(first) \(words[1].prefix(typed))"
    case .commonWord: return generator.pick(commonWords)
    case .misspeltWord:
      guard let word = words.first(where: { $0.count >= 5 }) else { return nil }
      return unknown(misspelt(word))
    case .insideWord:
      guard let word = words.first(where: { $0.count >= 7 }) else { return nil }
      let start = Int.random(in: 1...(word.count - 4), using: &generator)
      let end = Int.random(in: (start + 4)...word.count, using: &generator)
      return unknown(String(Array(word)[start..<end]))
    }
  }

  /// Returns the text, unless a word of a title begins with it.
  private func unknown(_ text: String) -> String? {
    let place = sortedWords.partitioningIndex { $0 >= text }
    return place < sortedWords.count && sortedWords[place].hasPrefix(text) ? nil : text
  }

  /// Returns the word with a letter inserted, deleted or replaced, or two letters swapped; never
  /// the first.
  private mutating func misspelt(_ word: String) -> String {
    var letters = Array(word)
    let place = Int.random(in: 1..<(letters.count - 1), using: &generator)
    let letter = generator.pick("abcdefghijklmnopqrstuvwxyz")
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: letters.insert(letter, at: place)
    case 1: letters.remove(at: place)
    case 2: letters[place] = letter
    default: letters.swapAt(place, place + 1)
    }
    return String(letters)
  }
}

extension [String] {
  /// Returns the index of the first element that satisfies the predicate. All later ones must too.
  fileprivate func partitioningIndex(where predicate: (String) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
