/// The items that a query names: of the words of their title, the one that the fewest titles have was
/// typed, whole. "Pigeon" names the Wood Pigeon rather than the Pigeon Guillemot, because "guillemot"
/// tells that one apart.
///
/// Among items of the same weight, those that are named come first, those with fewer words in their
/// title before others. Nothing is named by words that too many titles have.
struct Naming {
  /// The number of words in the title of each item that is named, by its docid.
  private let lengths: [Int64: Int]
  private let docids: [Int64]

  /// The most titles that are looked at.
  static let maximumTitles = 256

  /// The bits of a key.
  static let bits = 6
  /// The key of what is not named.
  static let none = 1 << bits - 1

  static let nothing = Naming(lengths: [:])

  private init(lengths: [Int64: Int]) {
    self.lengths = lengths
    docids = lengths.keys.sorted()
  }

  /// Looks at the titles in some streams, which hold all words of a query as whole words; the streams
  /// stand before their first docid again afterwards.
  ///
  /// - Complexity: O(*t*) look-ups for *t* words in the titles, at most ``maximumTitles`` of them.
  init(
    of words: Set<String>, in streams: [MatchStream], _ scope: SearchScope,
    on connection: Connection
  ) throws(ShortlistError) {
    var found: Set<Int64> = []
    for stream in streams {
      var next = scope.first(from: 0)
      while let start = next, found.count <= Self.maximumTitles {
        try stream.seek(to: start)
        guard stream.head != MatchStream.end else { break }
        next = scope.first(from: stream.head)
        guard next == stream.head else { continue }
        found.insert(stream.head)
        next = scope.first(from: stream.head + 1)
      }
      stream.rewind()
    }
    guard found.count <= Self.maximumTitles else {
      self = .nothing
      return
    }
    var counts = TitleCounts(connection)
    let statement = try connection.statement("SELECT title FROM item WHERE docid = ?1")
    var lengths: [Int64: Int] = [:]
    for docid in found {
      statement.bind(docid, at: 1)
      defer { statement.reset() }
      guard try statement.step() else { continue }
      lengths[docid] = try counts.length(of: Tokens(statement.text(0)), if: words)
    }
    self.init(lengths: lengths)
  }

  /// What an item ranks by among others of its weight: the number of words in its title, or ``none``.
  func key(of docid: Int64) -> Int {
    lengths[docid].map { min($0, Self.none - 1) } ?? Self.none
  }

  func names(_ docid: Int64) -> Bool { lengths[docid] != nil }

  /// The next item that is named behind `docid`.
  func next(after docid: Int64) -> Int64? { docids.first { $0 > docid } }
}

/// How many items have a term in title or keywords, each looked up once.
private struct TitleCounts {
  private let connection: Connection
  private var known: [String: Int64] = [:]

  init(_ connection: Connection) { self.connection = connection }

  /// The number of words in a title if the rarest of its terms is one of `words`; else `nil`.
  mutating func length(
    of title: borrowing Tokens, if words: Set<String>
  ) throws(ShortlistError) -> Int? {
    var typed = Int64.max
    var others: [String] = []
    for index in title.indices where title[index].isTerm {
      let term = title.text(of: title[index])
      if words.contains(term) {
        typed = min(typed, try count(of: term))
      } else if title[index].kind == .word || title[index].kind == .single {
        others.append(term)
      }
    }
    for term in others where try count(of: term) < typed { return nil }
    return typed == .max ? nil : title.wordCount
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
