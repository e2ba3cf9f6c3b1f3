/// The rows of `meta` that every search asks for, as of one snapshot: read in one pass, which takes half the
/// time of looking them up one by one.
struct MetaSnapshot {
  /// Counters of changes; 0 before the first.
  private(set) var changes: Int64 = 0
  private(set) var sections: Int64 = 0
  private(set) var terms: Int64 = 0
  private(set) var segments: Int64 = 0
  private(set) var attributes: Int64 = 0
  /// The same; `nil` while there are no synonyms.
  private(set) var synonyms: Int64?
  /// The change of terms that the snapshot of the dictionary is of; `nil` if there is no snapshot.
  private(set) var dictionary: Int64?
  /// The version of the tokens in the index.
  private(set) var tokenizer: Int64?
  /// Whether the index stays as it is while another is built.
  private(set) var isFrozen = false
  /// What ``LatestChange`` stored, with the number of the change.
  private var latestDocids: [UInt8] = []
  private var latestTerms: [UInt8] = []

  fileprivate init(_ connection: Connection) throws(ShortlistError) {
    let rows = try connection.statement("SELECT key, value FROM meta")
    defer { rows.reset() }
    while try rows.step() {
      switch rows.text(0) {
      case "changes": changes = rows.int64(1)
      case "sections": sections = rows.int64(1)
      case "terms": terms = rows.int64(1)
      case "segments": segments = rows.int64(1)
      case "attributes": attributes = rows.int64(1)
      case "synonyms": synonyms = rows.int64(1)
      case "dictionary": dictionary = rows.int64(1)
      case "tokenizer": tokenizer = rows.int64(1)
      case "frozen": isFrozen = rows.int64(1) == 1
      case LatestChange.docids.rawValue: latestDocids = Array(rows.bytes(1))
      case LatestChange.terms.rawValue: latestTerms = Array(rows.bytes(1))
      default: break
      }
    }
  }

  /// Returns what ``LatestChange`` stored of the change with a number; `nil` if that is another, or none.
  func latest(_ kind: LatestChange, of number: Int64) -> ArraySlice<UInt8>? {
    let bytes = kind == .docids ? latestDocids : latestTerms
    guard bytes.starts(with: Statement.bytes(of: [number])) else { return nil }
    return bytes.dropFirst(MemoryLayout<Int64>.size)
  }
}

extension Connection {
  /// Returns the rows of `meta` as of the current snapshot. Outside of one, they are read in every call.
  func meta() throws(ShortlistError) -> MetaSnapshot {
    guard let snapshot else { return try MetaSnapshot(self) }
    if let known = caches.meta, known.snapshot == snapshot { return known.meta }
    let meta = try MetaSnapshot(self)
    caches.meta = (snapshot, meta)
    return meta
  }
}
