import CShortlist

/// Terms in the order of their bytes and what they count, as few bytes.
final class PackedTerms {
  private let handle: OpaquePointer

  init() throws(ShortlistError) {
    guard let handle = shortlist_packed_terms_create() else {
      throw ShortlistError(sqliteCode: SQLITE_NOMEM, detail: "packing words")
    }
    self.handle = handle
  }

  deinit { shortlist_packed_terms_free(handle) }

  /// Adds a term, which stands behind those before.
  func add(_ term: TermCount) throws(ShortlistError) {
    guard let text = term.text.baseAddress else { return }
    let code = shortlist_packed_terms_add(
      handle, text, Int32(term.text.count), term.items, term.titles)
    guard code == SQLITE_OK else { throw ShortlistError(sqliteCode: code, detail: "packing words") }
  }

  /// The bytes so far, valid until a term is added.
  var bytes: UnsafeRawBufferPointer {
    var size: Int64 = 0
    let start = shortlist_packed_terms_bytes(handle, &size)
    return UnsafeRawBufferPointer(start: start, count: Int(size))
  }

  /// Begins anew.
  func clear() { shortlist_packed_terms_clear(handle) }
}
