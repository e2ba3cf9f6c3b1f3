import CShortlist

/// A possible correction of a misspelt word.
struct Correction: Hashable {
  /// A term; for a prefix, the beginning of some terms.
  let text: String
  /// The number of edits, 1 or 2.
  let edits: Int
}

/// The terms of the index at one moment, in memory. It takes about five bytes a term besides the
/// text, and a quarter more once substrings were looked up. A dictionary that was brought up to date
/// shares most of its memory with the earlier one.
///
/// `@unchecked Sendable`: its terms never change, and the C functions that read them may be called
/// from any thread. One of them adds data to find substrings faster, which it does atomically.
final class TermDictionary: @unchecked Sendable {
  /// The revision of the table `term` that this is a copy of.
  let revision: Int64
  private let handle: OpaquePointer
  /// The cache of corrections, shared with the earlier dictionaries that this one was made from.
  private let known: KnownCorrections

  /// The corrections of a word, best first.
  struct Corrections {
    let words: [Correction]
    /// Corrections by prefixes of terms.
    let beginnings: [Correction]

    /// Returns those with at most `edits` edits.
    func limited(to edits: Int) -> Corrections {
      Corrections(
        words: words.filter { $0.edits <= edits },
        beginnings: beginnings.filter { $0.edits <= edits })
    }
  }

  /// The maximum number of corrections of one word.
  static let maximumCorrections: Int32 = 50

  /// Reads the snapshot of the table `term`, with the changes up to a revision; `nil` when it is not of
  /// this one, or if the time runs out.
  static func copy(
    of revision: Int64, on connection: Connection
  ) throws(ShortlistError) -> TermDictionary? {
    guard try TermDictionarySnapshot.revision(on: connection) == revision,
      let whole = try TermDictionarySnapshot.read(on: connection)
    else { return nil }
    let snapshot = TermDictionary(whole.handle, revision: whole.revision)
    guard whole.revision != revision else { return snapshot }
    return try TermDictionary(snapshot, updatedTo: revision, on: connection)
  }

  /// Applies the changes up to a revision to an earlier dictionary; `nil` if not all of them are in
  /// the snapshot, or if the time runs out. O(*changed terms*), amortised.
  init?(
    _ earlier: TermDictionary, updatedTo revision: Int64, on connection: Connection
  ) throws(ShortlistError) {
    guard let number = UInt32(exactly: revision &- earlier.known.firstRevision),
      let update = try TermDictionarySnapshot.update(
        earlier.handle, from: earlier.revision, to: revision, number: number, on: connection)
    else { return nil }
    handle = update.handle
    self.revision = revision
    known = update.isWhole ? KnownCorrections(since: revision) : earlier.known
  }

  /// Reads the table `term`; `nil` when the time runs out. O(*terms*), about 0.2 µs for each.
  init?(_ connection: Connection, revision: Int64) throws(ShortlistError) {
    guard let loaded = try Self.load(connection) else { return nil }
    handle = loaded
    self.revision = revision
    known = KnownCorrections(since: revision)
  }

  /// Makes a dictionary of terms, in any order, with their numbers of items and titles; leaves out
  /// those without items. O(*n* · log *n*), about 1 µs for each.
  convenience init(
    _ terms: some Sequence<(String, Int, Int)>
  ) throws(ShortlistError) {
    let connection = try Connection(path: nil, isReadOnly: false)
    try connection.execute(
      "CREATE TABLE term(term TEXT PRIMARY KEY, items INTEGER, titles INTEGER) WITHOUT ROWID; BEGIN"
    )
    let row = try connection.statement("INSERT OR REPLACE INTO term VALUES (?1, ?2, ?3)")
    for (term, items, titles) in terms where items > 0 {
      try row.bind(term, at: 1)
      row.bind(Int64(items), at: 2)
      row.bind(Int64(titles), at: 3)
      _ = try row.step()
      row.reset()
    }
    try connection.execute("COMMIT")
    guard let made = try Self.load(connection) else {
      throw ShortlistError(.cancelled, "Reading the words of the index was cancelled.")
    }
    self.init(made, revision: 0)
  }

  private init(_ handle: OpaquePointer, revision: Int64) {
    self.handle = handle
    self.revision = revision
    known = KnownCorrections(since: revision)
  }

  private static func load(_ connection: Connection) throws(ShortlistError) -> OpaquePointer? {
    let statement = try connection.statement("SELECT term, items, titles FROM term ORDER BY term")
    var loaded: OpaquePointer?
    let code = shortlist_dictionary_load(statement.handle, &loaded)
    guard code & 0xff != SQLITE_INTERRUPT else { return nil }
    guard code == SQLITE_OK, let loaded else {
      throw ShortlistError(sqliteCode: code, detail: "reading the words of the index")
    }
    return loaded
  }

  deinit { shortlist_dictionary_free(handle) }

  /// The number of terms.
  var count: Int { Int(shortlist_dictionary_count(handle)) }

  /// Visits the terms in byte order.
  func forEach(_ body: (TermCount) -> Void) {
    var place = shortlist_dictionary_place()
    while true {
      let term = shortlist_dictionary_next(handle, &place)
      guard term.length > 0 else { return }
      body(TermCount(term))
    }
  }

