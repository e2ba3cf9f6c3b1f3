import CShortlist

extension FuzzTarget {
  /// Returns the part of the dictionary that is bound to it. Only one thread fuzzes.
  private static func rows() -> OpaquePointer {
    var database: OpaquePointer?
    precondition(sqlite3_open(":memory:", &database) == SQLITE_OK)
    var statement: OpaquePointer?
    precondition(sqlite3_prepare_v2(database, "SELECT ?1", -1, &statement, nil) == SQLITE_OK)
    guard let statement else { preconditionFailure("No statement.") }
    return statement
  }

  private nonisolated(unsafe) static let terms = rows()
  private nonisolated(unsafe) static let changes = rows()

  /// Checks that the terms are in order or the snapshot is reported as damaged, whatever a file
  /// holds as the snapshot of its term dictionary. The first byte says where the changes begin.
  static func words(_ bytes: UnsafeBufferPointer<UInt8>) -> CInt {
    guard let shape = bytes.first else { return 0 }
    let rest = bytes.dropFirst()
    let middle = rest.startIndex + rest.count * Int(shape) / 256
    for (row, part) in [(terms, rest[..<middle]), (changes, rest[middle...])] {
      let part = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: part))
      shortlist_bind_blob(row, 1, part.baseAddress, Int64(part.count))
    }
    guard let all = made({ shortlist_dictionary_read(terms, &$0) }) else { return 0 }
    defer { shortlist_dictionary_free(all) }
    var (parts, isWhole): (Int32, Int32) = (0, 0)
    let changed = made {
      shortlist_dictionary_update(all, changes, 1, &parts, &$0, &isWhole)
    }
    guard let read = changed else { return 0 }
    defer { shortlist_dictionary_free(read) }
    precondition(parts == 1)
    var last: [UInt8] = []
    var place = shortlist_dictionary_place()
    while true {
      let term = shortlist_dictionary_next(read, &place)
      guard term.length > 0 else { break }
      let text = UnsafeRawBufferPointer(start: term.text, count: Int(term.length))
      precondition(last.lexicographicallyPrecedes(text), "Words are not in order.")
      precondition(shortlist_dictionary_holds(read, term.text, term.length, 0) != 0)
      last = Array(text)
      look(for: term, in: read)
    }
    return 0
  }

  private static func made(_ make: (inout OpaquePointer?) -> CInt) -> OpaquePointer? {
    var dictionary: OpaquePointer?
    let code = make(&dictionary)
    precondition(code == SQLITE_OK || code == SQLITE_CORRUPT)
    precondition((code == SQLITE_OK) == (dictionary != nil))
    return dictionary
  }

  private static func look(for term: shortlist_term_count, in dictionary: OpaquePointer) {
    var words = shortlist_corrections()
    var beginnings = shortlist_corrections()
    precondition(
      shortlist_dictionary_corrections(
        dictionary, term.text, term.length, 2, 10, &words, &beginnings) == SQLITE_OK)
    sqlite3_free(words.array)
    sqlite3_free(beginnings.array)
    var found: UnsafeMutablePointer<shortlist_term_count>?
    var count: Int32 = 0
    var titles: Int64 = 0
    let code = shortlist_dictionary_containing(
      dictionary, term.text, term.length, 100, &found, &count, &titles)
    precondition(code == SQLITE_OK || code == SQLITE_TOOBIG)
    sqlite3_free(found)
  }
}
