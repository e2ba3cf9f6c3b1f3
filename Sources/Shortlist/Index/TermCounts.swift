import CShortlist

/// A term with its counts in the table `term`.
struct TermCount {
  /// UTF-8; borrowed.
  let text: UnsafeBufferPointer<CChar>
  /// The number of items that contain it in some field.
  let items: Int64
  /// The number of items that contain it in the title or the keywords.
  let titles: Int64

  /// Reads a row of the table `term`, valid until the next step.
  init(_ row: Statement) {
    text = row.bytes(0).assumingMemoryBound(to: CChar.self)
    items = row.int64(1)
    titles = row.int64(2)
  }

  init(text: UnsafeBufferPointer<CChar>, items: Int64, titles: Int64) {
    self.text = text
    self.items = items
    self.titles = titles
  }

  init(_ term: shortlist_term_count) {
    text = UnsafeBufferPointer(start: term.text, count: Int(term.length))
    items = term.items
    titles = term.titles
  }
}

/// Accumulates the counts of terms in items, for the table `term`.
final class TermCounts {
  private let handle: OpaquePointer

  init(stems: Bool) throws(ShortlistError) {
    guard let handle = shortlist_term_counts_create(stems ? 1 : 0) else {
      throw Self.error(SQLITE_NOMEM)
    }
    self.handle = handle
  }

  deinit { shortlist_term_counts_free(handle) }

  /// Counts each term of an item `step` times.
  func add(_ texts: ItemTexts, step: Int64 = 1) throws(ShortlistError) {
    shortlist_term_counts_begin(handle, step)
    try add(texts, Field.columnNumbers(inTitles: true), inTitles: true)
    try add(texts, Field.proseColumns, inTitles: false)
  }

  private func add(
    _ texts: ItemTexts, _ columns: [Int], inTitles: Bool
  ) throws(ShortlistError) {
    try texts.withBytes(of: columns) { (texts) throws(ShortlistError) in
      for text in texts where !text.isEmpty {
        let code = shortlist_term_counts_add(
          handle, text.baseAddress?.assumingMemoryBound(to: CChar.self), Int64(text.count),
          inTitles ? 1 : 0)
        guard code == SQLITE_OK else { throw Self.error(code) }
      }
    }
  }

  /// Passes on the terms whose counts are not 0, in byte order, and clears all counts.
  func take(
    _ body: (TermCount) throws(ShortlistError) -> Void
  ) throws(ShortlistError) {
    defer { shortlist_term_counts_clear(handle) }
    var terms: UnsafeMutablePointer<shortlist_term_count>?
    var count: Int32 = 0
    let code = shortlist_term_counts_sorted(handle, &terms, &count)
    guard code == SQLITE_OK, let terms else { throw Self.error(code) }
    defer { sqlite3_free(terms) }
    for term in UnsafeBufferPointer(start: terms, count: Int(count)) {
      try body(TermCount(term))
    }
  }

  private static func error(_ code: Int32) -> ShortlistError {
    ShortlistError(sqliteCode: code, detail: "counting words")
  }
}