  /// Whether some item contains the term, or a term with this prefix.
  func holds(_ text: String, asPrefix isPrefix: Bool) -> Bool {
    text.withBytes { shortlist_dictionary_holds(handle, $0, $1, isPrefix ? 1 : 0) != 0 }
  }

  /// Returns the number of items with a term, or the sum over the terms with this prefix; `nil`
  /// when it is not known.
  func count(
    of text: UnsafeBufferPointer<CChar>, asPrefix isPrefix: Bool, inTitles: Bool
  ) -> Int32? {
    guard let base = text.baseAddress, let first = text.first, let last = text.last else {
      return nil
    }
    let count = shortlist_dictionary_items(
      handle, base, Int32(clamping: text.count), isPrefix ? 1 : 0, inTitles ? 1 : 0)
    // The index also has tokens that are no terms: the last character of a run without spaces, and
    // words marked as the first or the last of a title.
    return count > 0 || (first > 0 && last != Self.end) ? count : nil
  }

  /// Returns the number of items that contain a term.
  func items(of term: String) -> Int64 {
    Int64(term.withBytes { shortlist_dictionary_items(handle, $0, $1, 0, 0) })
  }

  /// Returns the sum of the numbers of items over the first terms with this prefix, at most `limit`.
  func items(beginning prefix: String, first limit: Int32) -> Int64 {
    prefix.withBytes { shortlist_dictionary_first_items(handle, $0, $1, limit) }
  }

  /// The byte that marks the last word of a title.
  private static let end = Tokens.end.utf8.last.map { CChar(bitPattern: $0) }

  /// Returns the number of titles that contain a term.
  func titles(of term: UnsafeBufferPointer<UInt8>) -> Int64 {
    term.withMemoryRebound(to: CChar.self) { term in
      guard let base = term.baseAddress else { return 0 }
      return Int64(shortlist_dictionary_items(handle, base, Int32(term.count), 0, 1))
    }
  }

  /// Returns the best corrections of a word by terms and, on request, by prefixes of terms: fewest
  /// edits first, then most items, then byte order.
  func corrections(
    of word: String, allowance: Int, withBeginnings: Bool
  ) throws(ShortlistError) -> Corrections {
    let key = CorrectionKey(word: word, allowance: allowance, hasBeginnings: withBeginnings)
    // Fewer edits come first, so these corrections are the same under a larger allowance.
    let more = CorrectionKey(word: word, allowance: 2, hasBeginnings: withBeginnings)
    if let found = cached(key) ?? cached(more)?.limited(to: allowance) { return found }
    let found = try read(key)
    known.keep(found, for: key, as: revision)
    return found
  }

  /// Returns cached corrections, unless a change since they were found may alter them.
  private func cached(_ key: CorrectionKey) -> Corrections? {
    guard let (found, checked) = known.find(key), checked <= revision else { return nil }
    guard checked < revision else { return found }
    let number = UInt32(clamping: checked &- known.firstRevision)
    let mayDiffer = key.word.withBytes {
      shortlist_dictionary_may_correct_otherwise(
        handle, $0, $1, Int32(key.allowance), key.hasBeginnings ? 1 : 0, number)
    }
    guard mayDiffer == 0 else { return nil }
    known.keep(found, for: key, as: revision)
    return found
  }

  private func read(_ key: CorrectionKey) throws(ShortlistError) -> Corrections {
    var words = shortlist_corrections()
    var beginnings = shortlist_corrections()
    let code = withUnsafeMutablePointer(to: &beginnings) { beginnings in
      key.word.withBytes {
        shortlist_dictionary_corrections(
          handle, $0, $1, Int32(key.allowance), Self.maximumCorrections, &words,
          key.hasBeginnings ? beginnings : nil)
      }
    }
    guard code == SQLITE_OK else {
      throw ShortlistError(sqliteCode: code, detail: "looking for words like \(key.word)")
    }
    defer {
      sqlite3_free(words.array)
      sqlite3_free(beginnings.array)
    }
    return Corrections(
      words: Self.corrections(words), beginnings: Self.corrections(beginnings))
  }

  /// Returns the terms of titles that contain a substring; `nil` when there are more than `limit`.
  func terms(
    holding substring: String, atMost limit: Int
  ) throws(ShortlistError) -> FoundTerms? {
    var terms: UnsafeMutablePointer<shortlist_term_count>?
    var count: Int32 = 0
    var titles: Int64 = 0
    let code = substring.withBytes {
      shortlist_dictionary_containing(
        handle, $0, $1, Int32(clamping: limit), &terms, &count, &titles)
    }
    if code == SQLITE_TOOBIG { return nil }
    guard code == SQLITE_OK else {
      throw ShortlistError(sqliteCode: code, detail: "looking for words that hold \(substring)")
    }
    return FoundTerms(
      UnsafeMutableBufferPointer(start: terms, count: Int(count)), titles: Int(titles), of: self)
  }

  private static func corrections(_ found: shortlist_corrections) -> [Correction] {
    UnsafeBufferPointer(start: found.array, count: Int(found.count)).map { correction in
      let bytes = UnsafeRawBufferPointer(start: correction.text, count: Int(correction.length))
      return Correction(text: String(decoding: bytes, as: UTF8.self), edits: Int(correction.edits))
    }
  }
}
