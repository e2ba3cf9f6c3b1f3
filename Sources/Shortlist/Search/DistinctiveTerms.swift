/// The items whose distinctive term was typed as a whole word: the word of their title that the
/// fewest titles contain. "Pigeon" is distinctive for the Wood Pigeon but not for the Pigeon
/// Guillemot, where "guillemot" is rarer.
///
/// Among items of the same weight, these come first, ordered by the number of words in their title.
/// If too many titles contain the words, there are none.
struct DistinctiveTerms {
  /// The number of words in the title of each such item, by docid.
  private let lengths: [Int64: Int]
  private let docids: [Int64]

  /// The maximum number of titles examined.
  static let maximumTitles = 256

  /// The number of bits in a key.
  static let bits = 6
  /// The key of all other items.
  static let none = 1 << bits - 1

  static let nothing = DistinctiveTerms(lengths: [:])

  private init(lengths: [Int64: Int]) {
    self.lengths = lengths
    docids = lengths.keys.sorted()
  }

  /// Examines the titles that the iterators find, which must contain all words of the query as
  /// whole words. Rewinds the iterators afterwards.
  ///
  /// - Complexity: O(*t*) look-ups for *t* words in the titles, at most ``maximumTitles`` of them.
  init(
    of words: Set<String>, in iterators: [DocidIterator], _ scope: SearchScope,
    _ dictionary: TermDictionary?, on connection: Connection
  ) throws(ShortlistError) {
    var found: Set<Int64> = []
    for iterator in iterators {
      var next = scope.first(from: 0)
      while let start = next, found.count <= Self.maximumTitles {
        try iterator.seek(to: start)
        guard iterator.head != DocidIterator.end else { break }
        next = scope.first(from: iterator.head)
        guard next == iterator.head else { continue }
        found.insert(iterator.head)
        next = scope.first(from: DocID.behind(iterator.head))
      }
      iterator.rewind()
    }
    guard !found.isEmpty, found.count <= Self.maximumTitles else {
      self = .nothing
      return
    }
    var counts = try TitleCounts(of: words, dictionary, on: connection)
    let sorted = found.sorted()
    var reader = try ItemReader(sorted, on: connection)
    defer { reader.close() }
    var lengths: [Int64: Int] = [:]
    for docid in sorted {
      guard let item = try reader.next(docid) else { break }
      lengths[docid] = try counts.length(of: Tokens(item.title))
    }
    self.init(lengths: lengths)
  }

  /// Returns the key that orders items of the same weight: the number of words in the title, or
  /// ``none``.
  func key(of docid: Int64) -> Int {
    lengths[docid].map { min($0, Self.none - 1) } ?? Self.none
  }

  /// Returns the key of a title, given the number of items with each of its words, and each of the
  /// typed ones, in title or keywords.
  static func key(
    ofTitle title: String, typed words: Set<String>, titles counts: [String: Int64]
  ) throws(ShortlistError) -> Int {
    var counts = TitleCounts(of: words, counts)
    return try counts.length(of: Tokens(title)).map { min($0, none - 1) } ?? none
  }

  func names(_ docid: Int64) -> Bool { lengths[docid] != nil }

  /// Returns the first such item after `docid`.
  func next(after docid: Int64) -> Int64? {
    guard let last = docids.last, last > docid else { return nil }
    return docids.first { $0 > docid }
  }
}

/// The number of items with a term in title or keywords, looked up once for each term.
private struct TitleCounts {
  /// `nil` if all counts are known.
  private let connection: Connection?
  private let dictionary: TermDictionary?
  private var known: [String: Int64] = [:]
  /// The typed words.
  private var words: [(bytes: [UInt8], count: Int64)] = []

  init(
    of words: Set<String>, _ dictionary: TermDictionary?, on connection: Connection
  ) throws(ShortlistError) {
    self.connection = connection
    self.dictionary = dictionary
    for word in words {
      let bytes = Array(word.utf8)
      let known = bytes.withUnsafeBufferPointer { dictionary?.titles(of: $0) }
      let count = if let known { known } else { try count(of: word) }
      self.words.append((bytes, count))
    }
  }

  init(of words: Set<String>, _ counts: [String: Int64]) {
    connection = nil
    dictionary = nil
    known = counts
    self.words = words.map { (Array($0.utf8), counts[$0] ?? 0) }
  }

  /// Returns the number of words in a title if its rarest term was typed; `nil` otherwise.
  mutating func length(of title: borrowing Tokens) throws(ShortlistError) -> Int? {
    var typed = Int64.max
    for index in title.indices where title[index].isTerm {
      if let word = word(title.bytes(of: title[index])) { typed = min(typed, word.count) }
    }
    guard typed < .max else { return nil }
    for index in title.indices where title[index].kind == .word || title[index].kind == .single {
      let bytes = title.bytes(of: title[index])
      if word(bytes) == nil, try count(of: bytes) < typed { return nil }
    }
    return title.wordCount
  }

  private func word(_ term: UnsafeBufferPointer<UInt8>) -> (bytes: [UInt8], count: Int64)? {
    words.first { $0.bytes.count == term.count && $0.bytes.elementsEqual(term) }
  }

  private mutating func count(
    of term: UnsafeBufferPointer<UInt8>
  ) throws(ShortlistError) -> Int64 {
    guard let dictionary else { return try count(of: String(decoding: term, as: UTF8.self)) }
    return dictionary.titles(of: term)
  }

  private mutating func count(of term: String) throws(ShortlistError) -> Int64 {
    if let count = known[term] { return count }
    guard let connection else { return 0 }
    let statement = try connection.statement("SELECT titles FROM term WHERE term = ?1")
    try statement.bind(term, at: 1)
    defer { statement.reset() }
    let count = try statement.step() ? statement.int64(0) : 0
    known[term] = count
    return count
  }
}
