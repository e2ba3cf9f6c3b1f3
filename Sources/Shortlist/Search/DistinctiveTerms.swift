/// The items that a query names: of the words of their title, the one that the fewest titles have was
/// typed, whole. "Pigeon" names the Wood Pigeon rather than the Pigeon Guillemot, because "guillemot"
/// tells that one apart.
///
/// Among items of the same weight, those that are named come first, those with fewer words in their
/// title before others. Nothing is named by words that too many titles have.
struct DistinctiveTerms {
  /// The number of words in the title of each item that is named, by its docid.
  private let lengths: [Int64: Int]
  private let docids: [Int64]

  /// The most titles that are looked at.
  static let maximumTitles = 256

  /// The bits of a key.
  static let bits = 6
  /// The key of what is not named.
  static let none = 1 << bits - 1

  static let nothing = DistinctiveTerms(lengths: [:])

  private init(lengths: [Int64: Int]) {
    self.lengths = lengths
    docids = lengths.keys.sorted()
  }

  /// Looks at the titles in some streams, which hold all words of a query as whole words; the streams
  /// stand before their first docid again afterwards.
  ///
  /// - Complexity: O(*t*) look-ups for *t* words in the titles, at most ``maximumTitles`` of them.
  init(
    of words: Set<String>, in streams: [DocidIterator], _ scope: SearchScope,
    _ dictionary: TermDictionary?, on connection: Connection
  ) throws(ShortlistError) {
    var found: Set<Int64> = []
    for stream in streams {
      var next = scope.first(from: 0)
      while let start = next, found.count <= Self.maximumTitles {
        try stream.seek(to: start)
        guard stream.head != DocidIterator.end else { break }
        next = scope.first(from: stream.head)
        guard next == stream.head else { continue }
        found.insert(stream.head)
        next = scope.first(from: DocID.behind(stream.head))
      }
      stream.rewind()
    }
    guard !found.isEmpty, found.count <= Self.maximumTitles else {
      self = .nothing
      return
    }
    var counts = try TitleCounts(of: words, dictionary, on: connection)
    let statement = try connection.statement("SELECT title FROM item WHERE docid = ?1")
    var lengths: [Int64: Int] = [:]
    for docid in found.sorted() {
      statement.bind(docid, at: 1)
      defer { statement.reset() }
      guard try statement.step() else { continue }
      lengths[docid] = try counts.length(of: Tokens(statement.text(0)))
    }
    self.init(lengths: lengths)
  }

  /// What an item ranks by among others of its weight: the number of words in its title, or ``none``.
  func key(of docid: Int64) -> Int {
    lengths[docid].map { min($0, Self.none - 1) } ?? Self.none
  }

  func names(_ docid: Int64) -> Bool { lengths[docid] != nil }

  /// The next item that is named behind `docid`.
  func next(after docid: Int64) -> Int64? {
    guard let last = docids.last, last > docid else { return nil }
    return docids.first { $0 > docid }
  }
}

/// How many items have a term in title or keywords, each looked up once.
private struct TitleCounts {
  private let connection: Connection
  private let dictionary: TermDictionary?
  private var known: [String: Int64] = [:]
  /// The words that were typed.
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

  /// The number of words in a title if the rarest of its terms was typed; else `nil`.
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
    let statement = try connection.statement("SELECT titles FROM term WHERE term = ?1")
    try statement.bind(term, at: 1)
    defer { statement.reset() }
    let count = try statement.step() ? statement.int64(0) : 0
    known[term] = count
    return count
  }
}
